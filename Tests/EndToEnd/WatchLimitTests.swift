// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon whose user may watch fewer folders than there are.
struct WatchLimitTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment() }

  @Test func `folders beyond the limit are scanned, and watched once the limit is raised`() throws {
    for number in 0..<40 { try user.write("f\(number)/a.txt", "word\(number)") }
    let daemon = try RunningDaemon(user, watchLimit: 20)
    #expect(daemon.log.contains("not watched"), "\(daemon.log)")
    #expect(daemon.log.contains("this user may watch no more folders; raise fs.inotify.max_user_watches"), "\(daemon.log)")
    #expect(!daemon.log.contains("No space"), "\(daemon.log)")
    for number in 0..<40 { try user.write("f\(number)/later.txt", "later\(number)") }
    try user.wait("all new files are found: \(daemon.log)") {
      try user.run("mdfind", "-count", "-name", "later.txt").text == "40\n"
    }
    try daemon.raiseWatchLimit(to: 1000)
    try user.wait("all folders are watched: \(daemon.log)") { daemon.log.contains("all folders are watched again") }
    try user.write("f39/last.txt", "last")
    try user.wait("a new file is found") { try user.run("mdfind", "-count", "-name", "last.txt").text == "1\n" }
  }

  /// A command that runs a script as a user who may watch nothing.
  private func command(_ script: String, limit: String) -> String {
    "exec unshare --user --map-root-user sh -c 'echo 0 > /proc/sys/user/\(limit) && \(script)'"
  }

  @Test(arguments: ["max_inotify_watches", "max_inotify_instances"])
  func `a user who may watch nothing imports and searches files`(limit: String) throws {
    try user.write("a.txt", "walrus")
    let outcome = try user.shell(command("mdimport . && mdfind walrus", limit: limit))
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.lines.last == user.path("a.txt"))
  }

  @Test(arguments: [
    ("max_inotify_watches", "this user may watch no more folders; raise fs.inotify.max_user_watches"),
    ("max_inotify_instances", "this user may have no more inotify queues; raise fs.inotify.max_user_instances"),
  ])
  func `a daemon that may watch nothing names the limit`(limit: String, reason: String) throws {
    try user.writeConfiguration("root = \(user.files)\nworkers = 1\n")
    let path = user.root + "/mds-limited.log"
    let daemon = user.shellProcess(
      command("exec mds --foreground", limit: limit), output: .nullDevice, errors: try user.newFile(path))
    try daemon.run()
    defer {
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
    }
    try user.wait("the limit is named") { try String(contentsOfFile: path, encoding: .utf8).contains(reason) }
    let log = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!log.lowercased().contains("no space") && !log.contains("open files"), "\(log)")
  }

  @Test func `folders in which something happens are watched in place of others`() throws {
    for number in 0..<40 { try user.write("f\(number)/a.txt", "word") }
    let daemon = try RunningDaemon(user, watchLimit: 20)
    func inode(_ folder: String) throws -> String {
      let attributes = try FileManager.default.attributesOfItem(atPath: user.path(folder))
      return String(try #require(attributes[.systemFileNumber] as? Int), radix: 16)
    }
    let folders = try (0..<40).map { (name: "f\($0)", inode: try inode("f\($0)")) }
    let before = daemon.watchedInodes
    let unwatched = folders.filter { !before.contains($0.inode) }.prefix(5)
    try #require(unwatched.count == 5)
    for folder in unwatched { try user.write(folder.name + "/first.txt", "first") }
    try user.wait("these folders are watched: \(daemon.log)") { daemon.watchedInodes.isSuperset(of: unwatched.map(\.inode)) }
    #expect(daemon.watchedInodes.count <= 20)
    // All are current, watched or not, for those who wait.
    for number in 0..<5 {
      for folder in folders { try user.write(folder.name + "/more\(number).txt", "word\(number)") }
      let outcome = try user.run("mdfind", "-sync", "-timeout", "600", "-count", "word\(number)")
      #expect(outcome.text == "40\n", "\(outcome.errors)")
    }
    #expect(try user.run("mdfind", "-count", "-name", "first").text == "5\n")
  }
}

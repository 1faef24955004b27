// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct DaemonTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first words", "folder/b.txt": "inner words"])
  }

  private func wait(for query: String, toFind expected: [String]) throws {
    try user.wait("'\(query)' finds \(expected)") { try user.find(query) == expected }
  }

  @Test func `changes of files are indexed`() throws {
    let daemon = try RunningDaemon(user)
    try wait(for: "kMDItemTextContent == words", toFind: ["a.txt", "folder/b.txt"])

    try user.write("new/deep/c.txt", "created")
    try wait(for: "created", toFind: ["new/deep/c.txt"])

    try user.write("a.txt", "modified")
    try wait(for: "modified", toFind: ["a.txt"])
    try wait(for: "first", toFind: [])

    rename(user.path("a.txt"), user.path("renamed.txt"))
    try wait(for: "modified", toFind: ["renamed.txt"])

    rename(user.path("renamed.txt"), user.path("folder/moved.txt"))
    try wait(for: "modified", toFind: ["folder/moved.txt"])

    rename(user.path("folder"), user.path("directory"))
    try wait(for: "inner", toFind: ["directory/b.txt"])
    try wait(for: "modified", toFind: ["directory/moved.txt"])

    // Editors save in this way.
    try user.write("directory/b.txt~", "replaced")
    rename(user.path("directory/b.txt~"), user.path("directory/b.txt"))
    try wait(for: "replaced", toFind: ["directory/b.txt"])
    try wait(for: "inner", toFind: [])

    try FileManager.default.removeItem(atPath: user.path("directory"))
    try wait(for: "kMDItemFSName == \"*.txt\"", toFind: ["new/deep/c.txt"])
    #expect(daemon.process.isRunning)
  }

  @Test(arguments: [true, false])
  func `a folder that could not be read is indexed and watched once it can be read`(isThereFirst: Bool) throws {
    let shut = user.path("shut")
    defer { chmod(shut, 0o700) }
    if isThereFirst {
      try user.write("shut/deep/c.txt", "guava")
      chmod(shut, 0)
    }
    let daemon = try RunningDaemon(user, obeysPermissions: true)
    if !isThereFirst { mkdir(shut, 0) }
    try user.wait("the log names the folder: \(daemon.log)") { daemon.log.contains(shut) }
    chmod(shut, 0o700)
    if !isThereFirst { try user.write("shut/deep/c.txt", "guava") }
    try wait(for: "guava", toFind: ["shut/deep/c.txt"])
    try user.write("shut/d.txt", "papaya")
    try wait(for: "papaya", toFind: ["shut/d.txt"])
  }

  @Test func `a folder that can no longer be read is reported, and keeps its entries`() throws {
    let folder = user.path("folder")
    defer { chmod(folder, 0o700) }
    let daemon = try RunningDaemon(user, obeysPermissions: true)
    try wait(for: "inner", toFind: ["folder/b.txt"])
    chmod(folder, 0)
    try user.wait("the log names the folder: \(daemon.log)") { daemon.log.contains("\(folder): Permission denied") }
    let remark = "1 folder could not be read, or only in part: \(folder): Permission denied"
    try user.wait("the state names it") { try user.run("mdutil", "-s").text.contains(remark) }
    #expect(try user.find("-name", "b.txt") == ["folder/b.txt"])
    chmod(folder, 0o700)
    try user.wait("the state no longer names it") { try !user.run("mdutil", "-s").text.contains(remark) }
  }

  @Test func `a folder with a marker is excluded while the daemon runs, and indexed again without the marker`() throws {
    let daemon = try RunningDaemon(user)
    try wait(for: "inner", toFind: ["folder/b.txt"])
    try user.write("folder/.metadata_never_index", "")
    try wait(for: "inner", toFind: [])
    #expect(try user.run("mdutil", "--verify").status == 0)
    try FileManager.default.removeItem(atPath: user.path("folder/.metadata_never_index"))
    try wait(for: "inner", toFind: ["folder/b.txt"])
    #expect(try user.run("mdutil", "--verify").status == 0)
    #expect(daemon.process.isRunning)
  }

  @Test func `only one daemon runs, and it stops when asked`() throws {
    let daemon = try RunningDaemon(user)
    let second = try user.run("mds")
    #expect(second.status == 1)
    #expect(second.errors == "mds: another mds is already running (process \(daemon.process.processIdentifier)); stop it with mds --stop\n")
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: running (process \(daemon.process.processIdentifier))\n"))
    #expect(try user.run("mds", "--stop").status == 0)
    daemon.process.waitUntilExit()
    #expect(daemon.process.terminationStatus == 0)
    #expect(daemon.process.terminationReason == .exit)
    #expect(try user.run("mds", "--stop").errors == "mds: no daemon is running\n")
  }

  @Test func `after a kill, the next daemon finds the changes made meanwhile`() throws {
    let first = try RunningDaemon(user)
    try wait(for: "first", toFind: ["a.txt"])
    first.kill()
    try user.write("meanwhile.txt", "between")
    try FileManager.default.removeItem(atPath: user.path("a.txt"))
    let second = try RunningDaemon(user)
    try wait(for: "between", toFind: ["meanwhile.txt"])
    try wait(for: "first", toFind: [])
    #expect(second.process.isRunning)
  }

  @Test func `a damaged index is built again`() throws {
    try user.index()
    try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: user.store + "/CURRENT"))
    let daemon = try RunningDaemon(user)
    try user.wait("every answer is right or says why not") {
      let answer = try user.run("mdfind", "first")
      if answer.lines == [user.path("a.txt")], answer.errors == "" { return true }
      #expect(answer.errors != "")
      return false
    }
    #expect(daemon.log.contains("setting it aside"))
  }

  @Test func `folders are turned on and off while the daemon runs`() throws {
    let daemon = try RunningDaemon(user)
    try wait(for: "inner", toFind: ["folder/b.txt"])
    #expect(try user.run("mdutil", "-i", "off", "folder").text == "\(user.path("folder")):\n\tIndexing disabled.\n")
    try wait(for: "inner", toFind: [])
    #expect(
      try user.run("mdutil", "-s", "folder").text.hasPrefix(
        "\(user.path("folder")):\n\tIndexing disabled.\n\tline 3 of \(user.configuration) excludes "))
    #expect(try user.run("mdutil", "-i", "on", "folder").status == 0)
    try wait(for: "inner", toFind: ["folder/b.txt"])
    #expect(try user.run("mdutil", "-E").status == 0)
    try wait(for: "inner", toFind: ["folder/b.txt"])
    try user.write("folder/b.txt", "afterwards")
    try wait(for: "afterwards", toFind: ["folder/b.txt"])
    #expect(daemon.process.isRunning)
  }

  @Test func `a live search in a folder that is not indexed waits until it is`() throws {
    let daemon = try RunningDaemon(user)
    try user.run("mdfind", "-sync", "x")
    let outside = user.root + "/later"
    try user.write("../later/a.txt", "words of later")
    let (path, errors) = (user.root + "/live", user.root + "/errors")
    let live = user.process(
      "mdfind", ["-live", "-onlyin", outside, "kMDItemTextContent == words"], output: try user.newFile(path),
      errors: try user.newFile(errors))
    try live.run()
    // The process inherited a signal mask that blocks other signals.
    defer { kill(live.processIdentifier, SIGKILL) }
    try user.wait("the folder is reported") { try String(contentsOfFile: errors, encoding: .utf8).contains("\(outside): not in the index") }
    try user.run("mdimport", outside)
    try user.wait("the file is printed: \(daemon.log)", seconds: 60) {
      try String(contentsOfFile: path, encoding: .utf8) == "+ \(outside)/a.txt\n"
    }
    #expect(live.isRunning)
  }

  @Test func `a live search ends with its reader, and when its index is deleted`() throws {
    try user.index()
    let outcome = try user.shell("mdfind -live -name a.txt | head -n 1")
    #expect(outcome.lines == [user.path("a.txt")])
    let path = user.root + "/live"
    let live = user.process(
      "mdfind", ["-live", "-name", "a.txt"], output: try user.newFile(path), errors: try user.newFile(path + ".errors"))
    try live.run()
    try user.wait("the first hit") { try String(contentsOfFile: path, encoding: .utf8) == user.path("a.txt") + "\n" }
    #expect(try user.run("mdutil", "-X").status == 0)
    live.waitUntilExit()
    #expect(live.terminationStatus == 1)
    #expect(try String(contentsOfFile: path + ".errors", encoding: .utf8).contains("there is no index here"))
  }

  @Test func `a live search prints additions and removals`() throws {
    try user.index()
    let path = user.root + "/live"
    let live = user.process("mdfind", ["-live", "kMDItemTextContent == words"], output: try user.newFile(path), errors: .nullDevice)
    try live.run()
    defer {
      // The process inherited a signal mask that blocks other signals.
      kill(live.processIdentifier, SIGKILL)
      live.waitUntilExit()
    }
    func shown() throws -> [String] { try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init) }
    try user.wait("the first hits") { try shown() == [user.path("a.txt"), user.path("folder/b.txt")] }
    try user.write("c.txt", "more words")
    try user.index()
    try user.wait("the addition") { try shown().last == "+ \(user.path("c.txt"))" }
    try FileManager.default.removeItem(atPath: user.path("a.txt"))
    try user.index()
    try user.wait("the removal") { try shown().last == "- \(user.path("a.txt"))" }
  }

  @Test(arguments: [["-0"], ["-json"], []])
  func `lists of a live search are separated`(options: [String]) throws {
    try user.index()
    let path = user.root + "/live"
    let live = user.process(
      "mdfind", ["-live", "-reprint"] + options + ["kMDItemTextContent == words"], output: try user.newFile(path), errors: .nullDevice)
    try live.run()
    defer {
      kill(live.processIdentifier, SIGKILL)
      live.waitUntilExit()
    }
    let end = options == ["-0"] ? "\0" : "\n"
    func list(_ names: [String]) -> String {
      names.map { (options == ["-json"] ? "{\"kMDItemPath\":\"\(user.path($0))\"}" : user.path($0)) + end }.joined() + end
    }
    func shown() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    let first = list(["a.txt", "folder/b.txt"])
    try user.wait("the first list") { try shown() == first }
    try FileManager.default.removeItem(atPath: user.path("a.txt"))
    try user.index()
    let second = first + list(["folder/b.txt"])
    try user.wait("the second list") { try shown() == second }
    try FileManager.default.removeItem(atPath: user.path("folder/b.txt"))
    try user.index()
    try user.wait("the empty list") { try shown() == second + end }
  }

  @Test func `a live count is printed when it changes, and a missing daemon is reported`() throws {
    try user.index()
    let (path, errors) = (user.root + "/live", user.root + "/live-errors")
    let live = user.process(
      "mdfind", ["-live", "-count", "kMDItemTextContent == words"], output: try user.newFile(path), errors: try user.newFile(errors))
    try live.run()
    defer {
      kill(live.processIdentifier, SIGKILL)
      live.waitUntilExit()
    }
    func shown() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    try user.wait("the first count") { try shown() == "2\n" }
    try FileManager.default.moveItem(atPath: user.path("a.txt"), toPath: user.path("renamed.txt"))
    try user.index()
    try user.write("c.txt", "more words")
    try user.index()
    try user.wait("the next count") { try shown().hasSuffix("3\n") }
    #expect(try shown() == "2\n3\n")
    #expect(
      try String(contentsOfFile: errors, encoding: .utf8)
        == "mdfind: no daemon keeps the index current; changes show when mds or mdimport runs\n")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A file system of four megabytes, mounted at a folder.
private final class SmallDisk {
  private let path: String

  /// - Throws: Cancels the test if this process may not mount file systems.
  init(at path: String) throws {
    self.path = path
    try Self.mount(at: path)
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  private static func mount(at path: String) throws {
    let mount = Process()
    mount.executableURL = URL(fileURLWithPath: "/usr/bin/mount")
    mount.arguments = ["-t", "tmpfs", "-o", "size=4m", "none", path]
    mount.standardError = FileHandle.nullDevice
    try mount.run()
    mount.waitUntilExit()
    guard mount.terminationStatus == 0 else { try Test.cancel("no small file system can be mounted here") }
  }

  // A store may contain files with such names.
  private var ballast: String { path + "/damaged-ballast" }

  /// Takes all free space. A page that becomes free later is taken by the next call.
  func fill() {
    let file = open(ballast, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    let page = [UInt8](repeating: 1, count: 4096)
    while write(file, page, page.count) > 0 {}
  }

  func empty() { unlink(ballast) }

  /// Leaves only some pages free.
  func fill(leaving pages: Int) {
    fill()
    var status = stat()
    stat(ballast, &status)
    truncate(ballast, status.st_size - off_t(pages * 4096))
  }
}

/// A daemon whose index is on a disk that becomes full.
struct FullDiskTests {
  private let user: TestEnvironment
  private let disk: SmallDisk

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first"])
    try FileManager.default.createDirectory(atPath: user.store, withIntermediateDirectories: true)
    disk = try SmallDisk(at: user.store)
  }

  @Test func `an index that could not be created on a full disk is not called a lost one`() throws {
    var failures = 0
    for pages in [0, 1, 2, 3, 4, 6, 8, 12, 16] {
      disk.fill(leaving: pages)
      if try user.run("mdimport", ".").status != 0 { failures += 1 }
      disk.empty()
      #expect(try user.run("mdimport", ".").status == 0)
      let outcome = try user.run("mdfind", "first")
      #expect((outcome.lines, outcome.errors) == ([user.path("a.txt")], ""), "\(pages) pages")
      #expect(try user.run("mdutil", "-X").status == 0)
    }
    #expect(failures > 0)
  }

  @Test func `what fits on a disk is read, although all of it does not`() throws {
    // Words that no other text has, so that the index is about as large as the texts.
    for number in 0..<300 {
      let words = (0..<1200).map { String(UInt64(number * 1200 + $0) &* 0x9E37_79B9_7F4A_7C15, radix: 36) }
      try user.write("long/\(number).txt", "gathered " + words.joined(separator: " "))
    }
    let outcome = try user.run("mdimport", ".")
    #expect(outcome.status == 1 && outcome.errors.contains("no space left on the disk"), "\(outcome.errors)")
    let found = try user.find("gathered").count
    #expect(found > 30 && found < 300, "\(found)")
  }

  @Test func `a daemon waits until a full disk has space again`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    disk.fill()
    for number in 0..<600 { try user.write("new/file \(number) with a long name.txt", "second \(number)") }
    try user.wait("the daemon says that it waits") {
      disk.fill()
      return try user.run("mdutil", "-s").text.contains("activity: waiting: \(user.store)")
        && daemon.log.contains("no space left on the disk")
    }
    #expect(try user.run("mdutil", "-s").text.contains("no space left on the disk"))
    #expect(daemon.process.isRunning)
    // Each change is another attempt.
    for number in 0..<20 {
      try user.write("new/later \(number).txt", "third")
      disk.fill()
      _ = try user.run("mdfind", "-sync", "-timeout", "0", "third")
    }
    disk.empty()
    try user.wait("every file is found") { try user.find("second").count == 600 }
    try user.wait("the daemon no longer waits") { try !user.run("mdutil", "-s").text.contains("no space left") }
    let lines = daemon.log.split(separator: "\n").filter { $0.contains("no space left") }
    let reports = lines.map { line in line.firstRange(of: "mds: ").map { line[$0.upperBound...] } ?? line }
    #expect(reports.count == 1, "\(reports)")
    #expect(daemon.process.isRunning)
    #expect(try user.run("mdutil", "--verify").status == 0)
    #expect(try user.run("mds", "--stop").status == 0)
  }

  @Test func `a daemon that waits for space ends when asked`() throws {
    try user.index()
    for number in 0..<600 { try user.write("new/file \(number) with a long name.txt", "second \(number)") }
    disk.fill()
    try user.writeConfiguration("root = \(user.files)\n")
    let log = user.root + "/mds-full.log"
    let daemon = user.process("mds", [], output: .nullDevice, errors: try user.newFile(log))
    try daemon.run()
    defer { if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) } }
    try user.wait("the daemon waits") { try String(contentsOfFile: log, encoding: .utf8).contains("trying again") || !daemon.isRunning }
    #expect(daemon.isRunning)
    #expect(try user.run("mds", "--stop").status == 0)
    daemon.waitUntilExit()
    #expect((daemon.terminationReason, daemon.terminationStatus) == (.exit, 0))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// File systems that do not answer, below a root and as a root.
@Suite(.enabled(if: TestMount.isPermitted))
struct MountTests {
  private let user: TestEnvironment
  private var mountPoint: String { user.path("remote") }

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first words"])
    try FileManager.default.createDirectory(atPath: user.path("remote"), withIntermediateDirectories: false)
  }

  /// Asks a daemon to end. The limit leaves time for a busy machine, on which a daemon with idle
  /// priority has to wait for its turn.
  private func stop(_ process: Process, _ location: SourceLocation = #_sourceLocation) {
    let began = ContinuousClock.now
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(ContinuousClock.now - began < .seconds(10), sourceLocation: location)
    #expect((process.terminationReason, process.terminationStatus) == (.exit, 0), sourceLocation: location)
  }

  /// - Parameter isThereFirst: Whether it is mounted before the daemon starts.
  @Test(arguments: [true, false])
  func `a file system that does not answer is reported, and everything else is indexed`(isThereFirst: Bool) throws {
    var mount = isThereFirst ? try TestMount(unansweredAt: mountPoint) : nil
    defer { mount?.unmount() }
    let daemon = try RunningDaemon(user)
    if !isThereFirst {
      mount = try TestMount(unansweredAt: mountPoint)
      // This event names the mount point.
      rename(user.path("a.txt"), user.path("b.txt"))
    }
    try user.wait("the file") { try user.find("first") == [isThereFirst ? "a.txt" : "b.txt"] }
    if isThereFirst { #expect(daemon.log.contains("\(mountPoint): not indexed, because it is on a network or user-space file system")) }
    try user.write("new/c.txt", "second words")
    try user.wait("a new file") { try user.find("second") == ["new/c.txt"] }
    stop(daemon.process)
  }

  @Test func `a root that does not answer is reported, and other roots are indexed`() throws {
    let mount = try TestMount(unansweredAt: mountPoint)
    defer { mount.unmount() }
    let daemon = try RunningDaemon(user, settings: "root = \(mountPoint)\n")
    #expect(daemon.log.contains("\(mountPoint): its file system does not answer"))
    try user.wait("the file") { try user.find("first") == ["a.txt"] }
    try user.write("new/c.txt", "second words")
    try user.wait("a new file") { try user.find("second") == ["new/c.txt"] }
    stop(daemon.process)
  }

  @Test func `a daemon ends soon although its first crawl is not over, and the next one continues`() throws {
    for folder in 0..<100 {
      for file in 0..<200 { try user.write("many/\(folder)/\(file)", "") }
    }
    try user.writeConfiguration("root = \(user.files)\nworkers = 1\n")
    let log = user.root + "/mds-first.log"
    let first = user.process("mds", [], output: .nullDevice, errors: try user.newFile(log))
    try first.run()
    defer { if first.isRunning { kill(first.processIdentifier, SIGKILL) } }
    try user.wait("the crawl has begun") { try !user.find("-onlyin", user.files, "kMDItemFSName == *").isEmpty || !first.isRunning }
    stop(first)
    #expect(try user.run("mdutil", "--verify").status == 0)
    let second = try RunningDaemon(user)
    #expect(try user.run("mdfind", "-count", "-onlyin", "many", "kMDItemContentType != public.folder").text == "20000\n")
    stop(second.process)
  }

  /// A disk in a file.
  private final class Disk {
    private let image: String
    private let point: String

    /// - Throws: Cancels the test if this system has no such disks.
    init(_ image: String, at point: String) throws {
      (self.image, self.point) = (image, point)
      close(open(image, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
      truncate(image, 4 << 20)
      try Self.run("/usr/sbin/mkfs.ext4", "-q", image)
    }

    func mount() throws { try Self.run("/usr/bin/mount", "-o", "loop", image, point) }

    func unmount() { umount2(point, Int32(MNT_DETACH)) }

    private static func run(_ tool: String, _ arguments: String...) throws {
      guard FileManager.default.isExecutableFile(atPath: tool) else { try Test.cancel("\(tool) is not installed") }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: tool)
      process.arguments = arguments
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { try Test.cancel("\(tool) failed") }
    }
  }

  /// - Parameter isRoot: Whether the configuration names the mount point itself.
  @Test(arguments: [false, true])
  func `a disk that is mounted is indexed, and is left out of searches while it is not mounted`(isRoot: Bool) throws {
    let disk = try Disk(user.root + "/disk", at: mountPoint)
    try disk.mount()
    defer { disk.unmount() }
    disk.unmount()
    let settings = isRoot ? "root = \(mountPoint)\n" : ""
    let first = try RunningDaemon(user, settings: settings)
    try disk.mount()
    try user.write("remote/b.txt", "second words")
    try user.wait("a file on the disk") { try user.find("second") == ["remote/b.txt"] }
    try user.write("remote/c.txt", "third words")
    try user.wait("a new file on the disk") { try user.find("third") == ["remote/c.txt"] }

    disk.unmount()
    try user.write("a.txt", "fourth words")
    try user.wait("a change of another file") { try user.find("fourth") == ["a.txt"] }
    try user.wait("what is on the disk is left out") { try user.find("second").isEmpty }
    #expect(try user.run("mdfind", "-count", "third").text == "0\n")
    #expect(
      try user.run("mdfind", "-onlyin", mountPoint, "third").errors
        == "mdfind: \(mountPoint): its file system was not mounted when mds or mdimport last looked, so its files are left out\n")
    #expect(try user.run("mdutil", "-s").text.contains("\(mountPoint):\n\tThe file system is not mounted"))
    stop(first.process)

    for options in [[], ["-ranked"]] {
      #expect(try user.run("mdfind", options + ["second"]).errors.contains("files on disks that were not mounted"))
    }
    if !isRoot { rmdir(mountPoint) }
    let second = try RunningDaemon(user, settings: settings)
    #expect(try user.find("second") == [])
    #expect(try user.run("mdutil", "--verify").status == 0)
    if !isRoot { mkdir(mountPoint, 0o700) }
    try disk.mount()
    try FileManager.default.removeItem(atPath: user.path("remote/b.txt"))
    try user.write("remote/d.txt", "fifth words")
    try user.wait("the changes on the disk") { try user.find("fifth") == ["remote/d.txt"] && user.find("second").isEmpty }
    #expect(try user.find("third") == ["remote/c.txt"])
    #expect(try !user.run("mdutil", "-s").text.contains("is not mounted"))
    disk.unmount()
    stop(second.process)
  }

  @Test func `a disk that is mounted at another place is found only there`() throws {
    let image = user.root + "/disk"
    let (first, second) = (try Disk(image, at: mountPoint), try Disk(image, at: user.path("other")))
    try FileManager.default.createDirectory(atPath: user.path("other"), withIntermediateDirectories: false)
    try first.mount()
    defer { first.unmount() }
    try user.write("remote/b.txt", "second words")
    let daemon = try RunningDaemon(user)
    try user.wait("a file on the disk") { try user.find("second") == ["remote/b.txt"] }
    first.unmount()
    try user.wait("it is left out") { try user.find("second").isEmpty }
    try second.mount()
    defer { second.unmount() }
    try user.wait("it is found at the other place") { try user.find("second").contains("other/b.txt") }
    #expect(try user.find("second") == ["other/b.txt"])
    stop(daemon.process)
  }

  @Test func `nothing waits for contents on a missing disk`() throws {
    let disk = try Disk(user.root + "/disk", at: mountPoint)
    try disk.mount()
    defer { disk.unmount() }
    try user.write("remote/b.txt", "second words")
    let daemon = try RunningDaemon(user)
    try user.wait("a file on the disk") { try user.find("second") == ["remote/b.txt"] }
    disk.unmount()
    try user.wait("it is left out") { try user.find("second").isEmpty }
    try #require(try user.run("mdutil", "-r", "public.text").status == 0)
    let search = try user.run("mdfind", "-sync", "-timeout", "600", "first")
    #expect(search.status == 0 && search.lines == [user.path("a.txt")], "\(search.errors)")
    #expect(try user.run("mdutil", "-s").text.contains("0 to read and 1 when their file systems are mounted"))
    try user.wait("the daemon is idle") { try user.run("mdutil", "-s").text.contains("everything is indexed") }
    try disk.mount()
    try user.wait("it is read again") {
      try user.run("mdutil", "-s").text.contains("0 to read, ") && user.find("second") == ["remote/b.txt"]
    }
    stop(daemon.process)
  }

  @Test func `the mount point of a missing disk is found only while it exists`() throws {
    let disk = try Disk(user.root + "/disk", at: mountPoint)
    try disk.mount()
    defer { disk.unmount() }
    try user.write("remote/b.txt", "second words")
    let daemon = try RunningDaemon(user)
    try user.wait("a file on the disk") { try user.find("second") == ["remote/b.txt"] }
    disk.unmount()
    try user.wait("it is left out") { try user.find("second").isEmpty }
    for _ in 0..<3 {
      #expect(try user.find("-sync", "-timeout", "600", "-name", "remote") == ["remote"])
      #expect(try user.run("mdfind", "-ranked", "remote ").lines == [mountPoint])
      rmdir(mountPoint)
      #expect(try user.find("-sync", "-timeout", "600", "-name", "remote") == [])
      #expect(try user.run("mdfind", "kMDItemContentType == public.folder").lines == [user.files])
      #expect(try user.run("mdfind", "-ranked", "remote ").lines == [])
      #expect(try user.run("mdutil", "-s").text.contains("\(mountPoint):\n\tThe file system is not mounted"))
      mkdir(mountPoint, 0o700)
    }
    try disk.mount()
    try user.wait("its files are found again") { try user.find("second") == ["remote/b.txt"] }
    #expect(try user.find("-sync", "-timeout", "600", "-name", "remote") == ["remote"])
    stop(daemon.process)
  }

  @Test func `files that are created in the mount point of a missing disk are found`() throws {
    let disk = try Disk(user.root + "/disk", at: mountPoint)
    try disk.mount()
    defer { disk.unmount() }
    try user.write("remote/b.txt", "second words")
    let daemon = try RunningDaemon(user)
    try user.wait("a file on the disk") { try user.find("second") == ["remote/b.txt"] }
    disk.unmount()
    try user.wait("it is left out") { try user.find("second").isEmpty }
    try user.write("remote/c.txt", "third words")
    #expect(try user.find("-sync", "-timeout", "600", "third") == ["remote/c.txt"])
    try user.write("remote/deep/d.txt", "fourth words")
    #expect(try user.find("-sync", "-timeout", "600", "fourth") == ["remote/deep/d.txt"])
    stop(daemon.process)
  }

  @Test func `the files of a disk leave the index when it is unmounted, if the configuration says so`() throws {
    let disk = try Disk(user.root + "/disk", at: mountPoint)
    try disk.mount()
    defer { disk.unmount() }
    try user.write("remote/b.txt", "second words")
    let daemon = try RunningDaemon(user, settings: "keep-unmounted = no\n")
    try user.wait("a file on the disk") { try user.find("second") == ["remote/b.txt"] }
    func documents() throws -> Int {
      let line = try user.run("mdutil", "-s").text.split(separator: "\n").first { $0.hasSuffix(" documents") }
      return try #require(line?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) })
    }
    let before = try documents()
    disk.unmount()
    try user.wait("it has left the index") { try documents() == before - 1 }
    #expect(try user.find("second") == [])
    #expect(try !user.run("mdutil", "-s").text.contains("is not mounted"))
    try disk.mount()
    try user.wait("it is read again") { try user.find("second") == ["remote/b.txt"] }
    stop(daemon.process)
  }

  @Test func `a file system in memory that is mounted over files takes their place, and they come back`() throws {
    try user.write("remote/covered.txt", "covered words")
    let daemon = try RunningDaemon(user)
    try user.wait("the file") { try user.find("covered") == ["remote/covered.txt"] }
    let mount = try TestMount(emptyAt: mountPoint)
    defer { mount.unmount() }
    try user.write("remote/new.txt", "new words")
    try user.wait("what is mounted") { try user.find("new") == ["remote/new.txt"] && user.find("covered").isEmpty }
    mount.unmount()
    try user.wait("what was covered") { try user.find("covered") == ["remote/covered.txt"] && user.find("new").isEmpty }
    try user.write("remote/later.txt", "later words")
    try user.wait("a change of it") { try user.find("later") == ["remote/later.txt"] }
    stop(daemon.process)
  }

  @Test func `what is unmounted in a renamed folder leaves the index`() throws {
    try user.write("folder/remote/covered.txt", "covered words")
    let daemon = try RunningDaemon(user)
    let mount = try TestMount(emptyAt: user.path("folder/remote"))
    defer { mount.unmount() }
    try user.write("folder/remote/new.txt", "new words")
    try user.wait("what is mounted") { try user.find("new") == ["folder/remote/new.txt"] }
    rename(user.path("folder"), user.path("other"))
    try user.wait("its new path") { try user.find("new") == ["other/remote/new.txt"] }
    umount2(user.path("other/remote"), Int32(MNT_DETACH))
    try user.wait("what was covered") { try user.find("new").isEmpty && user.find("covered") == ["other/remote/covered.txt"] }
    stop(daemon.process)
  }

  @Test func `what is unmounted in a root that was elsewhere when the daemon started leaves the index`() throws {
    let (root, away) = (user.root + "/second", user.root + "/away")
    let point = root + "/point"
    try FileManager.default.createDirectory(atPath: away + "/point", withIntermediateDirectories: true)
    try Data("covered words".utf8).write(to: URL(fileURLWithPath: away + "/point/covered.txt"))
    let mount = try TestMount(emptyAt: away + "/point")
    defer { mount.unmount() }
    try Data("new words".utf8).write(to: URL(fileURLWithPath: away + "/point/new.txt"))
    let daemon = try RunningDaemon(user, settings: "root = \(root)\n")
    rename(away, root)
    try user.wait("the root") { try user.run("mdfind", "new").lines == [point + "/new.txt"] }
    umount2(point, Int32(MNT_DETACH))
    try user.wait("what was covered") {
      try user.run("mdfind", "new").lines.isEmpty && user.run("mdfind", "covered").lines == [point + "/covered.txt"]
    }
    stop(daemon.process)
  }
}

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
}

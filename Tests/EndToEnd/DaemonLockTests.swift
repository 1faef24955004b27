// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The lock in the index, which says that a daemon keeps the index current.
struct DaemonLockTests {
  private var user: TestEnvironment

  init() throws { user = try TestEnvironment(files: ["a.txt": "first"]) }

  private static let runtimeFolders: [String?] = [nil, "", "/nonexistent", "/tmp"]

  @Test(arguments: runtimeFolders)
  func `tools with another runtime folder see the daemon`(runtimeFolder: String?) throws {
    let daemon = try RunningDaemon(user)
    let process = daemon.process.processIdentifier
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    user.runtimeFolder = runtimeFolder
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: running (process \(process))\n"))
    let second = try user.run("mds")
    #expect(second.status == 1)
    #expect(second.errors == "mds: another mds is already running (process \(process)); stop it with mds --stop\n")
    let removal = try user.run("mdutil", "-X")
    #expect(removal.status == 1)
    #expect(removal.errors == "mdutil: the daemon (process \(process)) is using the index; stop it first with mds --stop\n")
    let erasure = try user.run("mdutil", "-E")
    #expect(erasure.text == "\(user.store):\n\tthe index was erased; the daemon (process \(process)) rebuilds it\n")
    try user.wait("the text is found again") { try user.find("first") == ["a.txt"] }
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: running (process \(process))\n"), "the lock survives mdutil -E")
    #expect(try user.run("mds", "--stop").status == 0)
    daemon.process.waitUntilExit()
    #expect(daemon.process.terminationStatus == 0)
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: not running"))
    #expect(try user.run("mdutil", "-X").status == 0)
  }

  @Test func `the lock ends with the daemon, however it ends`() throws {
    let daemon = try RunningDaemon(user)
    daemon.kill()
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: not running"))
    #expect(try user.run("mds", "--stop").errors == "mds: no daemon is running\n")
    let next = try RunningDaemon(user)
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: running (process \(next.process.processIdentifier))\n"))
  }

  @Test func `a daemon takes its lock again when the file was deleted`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    try FileManager.default.removeItem(atPath: user.store + "/daemon.lock")
    let line = "\tdaemon: running (process \(daemon.process.processIdentifier))\n\tactivity: "
    try user.wait("tools see the daemon: \(daemon.log)") { try user.run("mdutil", "-s").text.contains(line) }
    #expect(try user.run("mds").errors.contains("another mds is already running"))
    #expect(try user.run("mds", "--stop").status == 0)
  }

  @Test(arguments: ["", "/.."])
  func `a daemon whose index was moved away builds another one, and is found`(above: String) throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    let folder = URL(fileURLWithPath: user.store + above).standardized.path
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".old")
    try user.write("b.txt", "second")
    try user.wait("both texts are found: \(daemon.log)") { try user.find("first") == ["a.txt"] && user.find("second") == ["b.txt"] }
    let line = "\tdaemon: running (process \(daemon.process.processIdentifier))\n\tactivity: "
    try user.wait("tools see the daemon: \(daemon.log)") { try user.run("mdutil", "-s").text.contains(line) }
    #expect(try user.run("mds").errors.contains("another mds is already running"))
    #expect(try user.run("mds", "--stop").status == 0)
  }

  @Test func `a daemon whose home folder was renamed waits for it`() throws {
    let home = user.root + "/home"
    user.moreVariables["XDG_DATA_HOME"] = home + "/.local/share"
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    rename(home, home + ".old")
    try user.write("b.txt", "second")
    let notice = "\(home) is gone, and the index with it; trying again by itself"
    try user.wait("the daemon waits: \(daemon.log)") { daemon.log.contains(notice) }
    #expect(!FileManager.default.fileExists(atPath: home))
    // The daemon reads its configuration again.
    kill(daemon.process.processIdentifier, SIGHUP)
    rename(home + ".old", home)
    try user.wait("both texts are found: \(daemon.log)") { try user.find("first") == ["a.txt"] && user.find("second") == ["b.txt"] }
    #expect(try user.run("mds", "--stop").status == 0)
  }

  @Test func `a daemon sets a damaged index aside and keeps its lock`() throws {
    try user.index()
    try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: user.store + "/CURRENT"))
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: running (process \(daemon.process.processIdentifier))\n"))
    #expect(try user.run("mds").errors.contains("another mds is already running"))
  }

  @Test func `daemons of two indexes run at the same time, and each is stopped alone`() throws {
    let first = try RunningDaemon(user)
    let store = user.root + "/second"
    let log = user.root + "/mds-second.log"
    let second = user.process("mds", ["-store", store], output: .nullDevice, errors: try user.newFile(log))
    try second.run()
    defer { if second.isRunning { kill(second.processIdentifier, SIGKILL) } }
    try user.wait("both watch") { try String(contentsOfFile: log, encoding: .utf8).contains(" watched") }
    #expect(try user.run("mds", "--stop", "-store", store).status == 0)
    second.waitUntilExit()
    #expect(second.terminationStatus == 0)
    #expect(first.process.isRunning)
  }

  @Test func `a daemon takes no lock in a folder with other files`() throws {
    let outcome = try user.run("mds", "-store", user.files)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the folder contains a.txt, which does not belong to an index"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.files) == ["a.txt"])
  }
}

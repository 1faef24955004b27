// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `mdutil pause` and `mdutil resume`, and waiting for a power supply.
struct PauseTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment(files: ["a.txt": "first"]) }

  private func pause(_ time: String...) throws {
    let answer = try user.run("mdutil", ["pause"] + time)
    try #require(answer.status == 0, "\(answer.errors)")
  }

  private var state: String { get throws { try user.run("mdutil", "-s").text } }

  @Test func `during a pause names of changed files are indexed, and contents afterwards`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    try pause()
    #expect(try state.contains("paused"))
    try user.write("b.txt", "second")
    try user.write("folder/c.txt", "third")
    try user.wait("new names are found") { try user.find("-name", ".txt") == ["a.txt", "b.txt", "folder/c.txt"] }
    #expect(try user.find("second") == [])
    try user.wait("the worker that read the first text has ended") { try daemon.process.children() == [] }
    let answer = try user.run("mdutil", "resume")
    #expect((answer.status, answer.text) == (0, "resumed\n"))
    #expect(try user.run("mdutil", "resume").text == "not paused\n")
    try user.wait("the texts are found") { try user.find("second") == ["b.txt"] && user.find("third") == ["folder/c.txt"] }
    #expect(try !state.contains("paused"))
  }

  @Test func `a pause survives a new configuration, and a scan waits for its end`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    try pause("2h")
    #expect(try state.contains("paused for another 1 h 59 min"))
    kill(daemon.process.processIdentifier, SIGHUP)
    try user.write("b.txt", "second")
    // The pause is acknowledged again by the daemon that has taken the signal before.
    try pause()
    #expect(try state.contains("paused"))
    #expect(try user.find("second") == [])
    #expect(try user.run("mdutil", "resume").status == 0)
    try user.wait("the text is found") { try user.find("second") == ["b.txt"] }
  }

  @Test func `messages about work that a pause delays say so`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    try pause()
    let delay = " after the pause; 'mdutil resume' ends it\n"
    #expect(try user.run("mdutil", "-r", "public.plain-text").text.hasSuffix("reads them" + delay))
    #expect(try user.run("mdutil", "-E").text.hasSuffix("rebuilds it" + delay))
    #expect(try user.run("mdutil", "-i", "on", user.files).text.hasSuffix("\n\tthe daemon indexes it" + delay))
    #expect(daemon.process.isRunning)
  }

  @Test func `a daemon that is killed before it has paused is reported as such`() throws {
    for _ in 0..<5 {
      let daemon = try RunningDaemon(user)
      kill(daemon.process.processIdentifier, SIGKILL)
      let answer = try user.run("mdutil", "pause")
      #expect(answer.status == 1)
      let process = "the daemon (process \(daemon.process.processIdentifier))"
      // A daemon has the lowest priority, and on a busy computer can take seconds even to die.
      let messages = ["no daemon is running", "\(process) has ended", "\(process) was asked to pause but has not answered after 5 s"]
      #expect(messages.contains { answer.errors == "mdutil: \($0)\n" }, "\(answer.errors)")
    }
  }

  @Test func `a pause with a time ends by itself`() throws {
    let daemon = try RunningDaemon(user)
    try pause("1s")
    try user.write("b.txt", "second")
    try user.wait("the text is found") { try user.find("second") == ["b.txt"] }
    #expect(daemon.log.contains("resumed"))
  }

  @Test func `a pause ends with the daemon, and needs one`() throws {
    let absent = try user.run("mdutil", "pause")
    #expect((absent.status, absent.errors) == (1, "mdutil: no daemon is running\n"))
    #expect(try user.run("mdutil", "pause", "soon").status == 2)
    let daemon = try RunningDaemon(user)
    try pause()
    daemon.kill()
    let next = try RunningDaemon(user)
    #expect(try !state.contains("paused"))
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    withExtendedLifetime(next) {}
  }

  @Test func `a paused daemon ends when it is told to`() throws {
    let daemon = try RunningDaemon(user)
    try pause()
    kill(daemon.process.processIdentifier, SIGHUP)
    #expect(try user.run("mds", "--stop").status == 0)
    daemon.process.waitUntilExit()
    #expect(daemon.process.terminationStatus == 0)
  }

  @Test(arguments: [true, false])
  func `on battery contents wait, and names do not`(areContentsWanted: Bool) throws {
    let supply = user.root + "/system/sys/class/power_supply/BAT0"
    try FileManager.default.createDirectory(atPath: supply, withIntermediateDirectories: true)
    for (attribute, value) in ["type": "Battery", "status": "Discharging"] {
      try Data("\(value)\n".utf8).write(to: URL(fileURLWithPath: "\(supply)/\(attribute)"))
    }
    let daemon = try RunningDaemon(user, settings: areContentsWanted ? "index-on-battery = yes\n" : "")
    #expect(try user.find("-name", "a.txt") == ["a.txt"])
    try user.write("b.txt", "second")
    try user.wait("what the user has just written is found") { try user.find("second") == ["b.txt"] }
    if areContentsWanted { try user.wait("the text is found") { try user.find("first") == ["a.txt"] } }
    #expect(try user.find("first") == (areContentsWanted ? ["a.txt"] : []))
    withExtendedLifetime(daemon) {}
  }
}

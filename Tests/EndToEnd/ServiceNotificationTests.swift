// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The messages that `mds` sends to a service manager, received by a socket of the test.
struct ServiceNotificationTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment(files: ["a.txt": "first words"]) }

  private func daemon(_ socket: String, _ variables: [String: String] = [:]) throws -> Process {
    try user.writeConfiguration("root = \(user.files)\nworkers = 1\n")
    let process = user.process("mds", ["--foreground"], output: .nullDevice, errors: try user.newFile(user.root + "/mds-log"))
    process.environment?["NOTIFY_SOCKET"] = socket
    process.environment?.merge(variables) { $1 }
    try process.run()
    return process
  }

  @Test func `the service manager is notified of readiness, progress, a new configuration and the end`() throws {
    let socket = try DatagramSocket(user.root + "/run/notify")
    let process = try daemon(socket.path)
    defer { kill(process.processIdentifier, SIGKILL) }
    let beginning = socket.messages(to: "STATUS=Everything is indexed")
    #expect(beginning.contains("READY=1"))
    #expect(beginning.contains { $0.hasPrefix("STATUS=Scanning folders") })

    kill(process.processIdentifier, SIGHUP)
    let reload = socket.messages(to: "READY=1")
    #expect(reload.contains { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
    #expect(reload.last == "READY=1")

    kill(process.processIdentifier, SIGTERM)
    #expect(socket.messages(to: "STOPPING=1").last == "STOPPING=1")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a missing service manager is reported once`() throws {
    let process = try daemon(user.root + "/run/nobody")
    defer { kill(process.processIdentifier, SIGKILL) }
    try user.wait("the file is found") { try user.find("first") == ["a.txt"] }
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let log = try String(contentsOfFile: user.root + "/mds-log", encoding: .utf8)
    #expect(log.split(separator: "\n").count { $0.contains("cannot report progress to the service manager") } == 1)
  }

  @Test func `the watchdog's time runs only while there is work`() throws {
    let socket = try DatagramSocket(user.root + "/run/notify")
    // Longer than a busy machine takes for one file.
    let process = try daemon(socket.path, ["WATCHDOG_USEC": "12000000"])
    defer { kill(process.processIdentifier, SIGKILL) }
    let work = socket.messages(to: "WATCHDOG_USEC=0")
    #expect(work.contains("WATCHDOG_USEC=12000000"))
    #expect(work.contains("WATCHDOG=1"))
    #expect(!work.contains("WATCHDOG=trigger"))
    try user.write("b.txt", "second words")
    #expect(socket.messages(to: "WATCHDOG_USEC=12000000").last == "WATCHDOG_USEC=12000000")
    #expect(socket.messages(to: "WATCHDOG_USEC=0").last == "WATCHDOG_USEC=0")
  }

  @Test func `a daemon that hangs triggers the watchdog`() throws {
    let socket = try DatagramSocket(user.root + "/run/notify")
    let process = try daemon(socket.path, ["WATCHDOG_USEC": "2000000"])
    defer { kill(process.processIdentifier, SIGKILL) }
    defer { for worker in (try? process.children()) ?? [] { kill(worker, SIGKILL) } }
    // Workers that have started since the last look are stopped, too.
    var message = socket.next()
    while message != "WATCHDOG=trigger", message != "" {
      for worker in try process.children() { kill(worker, SIGSTOP) }
      try user.write("a.txt", "second words")
      message = socket.next()
    }
    #expect(message == "WATCHDOG=trigger")
    let log = try String(contentsOfFile: user.root + "/mds-log", encoding: .utf8)
    #expect(log.contains("no progress for 2 s while reading files"), "\(log)")
  }
}

extension DatagramSocket {
  /// All messages up to and including `last`.
  fileprivate func messages(to last: String) -> [String] {
    var messages: [String] = []
    while messages.last != last {
      messages.append(next())
      if messages.last == "" { break }
    }
    return messages
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Writers that are stopped by their terminal or by SIGSTOP, and writers that wait for them.
struct StopTests {
  private let user: TestEnvironment

  /// Creates so many files that an import takes some time.
  init() throws {
    user = try TestEnvironment(files: ["one/a.txt": "one"])
    for folder in 0..<100 {
      for file in 0..<200 { try user.write("many/\(folder)/\(file)", "") }
    }
    #expect(try user.run("mdimport", user.path("one")).status == 0)
  }

  private func start(_ tool: String, _ arguments: String..., errors: FileHandle = .nullDevice) throws -> Process {
    let process = user.process(tool, arguments, output: .nullDevice, errors: errors)
    try start(process)
    return process
  }

  /// Starts a process with no signal blocked. Otherwise it would inherit the signal mask of the
  /// test's thread, which blocks some.
  private func start(_ process: Process) throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Ends a process even if it is stopped.
  private func end(_ process: Process) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// `T` for a process that is stopped; `nil` once it has ended.
  private func state(of process: Process) -> Character? {
    let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    return text.flatMap { $0[($0.lastIndex(of: ")") ?? $0.startIndex)...].dropFirst(2).first }
  }

  /// Waits until a process has stopped.
  ///
  /// - Returns: `false` when it has ended.
  private func waitForStop(of process: Process) throws -> Bool {
    let end = Date(timeIntervalSinceNow: 300)
    while true {
      switch state(of: process) {
      case "T": return true
      case nil, "Z": return false
      default: if Date() > end { throw TestEnvironment.Failure(what: "the process stops", logs: "") }
      }
      sched_yield()
    }
  }

  /// The thread that holds the write lock; 0 if none does. It is the first word of a mutex in
  /// LMDB's lock file. Only a process that does not use the index may open this file.
  private func lockOwner() throws -> UInt32 {
    let catalog = try String(contentsOfFile: user.store + "/CURRENT", encoding: .utf8).trimmingCharacters(in: .newlines)
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(user.store)/\(catalog)/lock.mdb"))
    defer { try? file.close() }
    try file.seek(toOffset: 64)
    let word = try #require(try file.read(upToCount: 4))
    return word.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) } & 0x3FFF_FFFF
  }

  /// Stops a process with SIGSTOP in the middle of a transaction.
  private func stopInTransaction(_ process: Process) throws {
    repeat {
      kill(process.processIdentifier, SIGCONT)
      kill(process.processIdentifier, SIGSTOP)
      try #require(try waitForStop(of: process), "the process ended before it was stopped in a transaction")
      // The daemon may hold the lock.
    } while try !FileManager.default.fileExists(atPath: "/proc/\(process.processIdentifier)/task/\(lockOwner())")
  }

  @Test(arguments: [SIGTSTP, SIGTTIN, SIGTTOU])
  func `a terminal stops a writer only between transactions, and other writers continue`(signal: Int32) throws {
    let writer = try start("mdimport", user.files)
    defer { end(writer) }
    var stops = 0
    /// Sends the signal during a transaction, or shortly after it.
    func send() throws {
      while try lockOwner() == 0, writer.isRunning {}
      kill(writer.processIdentifier, signal)
    }
    try send()
    while try waitForStop(of: writer) {
      stops += 1
      #expect(try lockOwner() == 0)
      if stops % 8 == 1 {
        try user.write("one/b.txt", "stop \(stops)")
        #expect(try user.run("mdimport", user.path("one")).status == 0)
      }
      kill(writer.processIdentifier, SIGCONT)
      try send()
    }
    writer.waitUntilExit()
    #expect((writer.terminationReason, writer.terminationStatus) == (.exit, 0))
    #expect(stops > 8)
    #expect(try user.run("mdutil", "--verify").status == 0)
    #expect(try user.run("mdfind", "-count", "-onlyin", "many", "kMDItemContentType != public.folder").text == "20000\n")
  }

  @Test func `a stop that is continued before it takes effect is cancelled`() throws {
    let writer = try start("mdimport", user.files)
    defer { end(writer) }
    while writer.isRunning {
      kill(writer.processIdentifier, SIGTSTP)
      kill(writer.processIdentifier, SIGCONT)
      let end = Date(timeIntervalSinceNow: 10)
      while state(of: writer) == "T" { try #require(Date() < end, "it was continued, and stopped afterwards") }
    }
    #expect((writer.terminationReason, writer.terminationStatus) == (.exit, 0))
  }

  @Test func `ignored stop signals stay ignored`() throws {
    let writer = user.shellProcess("exec env --ignore-signal=TSTP mdimport .", output: .nullDevice, errors: .nullDevice)
    try start(writer)
    defer { end(writer) }
    let name = "/proc/\(writer.processIdentifier)/comm"
    try user.wait("the shell has become the tool") { try String(contentsOfFile: name, encoding: .utf8) == "mdimport\n" }
    while writer.isRunning {
      kill(writer.processIdentifier, SIGTSTP)
      sched_yield()
    }
    #expect((writer.terminationReason, writer.terminationStatus) == (.exit, 0))
  }

  @Test(arguments: [["mdimport", "one"], ["mdutil", "-i", "off", "one"]])
  func `a process that waits for a stopped writer reports it once, and continues after it`(command: [String]) throws {
    let writer = try start("mdimport", user.files)
    defer { end(writer) }
    try stopInTransaction(writer)
    let log = user.root + "/waiting.log"
    let waiting = user.process(command[0], Array(command.dropFirst()), output: .nullDevice, errors: try user.newFile(log))
    try start(waiting)
    defer { end(waiting) }
    let number = writer.processIdentifier
    let message =
      "\(command[0]): \(user.store): the index is locked by process \(number) (mdimport, stopped); waiting; 'kill -CONT \(number)' resumes it\n"
    try user.wait("the message") { try String(contentsOfFile: log, encoding: .utf8) == message || !waiting.isRunning }
    // A waiting process can itself be stopped.
    kill(waiting.processIdentifier, SIGTSTP)
    #expect(try waitForStop(of: waiting))
    kill(waiting.processIdentifier, SIGCONT)
    kill(writer.processIdentifier, SIGCONT)
    waiting.waitUntilExit()
    writer.waitUntilExit()
    #expect((waiting.terminationReason, waiting.terminationStatus, writer.terminationStatus) == (.exit, 0, 0))
    #expect(try String(contentsOfFile: log, encoding: .utf8) == message)
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `stopping a suspended daemon prints how to resume it`() throws {
    let daemon = try RunningDaemon(user)
    let number = daemon.process.processIdentifier
    kill(number, SIGSTOP)
    #expect(try waitForStop(of: daemon.process))
    let outcome = try user.run("mds", "--stop")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mds: process \(number) is stopped and cannot end; 'kill -CONT \(number)' resumes it, and then it ends\n")
    kill(number, SIGCONT)
    daemon.process.waitUntilExit()
    #expect((daemon.process.terminationReason, daemon.process.terminationStatus) == (.exit, 0))
  }

  @Test func `a daemon that waits for a writer logs it`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the first crawl is over") {
      try user.run("mdfind", "-count", "-onlyin", "many", "kMDItemContentType != public.folder").text == "20000\n"
    }
    let writer = try start("mdutil", "-i", "off", "many")
    defer { end(writer) }
    try stopInTransaction(writer)
    try user.write("one/new.txt", "later")
    let number = writer.processIdentifier
    try user.wait("the log") { daemon.log.contains(": the index is locked by process \(number) (mdutil, stopped); waiting;") }
    kill(number, SIGCONT)
    try user.wait("the change") { try user.find("later") == ["one/new.txt"] }
    #expect(daemon.log.split(separator: "\n").count { $0.contains("locked by process") } == 1)
  }
}

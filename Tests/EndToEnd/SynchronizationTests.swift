// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `mdfind -sync`: changes before the call are found, without another attempt.
struct SynchronizationTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment(files: ["a.txt": "first"]) }

  @Test func `the folder of cookies is created again if it is removed`() throws {
    let daemon = try RunningDaemon(user)
    for number in 0..<5 {
      try FileManager.default.removeItem(atPath: user.store + "/cookies")
      try user.write("\(number).txt", "word\(number)")
      let outcome = try user.run("mdfind", "-sync", "-timeout", "600", "word\(number)")
      #expect(outcome.lines == [user.path("\(number).txt")], "\(outcome.errors)")
    }
    #expect(daemon.process.isRunning)
  }

  @Test func `names, contents, renames and removals before the call are found`() throws {
    let daemon = try RunningDaemon(user)
    for number in 0..<20 {
      try user.write("folder \(number)/new.txt", "word\(number)")
      #expect(try user.find("-sync", "-name", "new.txt").count == 1)
      #expect(try user.find("-sync", "word\(number)") == ["folder \(number)/new.txt"])
      try FileManager.default.moveItem(atPath: user.path("folder \(number)"), toPath: user.path("moved \(number)"))
      #expect(try user.find("-sync", "word\(number)") == ["moved \(number)/new.txt"])
      #expect(try user.run("mdfind", "-sync", "-ranked", "word\(number)").lines == [user.path("moved \(number)/new.txt")])
      try FileManager.default.removeItem(atPath: user.path("moved \(number)"))
      #expect(try user.find("-sync", "-name", "new.txt") == [])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.store + "/cookies") == [])
    #expect(daemon.process.isRunning)
  }

  @Test func `a change through one name of a file is found under its other names`() throws {
    let daemon = try RunningDaemon(user)
    for number in 0..<5 {
      link(user.path("a.txt"), user.path("link\(number).txt"))
      try Data("word\(number)".utf8).write(to: URL(fileURLWithPath: user.path("link\(number).txt")), options: [])
      let names = ["a.txt"] + (0...number).map { "link\($0).txt" }
      #expect(try user.find("-sync", "-timeout", "600", "word\(number)") == names)
    }
    #expect(daemon.process.isRunning)
  }

  @Test func `a file that is open, and one that was truncated, are found as they are`() throws {
    let daemon = try RunningDaemon(user)
    let file = try #require(FileHandle(forWritingAtPath: user.path("a.txt")))
    for number in 0..<10 {
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data("word\(number)".utf8))
      #expect(try user.find("-sync", "kMDItemFSSize == 5") == ["a.txt"])
      #expect(try user.find("-sync", "word\(number)") == ["a.txt"])
      try #require(truncate(user.path("a.txt"), 0) == 0)
      #expect(try user.find("-sync", "kMDItemFSSize == 0") == ["a.txt"])
      #expect(try user.find("-sync", "word\(number)") == [])
    }
    #expect(daemon.process.isRunning)
  }

  @Test func `attributes that are printed are waited for`() throws {
    let daemon = try RunningDaemon(user)
    for number in 0..<20 {
      try user.setAttribute("user.xdg.tags", of: "a.txt", to: "red\(number)")
      let format = number.isMultiple(of: 2) ? ["-json"] : []
      let outcome = try user.run("mdfind", ["-sync", "-name", "a.txt", "-attr", "kMDItemUserTags"] + format)
      #expect(outcome.text.contains("red\(number)"), "\(outcome.text)")
    }
    #expect(daemon.process.isRunning)
  }

  @Test func `a query of names does not wait for contents`() throws {
    let daemon = try RunningDaemon(user)
    try #require(try user.run("mdutil", "pause").status == 0)
    try user.write("b.txt", "second")
    #expect(try user.find("-sync", "-name", "b.txt") == ["b.txt"])
    let outcome = try user.run("mdfind", "-sync", "-timeout", "0", "second")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("-sync: not all changes could be processed in 0 s, so hits may be missing"))
    #expect(daemon.process.isRunning)
  }

  @Test func `the end of the daemon ends the wait, and is reported`() throws {
    let daemon = try RunningDaemon(user)
    try #require(try user.run("mdutil", "pause").status == 0)
    try user.write("b.txt", "second")
    #expect(try user.find("-sync", "-name", "b.txt") == ["b.txt"])
    let errors = try user.newFile(user.root + "/errors.txt")
    let search = user.process("mdfind", ["-sync", "-timeout", "600", "second"], output: .nullDevice, errors: errors)
    try search.run()
    // The search waits for the content now or later; the daemon ends in either case.
    kill(daemon.process.processIdentifier, SIGTERM)
    search.waitUntilExit()
    #expect(search.terminationStatus == 1)
    let text = try String(contentsOfFile: user.root + "/errors.txt", encoding: .utf8)
    #expect(text.contains("the daemon ended before") || text.contains("no daemon is running"), "\(text)")
  }

  @Test func `what keeps changes from being found is reported`() throws {
    try user.index()
    let without = try user.run("mdfind", "-sync", "first")
    #expect(without.status == 1)
    #expect(without.lines == [user.path("a.txt")])
    #expect(without.errors == "mdfind: -sync: no daemon is running, so changes since the last import are missing\n")
    #expect(try user.run("mdfind", "-timeout", "1", "first").status == 2)
    #expect(try user.run("mdfind", "-sync", "-timeout", "soon", "first").status == 2)
    let daemon = try RunningDaemon(user)
    kill(daemon.process.processIdentifier, SIGSTOP)
    defer { kill(daemon.process.processIdentifier, SIGCONT) }
    let suspended = try user.run("mdfind", "-sync", "-timeout", "1", "first")
    #expect(suspended.status == 1)
    #expect(suspended.errors.contains("is stopped; 'kill -CONT"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Tools whose standard descriptors are closed, full, broken or non-blocking.
struct DescriptorTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "one", "b.txt": "two"])
  }

  /// Expects that the index is undamaged and finds all files.
  private func expectSoundIndex(_ location: SourceLocation = #_sourceLocation) throws {
    let verification = try user.run("mdutil", "--verify")
    #expect(verification.status == 0, "\(verification.errors)", sourceLocation: location)
    #expect(try user.find("kMDItemFSName == \"*.txt\"") == ["a.txt", "b.txt"], sourceLocation: location)
  }

  private static let allClosings = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]

  @Test(arguments: allClosings.sampled(every: 2))
  func `an import with closed descriptors leaves a sound index`(closing: String) throws {
    for work in ["mdimport .", "echo more >>a.txt; mdimport .", "mdutil -E", "mdutil --repair", "mdimport -r public.plain-text"] {
      #expect(try user.shell("\(work) \(closing)").status == (closing.contains(" >&-") || closing.hasPrefix(">&-") ? 1 : 0), "\(work)")
      try expectSoundIndex()
    }
  }

  @Test(arguments: allClosings)
  func `reading with closed descriptors changes nothing in the index`(closing: String) throws {
    try user.index()
    func state() throws -> [Data] {
      try ["CURRENT", "generation", "catalog-0001/data.mdb"].map { try Data(contentsOf: URL(fileURLWithPath: "\(user.store)/\($0)")) }
    }
    let before = try state()
    for work in ["mdfind '*'", "mdfind --json 'one'", "mdls a.txt", "mdutil -s", "mdutil --verify", "mdfind 'malformed =='"] {
      try user.shell("\(work) \(closing)")
      #expect(try state() == before, "\(work)")
      try expectSoundIndex()
    }
  }

  @Test(arguments: [
    ("mdfind", "'*'"), ("mdls", "a.txt"), ("mdls", "--json a.txt"), ("mdutil", "-s"), ("mdimport", "."), ("mdimport", "-t a.txt"),
    ("mds", "-help"),
  ])
  func `output that cannot be written is an error`(tool: String, arguments: String) throws {
    try user.index()
    let closed = try user.shell("\(tool) \(arguments) >&-")
    #expect(closed.status == 1)
    #expect(closed.errors == "\(tool): cannot write to standard output: Bad file descriptor\n")
    let full = try user.shell("\(tool) \(arguments) >/dev/full")
    #expect(full.status == 1)
    #expect(full.errors == "\(tool): cannot write to standard output: No space left on device\n")
  }

  @Test func `a search without hits needs no output descriptor`() throws {
    try user.index()
    #expect(try user.shell("mdfind kMDItemFSName == none >&-").status == 0)
  }

  @Test func `a tool ends by SIGPIPE when its reader goes away`() throws {
    try user.index()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let ended = try user.shell("exec env --default-signal=PIPE mdfind '*'", output: pipe.fileHandleForWriting)
    #expect((ended.status, ended.errors) == (-SIGPIPE, ""))
    let ignored = try user.shell("exec env --ignore-signal=PIPE mdfind '*'", output: pipe.fileHandleForWriting)
    #expect((ignored.status, ignored.errors) == (1, "mdfind: cannot write to standard output: Broken pipe\n"))
  }

  @Test(arguments: ["2>&-", "2>/dev/full", ""])
  func `standard error that cannot be written changes no result`(redirection: String) throws {
    try user.writeConfiguration("root = \(user.files)\n")
    let broken = Pipe()
    try broken.fileHandleForReading.close()
    func run(_ command: String) throws -> (status: Int32, text: String) {
      let outcome = try user.shell(
        "exec env --default-signal=PIPE \(command) \(redirection)", errors: redirection.isEmpty ? broken.fileHandleForWriting : nil)
      return (outcome.status, outcome.text)
    }
    #expect(try run("mdimport --progress nowhere .") == (1, "2 names (2 new, 0 changed, 0 removed); 2 files read, 0 failed\n"))
    #expect(try run("mdfind -onlyin nowhere -onlyin . kMDItemFSName == a.txt") == (1, user.path("a.txt") + "\n"))
    #expect(try run("mdfind kMDItemFSNam == a.txt") == (0, ""))
    #expect(try run("mdls -raw -name kMDItemFSName nowhere a.txt") == (1, "a.txt"))
    #expect(try run("mdutil -s nowhere .") == (1, "\(user.files):\n\tIndexing enabled. \n"))
    #expect(try run("mdfind -nonsense").status == 2)
  }

  @Test func `a daemon continues when its log cannot be written`() throws {
    let broken = Pipe()
    try broken.fileHandleForReading.close()
    for (redirection, errors) in [("2>/dev/full", FileHandle.nullDevice), ("2>&-", .nullDevice), ("", broken.fileHandleForWriting)] {
      let daemon = user.shellProcess(
        "exec env --default-signal=PIPE mds --foreground \(redirection)", output: .nullDevice, errors: errors)
      daemon.environment?["HOME"] = user.files
      try daemon.run()
      defer {
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
      }
      let name = "new-\(daemon.processIdentifier).txt"
      try user.wait("the daemon runs") { try user.run("mdutil", "-s").text.contains("process \(daemon.processIdentifier)") }
      try user.write(name, "written later")
      try user.wait("a change after the log broke") { try user.find("later").contains(name) }
      #expect(daemon.isRunning)
      #expect(try user.run("mds", "--stop").status == 0)
      daemon.waitUntilExit()
      #expect(daemon.terminationReason == .exit && daemon.terminationStatus == 0)
    }
  }

  /// Reads slowly, like a pager: one page after the pipe is full.
  @Test func `output to a non-blocking descriptor is complete`() throws {
    let count = 3000
    for number in 0..<count { try user.write("many/a file with a name that is somewhat longer \(number)", "") }
    try user.index()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let writer = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    let process = user.process("mdfind", ["-onlyin", "many", "kMDItemFSName == \"a file*\""], output: writer, errors: .nullDevice)
    try process.run()
    try writer.close()
    // Waits until the pipe is full and the tool has to wait.
    var capacity: Int32 = 0
    while process.isRunning, capacity < 60_000 { try #require(ioctl(ends[0], UInt(FIONREAD), &capacity) == 0) }
    let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let output = try reader.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(output.count { $0 == UInt8(ascii: "\n") } == count)
  }
}

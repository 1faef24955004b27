// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Programs that inherit resource limits and ignored signals from their parent.
struct SignalTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "one", "b.txt": "two"])
  }

  /// In blocks of 512 bytes, as the shell counts: more than workers need, less than many names
  /// need.
  private static let limit = 2100

  @Test func `a limit on file sizes is reported and ends no program`() throws {
    try user.index()
    let count = 6000
    let long = String(repeating: "long ", count: 40)
    for number in 0..<count { user.write(bytes: Array("\(long)\(number)".utf8), "") }
    let limited = try user.shell("ulimit -f \(Self.limit); exec mdimport .")
    #expect(limited.status == 1)
    #expect(limited.errors.contains("ulimit -f"), "\(limited.errors)")
    #expect(try user.run("mdutil", "--verify").status == 0)
    #expect(try user.find("one") == ["a.txt"])
    let withoutWorkers = try user.shell("ulimit -f 8; exec mdimport .")
    #expect(withoutWorkers.status == 1)
    #expect(withoutWorkers.errors.contains("ulimit -f"), "\(withoutWorkers.errors)")
    let output = try user.shell("ulimit -f 0; exec mdfind '*'")
    #expect((output.status, output.text) == (1, ""))
    try user.index()
    #expect(try user.run("mdfind", "-count", "kMDItemFSName == \"\(long)*\"").text == "\(count)\n")
  }

  @Test func `programs work within a limit on the address space, or report it`() throws {
    let small = try user.shell("ulimit -v 300000; exec mdimport .")
    #expect((small.status, small.text) == (1, ""))
    #expect(small.errors.hasPrefix("mdimport: the address space is limited to 307.2 MB"), "\(small.errors)")
    let large = try user.shell("ulimit -v 1000000; exec mdimport .")
    #expect((large.status, large.errors) == (0, ""))
    #expect(large.text.contains("2 files read, 0 failed"), "\(large.text)")
    for tool in ["mdfind", "mdls"] {
      let tiny = try user.shell("ulimit -v 60000; exec \(tool) one")
      #expect((tiny.status, tiny.text) == (1, ""))
      #expect(tiny.errors == "\(tool): the address space is limited to 61.4 MB; 67.1 MB are needed; raise the limit (ulimit -v 65536)\n")
      // With less, the kernel does not start a program with the data of a debug build.
      let data = try user.shell("ulimit -d 12000; exec \(tool) one")
      #expect((data.status, data.text) == (1, ""))
      #expect(data.errors == "\(tool): the data segment is limited to 12.3 MB; 67.1 MB are needed; raise the limit (ulimit -d 65536)\n")
    }
    for limit in [100_000, 200_000] {
      let found = try user.shell("ulimit -v \(limit); exec mdfind one")
      #expect((found.status, found.lines, found.errors) == (0, [user.path("a.txt")], ""))
    }
  }

  @Test func `a limit on open files that is too small is told`() throws {
    try user.index()
    for (tool, minimum) in [("mdimport .", 128), ("mds", 128), ("mdutil -s", 128), ("mdfind one", 16), ("mdls a.txt", 16)] {
      let small = try user.shell("ulimit -n \(minimum - 1); exec \(tool)")
      let name = tool.prefix { $0 != " " }
      #expect((small.status, small.text) == (1, ""), "\(tool)")
      let message = "the number of open files is limited to \(minimum - 1); \(minimum) are needed; raise the limit (ulimit -n \(minimum))"
      #expect(small.errors == "\(name): \(message)\n")
      guard name != "mds" else { continue }
      let enough = try user.shell("ulimit -n \(minimum); exec \(tool)")
      #expect((enough.status, enough.errors) == (0, ""), "\(tool)")
    }
  }

  @Test func `a limit on the stack that is too small is told`() throws {
    try user.index()
    for tool in ["mdimport .", "mds", "mdutil -s", "mdfind one", "mdls a.txt"] {
      let small = try user.shell("ulimit -s 64; exec \(tool)")
      let name = tool.prefix { $0 != " " }
      #expect((small.status, small.text) == (1, ""), "\(tool)")
      #expect(small.errors == "\(name): the stack is limited to 65.5 kB; 524.3 kB are needed; raise the limit (ulimit -s 512)\n")
    }
    try user.write("a.txt", "other")
    let enough = try user.shell("ulimit -s 512; mdimport . && mdfind other && mdls -name kMDItemFSName a.txt")
    #expect((enough.status, enough.errors) == (0, ""))
    #expect(enough.lines.contains(user.path("a.txt")), "\(enough.text)")
  }

  @Test func `a daemon continues when its log has reached the limit on file sizes`() throws {
    let log = user.root + "/mds-limited.log"
    let before = Data(repeating: UInt8(ascii: "\n"), count: Self.limit * 512)
    try before.write(to: URL(fileURLWithPath: log))
    let daemon = user.shellProcess(
      "ulimit -f \(Self.limit); exec mds --foreground >>'\(log)' 2>&1", output: .nullDevice, errors: .nullDevice)
    daemon.environment?["HOME"] = user.files
    try daemon.run()
    defer {
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
    }
    try user.wait("a first file is found") { try !daemon.isRunning || user.find("one") == ["a.txt"] }
    try user.write("c.txt", "later")
    try user.wait("a change is found") { try !daemon.isRunning || user.find("later") == ["c.txt"] }
    #expect(daemon.isRunning)
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
  }

  @Test func `the exit status of a worker is known when the parent ignores SIGCHLD`() throws {
    let large = user.path("large.txt")
    try Data(repeating: UInt8(ascii: "x"), count: 64 << 20).write(to: URL(fileURLWithPath: large))
    let process = user.shellProcess("exec env --ignore-signal=CHLD mdimport .", output: .nullDevice, errors: .nullDevice)
    try process.run()
    // A worker that has the file open is reading it. Before it runs its program, it has the files of its parent.
    try user.wait("the worker reads") {
      guard let worker = try workers(of: process.processIdentifier).first(where: { isRunning("mdworker", in: $0) && isOpen(large, in: $0) })
      else {
        return !process.isRunning
      }
      return kill(worker, SIGSEGV) == 0
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let failures = try user.run("mdutil", "--failed").text
    #expect(failures.contains("large.txt: the worker was killed by signal \(SIGSEGV)"), "\(failures)")
  }

  private func workers(of process: Int32) throws -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let lists = try FileManager.default.contentsOfDirectory(atPath: tasks).map {
      try? String(contentsOfFile: "\(tasks)/\($0)/children", encoding: .utf8)
    }
    return lists.flatMap { ($0 ?? "").split(separator: " ").compactMap { Int32($0) } }
  }

  private func isRunning(_ program: String, in process: Int32) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"))?.hasSuffix("/\(program)") == true
  }

  private func isOpen(_ path: String, in process: Int32) -> Bool {
    let descriptors = "/proc/\(process)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return numbers.contains { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")) == path }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The message of mdfind while documents are waiting to be read.
struct UnreadContentTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment(files: ["a.txt": "first words"]) }

  /// The daemon's workers, which read contents.
  private func workers(of daemon: RunningDaemon) throws -> [pid_t] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
    return names.filter { number in
      guard let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8) else { return false }
      return status.contains("\nPPid:\t\(daemon.process.processIdentifier)\n")
    }
  }

  private func shown(_ arguments: String...) throws -> String {
    String(decoding: try user.runOnTerminal("mdfind", ["-color", "never"] + arguments, showsErrors: true).shown, as: UTF8.self)
  }

  @Test func `a note on a terminal says that hits may be missing, only if the query needs contents`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("first") == ["a.txt"] }
    let found = user.path("a.txt") + "\n"
    #expect(try shown("words") == found)

    // Files that change while the daemon runs have a worker of their own, which starts with the first.
    try user.write("c.txt", "third")
    try user.wait("the text of a new file is found") { try user.find("third") == ["c.txt"] }
    let stopped = try workers(of: daemon)
    try #require(!stopped.isEmpty)
    for worker in stopped { kill(worker, SIGSTOP) }
    defer { for worker in stopped { kill(worker, SIGCONT) } }
    try user.write("b.txt", "second words")
    try user.wait("the name is found") { try user.find("-name", "b.txt") == ["b.txt"] }
    let note = "mdfind: 1 of 4 documents has not been read yet, so some hits may be missing; mdutil -s shows how many remain\n"
    #expect(try shown("words") == found + note)
    #expect(try shown("-count", "kMDItemTitle == *") == "0\n" + note)
    #expect(try shown("-name", "a.txt") == found)
    #expect(try shown("kMDItemFSSize == 11") == found)
    #expect(try user.run("mdfind", "words").errors.isEmpty, "a script is not told")

    for worker in stopped { kill(worker, SIGCONT) }
    try user.wait("the new text is found") { try user.find("second") == ["b.txt"] }
    #expect(try shown("second") == user.path("b.txt") + "\n")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `mdfind -duplicates`.
struct DuplicateTests {
  private let user: TestEnvironment
  /// Longer than what is compared first, and than what is read at once.
  private static let long = String(repeating: "0123456789abcdef", count: 20_000)

  init() throws {
    var changed = Array(Self.long)
    changed[150_000] = "X"
    user = try TestEnvironment(files: [
      "a/one.txt": "equal text", "b/two.txt": "equal text", "b/other.txt": "equal size", "empty 1": "", "empty 2": "",
      "long 1.log": Self.long, "c/long 2.log": Self.long, "long 3.log": Self.long, "changed.log": String(changed), "alone.txt": "alone",
    ])
    try #require(link(user.path("a/one.txt"), user.path("a/second name.txt")) == 0)
    try #require(symlink("one.txt", user.path("a/link.txt")) == 0)
    try user.index()
  }

  private func groups(_ arguments: String...) throws -> [[String]] {
    let outcome = try user.run("mdfind", ["-duplicates"] + arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.text.replacing(user.files + "/", with: "").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.split(separator: "").map { $0.map(String.init) }
  }

  @Test func `files with equal content are printed in groups, those that take most space first`() throws {
    let long = ["c/long 2.log", "long 1.log", "long 3.log"]
    #expect(try groups() == [long, ["a/one.txt", "b/two.txt"]])
    #expect(try groups("-limit", "1") == [long])
    #expect(try groups("-name", "*.txt") == [["a/one.txt", "b/two.txt"]])
    #expect(try groups("-onlyin", user.path("b")) == [])
    #expect(try groups("equal") == [["a/one.txt", "b/two.txt"]])
    #expect(try groups("kMDItemFSSize > 1000") == [long])
    let zeros = try user.run("mdfind", "-duplicates", "-0", "-name", "*.txt").text
    #expect(zeros == user.path("a/one.txt") + "\0" + user.path("b/two.txt") + "\0")
    let lines = try user.run("mdfind", "-duplicates", "-json").lines
    #expect(lines.count == 5)
    #expect(lines.last == "{\"group\":2,\"kMDItemPath\":\"\(user.path("b/two.txt"))\",\"size\":10}", "\(lines)")
  }

  @Test func `on a terminal, the sizes are shown`() throws {
    let (status, shown) = try user.runOnTerminal("mdfind", ["-duplicates", "equal"], showsErrors: true)
    #expect(status == 0)
    let paths = ["a/one.txt", "b/two.txt"].map { user.path($0) + "\n" }.joined()
    #expect(String(decoding: shown, as: UTF8.self) == "2 files of 10 bytes:\n\(paths)mdfind: the copies take 10 bytes\n")
  }

  @Test func `what has changed since it was indexed counts as it is`() throws {
    try user.write("b/two.txt", "other text")
    try user.write("b/other.txt", "equal text")
    #expect(try groups("-name", "*.txt") == [["a/one.txt", "b/other.txt"]])
    try FileManager.default.removeItem(atPath: user.path("b/other.txt"))
    #expect(try groups("-name", "*.txt") == [])
  }

  @Test func `a file that cannot be read is reported`() throws {
    try user.write("b/two.txt", "equal text")
    chmod(user.path("b/two.txt"), 0)
    let outcome = try user.outcome { output, errors in
      // Files of others cannot be read without privileges.
      user.process(
        executable: "/usr/bin/setpriv",
        ["--bounding-set=-all", "--inh-caps=-all", user.tools + "/mdfind", "-duplicates", "-name", "*.txt"], output: output, errors: errors)
    }
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("b/two.txt") && outcome.errors.contains("ermission denied"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: ["-attr name", "-context", "-count", "-live", "-open 1", "-ranked", "-sort name", "-save x", "-unranked"])
  func `an option that does not concern groups is an error`(option: String) throws {
    let outcome = try user.run("mdfind", ["-duplicates"] + option.split(separator: " ").map(String.init) + ["equal"])
    #expect(outcome.status == 2 && outcome.errors.contains("cannot be combined"), "\(outcome.errors)")
  }
}

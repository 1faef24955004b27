// SPDX-License-Identifier: Apache-2.0

import SystemPlatform
import Testing

@testable import LogMessages

struct LogMessageTests {
  private let redaction = PathRedaction { ["pdf", "txt", "numbers"].contains($0) }

  /// An error that names a file.
  private struct FileError: Error, LogMessageConvertible {
    let path: [UInt8]

    var logMessage: LogMessage {
      var message: LogMessage = "\(path: path): Permission denied"
      message.errorNumber = 13
      return message
    }
  }

  private struct PlainError: Error, CustomStringConvertible { let description = "two\nlines" }

  private func replacement(_ path: String) -> String { redaction.replacement(for: Array(path.utf8)) }

  @Test func `a message has the paths for the user, and numbers for others`() {
    let message: LogMessage = "\(path: "/home/u/Divorce"): not indexed, \(counted(2, "folder")) in \(path: "/home/u/a.txt")"
    #expect(message.description == "/home/u/Divorce: not indexed, 2 folders in /home/u/a.txt")
    let numbers = [replacement("/home/u/Divorce"), replacement("/home/u/a.txt")]
    #expect(message.redacted(by: redaction) == "\(numbers[0]): not indexed, 2 folders in \(numbers[1])")
  }

  @Test func `the paths in an error stay private wherever its message goes, and its number is known`() {
    let error: any Error = FileError(path: Array("/home/u/a\u{1B}.txt".utf8))
    let inner: LogMessage = "first: \(error)"
    let outer: LogMessage = "\(inner); second: \(FileError(path: [0x2F, 0xE9]))"
    #expect(outer.description == #"first: $'/home/u/a\033.txt': Permission denied; second: $'/\351': Permission denied"#)
    #expect(outer.errorNumber == 13)
    let numbers = [replacement("/home/u/a\u{1B}.txt"), redaction.replacement(for: [0x2F, 0xE9])]
    #expect(outer.redacted(by: redaction) == "first: \(numbers[0]): Permission denied; second: \(numbers[1]): Permission denied")
  }

  @Test func `the path of a failed call is private, and its number is known`() {
    let message: LogMessage = "\(SystemError(code: Errno(13), call: "open", path: Path("/home/u/a.txt")))"
    #expect(message.description == "/home/u/a.txt: Permission denied (open)")
    #expect(message.redacted(by: redaction) == "\(replacement("/home/u/a.txt")): Permission denied (open)")
    #expect(message.errorNumber == 13)
    #expect(SystemError(code: Errno(24), call: "pipe").description == "Too many open files (pipe)")
  }

  @Test func `other values become text on one line`() {
    let message: LogMessage = "\(PlainError()), \(5), \("\u{1B}[1m" as String)"
    #expect(message.description == #"two\nlines, 5, \033[1m"#)
    #expect(message.redacted(by: redaction) == message.description)
    #expect(message.errorNumber == nil)
  }

  @Test func `messages with the same text and paths are equal`() {
    #expect("a\("b")c" as LogMessage == "abc")
    #expect("a\("")" as LogMessage == "a")
    #expect("\(path: "/a")" as LogMessage != "/a")
    #expect("\(path: "/a")b" as LogMessage == "\(path: "/a")\("b")")
  }

  @Test(arguments: [
    ("It failed." as LogMessage, "It failed"), ("it failed", "it failed"), ("", ""), (".", ""),
    ("in \(path: "/a.")" as LogMessage, "in /a."),
  ])
  func `a sentence goes on without its full stop`(message: LogMessage, text: String) {
    #expect(message.withoutFullStop.description == text)
  }
}

struct PathRedactionTests {
  private let redaction = PathRedaction { ["pdf", "txt", "numbers", "c"].contains($0) }

  private func replacement(_ path: String) -> String { redaction.replacement(for: Array(path.utf8)) }

  @Test func `a number stands for one path in one process`() {
    #expect(replacement("/home/u/a.pdf") == replacement("/home/u/a.pdf"))
    let paths = ["/home/u/a.pdf", "/home/u/b.pdf", "/home/u", "/", "", "/home/u/a.pdf/"]
    #expect(Set(paths.map(replacement)).count == paths.count)
    let other = PathRedaction { _ in true }
    #expect(other.replacement(for: Array("/home/u/a.pdf".utf8)) != replacement("/home/u/a.pdf"))
  }

  @Test(arguments: [
    ("/home/u/Report.pdf", ".pdf"), ("/home/u/REPORT.PDF", ".pdf"), ("a.b.txt", ".txt"), ("/x/Budget.numbers", ".numbers"),
    ("/x/é.c", ".c"),
    ("/home/jane.doe", ""), ("/home/u/.txt", ""), ("/home/u/a.", ""), ("/home/u.txt/a", ""), ("/home/u/a.pdf/", ".pdf"),
    ("/a.p\u{1B}df", ""),
    ("/a.pdf ", ""), ("/a.pdƒ", ""), ("/a.", ""), ("/", ""), ("", ""), ("/a.\(String(repeating: "x", count: 200))", ""),
  ])
  func `only an extension of a known type is shown`(path: String, shown: String) throws {
    let match = try #require(replacement(path).wholeMatch(of: /<private [0-9a-f]{8}(\.[a-z0-9]+)?>/), "\(replacement(path))")
    #expect(match.1.map(String.init) ?? "" == shown)
  }

  @Test func `names that are not printable are redacted as others are`() throws {
    let bytes: [UInt8] = [0x2F, 0xE9, 0x0A] + Array(".txt".utf8)
    #expect(redaction.replacement(for: bytes).wholeMatch(of: /<private [0-9a-f]{8}\.txt>/) != nil)
    #expect(redaction.replacement(for: bytes) != redaction.replacement(for: [0x2F, 0xE8, 0x0A] + Array(".txt".utf8)))
  }

  @Test func `each process draws its seed`() throws {
    let numbers = (0..<20).map { _ in PathRedaction { _ in false }.replacement(for: Array("/home/u".utf8)) }
    #expect(Set(numbers).count == numbers.count)
  }
}

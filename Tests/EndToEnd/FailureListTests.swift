// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `mdutil --failed` for scripts.
struct FailureListTests {
  /// A member for each fact about a failure.
  private struct Listed: Decodable {
    var kMDItemPath: String
    var kMDItemPathBytes: Data?
    var partial: Bool
    var reason: String
    var importer: String?
    var version: Int?
    var time: Date
  }

  /// Not UTF-8.
  private static let name = Array("c".utf8) + [0xFF] + Array(".docx".utf8)

  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a \"b\"\nc.docx": "neither", "broken.pdf": "%PDF-1.4 nothing", "fine.txt": "one"])
    user.write(bytes: Self.name, "neither")
    try user.index()
  }

  @Test func `each failure is a JSON object on a line`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let listed = try user.run("mdutil", "--failed", "--json").lines.map { try decoder.decode(Listed.self, from: Data($0.utf8)) }
    #expect(listed.map(\.kMDItemPath) == ["a \"b\"\nc.docx", "broken.pdf", "c\u{FFFD}.docx"].map(user.path))
    #expect(listed.map(\.kMDItemPathBytes) == [nil, nil, Data(Array(user.path("").utf8) + Self.name)])
    #expect(listed.map(\.partial) == [false, true, false])
    for failure in listed {
      #expect(failure.importer?.contains(" ") == false && failure.version != nil, "\(failure)")
      #expect(abs(failure.time.timeIntervalSinceNow) < 600)
    }
    #expect(listed.first?.reason == "The file is damaged: it is neither a ZIP archive nor XML.")
  }

  @Test func `paths that end with NUL are exact`() throws {
    let output = try user.run("mdutil", "--failed", "-0").output
    let paths = [Array("a \"b\"\nc.docx".utf8), Array("broken.pdf".utf8), Self.name].map { Array(user.path("").utf8) + $0 }
    #expect(output == Array(paths.map { $0 + [0] }.joined()))
  }

  @Test(arguments: [
    (["--failed", "-0", "--json"], "-0 and -json exclude each other"), (["-s", "--json"], "-json needs -failed"),
    (["-L", "-0"], "-0 needs -failed"),
  ])
  func `the formats are for this list, one at a time`(arguments: [String], message: String) throws {
    let outcome = try user.run("mdutil", arguments)
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("mdutil: \(message)\n"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}

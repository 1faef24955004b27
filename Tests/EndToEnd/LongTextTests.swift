// SPDX-License-Identifier: Apache-2.0

import Testing

/// A text of more than two mebibytes, which the index stores in parts.
struct LongTextTests {
  @Test func `the last word of a long text and phrases anywhere in it are found`() throws {
    let user = try TestEnvironment()
    // There are no line breaks at which the text could be divided. Every number is a word.
    let words = (0..<310_000).map { "w\($0)" }
    try user.write("long.txt", words.joined(separator: " ") + " ästhetik")
    try user.index()
    try user.expect(
      [
        ("ästhetik", ["long.txt"]), ("\"w309999 ästhetik\"", ["long.txt"]), ("w310000", []),
        ("\"\(words[150_000..<150_010].joined(separator: " "))\"", ["long.txt"]), ("\"w150001 w150000\"", []),
      ].map { ("kMDItemTextContent == \($0.0)", $0.1) })
  }
}

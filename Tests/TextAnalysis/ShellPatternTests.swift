// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import TextAnalysis

struct ShellPatternTests {
  /// The same by recursion over characters: slow, but simple.
  private func matches(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*": return text.indices.contains { matches(rest, text[$0...]) } || matches(rest, [])
    case "?": return !text.isEmpty && matches(rest, text.dropFirst())
    case "[":
      guard let close = rest.dropFirst().firstIndex(of: "]"), let next = text.first else { return false }
      return rest[..<close].contains(next) && matches(rest[(close + 1)...], text.dropFirst())
    default: return text.first == first && matches(rest, text.dropFirst())
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a pattern agrees with its definition`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<500 {
      let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        ["a", "b", "é", "*", "?", "[ab]", "[éa]"].randomElement(using: &random) ?? ""
      }.joined()
      let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in ["a", "b", "é", "漢"].randomElement(using: &random) ?? "" }.joined()
      let expected = matches(Array(pattern.unicodeScalars)[...], Array(text.unicodeScalars)[...])
      let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      #expect(StringPattern(shell: parts, folding: []).matches(text) == expected, "seed \(seed): \(pattern), \(text)")
      count += expected ? 1 : 0
    }
    #expect(count > 20)
  }

  @Test(arguments: [
    (["a?c"], "ABC", true), (["É?"], "ex", true), (["[B-D]x"], "cX", true), (["[!É]"], "e", false), (["?"], "\u{FB01}", false),
  ])
  func `characters are folded before they are compared`(parts: [String], text: String, isMatch: Bool) {
    #expect(StringPattern(shell: parts, folding: .all).matches(text) == isMatch)
  }

  @Test func `the time for long patterns is linear in pattern and text`() {
    let text = String(repeating: "a", count: 20_000)
    for part in ["[", "[a", "a", "?", "[!", "\\"] {
      _ = StringPattern(shell: [String(repeating: part, count: 20_000)], folding: .all).matches(text)
    }
    #expect(!StringPattern(shell: ["", "a?b", ""], folding: .all).matches(text))
    #expect(!StringPattern(shell: Array(repeating: "a?", count: 30) + ["b"], folding: .all).matches(text))
  }

  @Test func `bytes that are not UTF-8 count as characters`() {
    let name: [UInt8] = [0x41, 0xFF, 0xFE]
    for (part, isMatch) in [("a??", true), ("a?", false), ("a[\u{FFFD}]?", true)] {
      let found = StringPattern(shell: [part], folding: .all).matches(utf8: name.span)
      #expect(found == isMatch, "\(part)")
    }
  }
}

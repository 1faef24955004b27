// SPDX-License-Identifier: Apache-2.0

import TestSupport

extension SeededGenerator {
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
  /// Words of few letters in many forms, so that random patterns often match, separated by noise.
  mutating func text(pieces count: Int) -> [UInt8] {
    let pieces = [
      "a", "b", "ab", "ba", "A", "B", "aB", "bA", "AB", "aBa", "ABab", "é", "E\u{301}", "ß", "ss", "Σ", "ς", "中", "文", "カ", "ก", "ิ", "7",
      "ـ", "\u{AD}", "ﬁ", "fi", "K", "か\u{200D}\u{3099}", "が", "京", "都", "東京", "東京都", "中国", "人民", "日本語", "カード", "ภาษา", "ไทย", "aBAb",
      "a++", "b#", "aB+", ".NET", "net",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes.append(contentsOf: pick(pieces).utf8)
      if Int.random(in: 0..<50, using: &self) == 0 { bytes.append(.random(in: 0x80...0xFF, using: &self)) }
      bytes.append(contentsOf: pick(["", "", " ", " ", ", ", "-", "'", "+", "#", "."]).utf8)
    }
    return bytes
  }

  /// A value with stars, split at the stars.
  mutating func patternParts() -> [String] {
    let pieces = [
      "a", "b", "ab", "A", "aB", "é", "e", "ß", "s", "中", "ss", "Σ", "か", "が", "7", "fi", "ـ", "京", "都", "東京", "京都",
      "国", "中国", "日本", "カー", "ไทย", "ภา", "aBAb", "a++", "b#", "aB+", ".net", "net",
    ]
    var value = ""
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      value += pick(["", "", "", "*"]) + pick(pieces) + pick(["", "", " ", "*", "-", "* ", "+", "#"])
    }
    return value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }
}

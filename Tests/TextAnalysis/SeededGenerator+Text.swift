// SPDX-License-Identifier: Apache-2.0

import TestSupport

extension SeededGenerator {
  /// Text with letters of many scripts, separators and noise: long words, invalid scalars, isolated
  /// marks.
  mutating func text(length: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let pieces = [
      "a", "b", "A", "B", "7", " ", "-", "'", "é", "e\u{301}", "ß", "Σ", "ς", "中", "カ", "ก", "ิ", "中国人民", "東京都", "ไทย", "한", "\u{AD}", "😀",
      "K", "+", "++", "#", ".", " .net",
    ]
    while bytes.count < length {
      switch Int.random(in: 0..<40, using: &self) {
      case 0: bytes.append(.random(in: 0x80...0xFF, using: &self))
      case 1: bytes.append(contentsOf: repeatElement(0x61, count: .random(in: 1...300, using: &self)))
      case 2: bytes.append(contentsOf: "aB".utf8)
      default: bytes.append(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &self)].utf8)
      }
    }
    return Array(bytes.prefix(length))
  }
  /// Words and single letters of scripts without spaces, in random order, with some punctuation.
  mutating func sentence(pieces count: Int) -> String {
    let pieces = [
      "東京", "京都", "都", "大学", "日本", "語", "学", "北京", "中国", "人民", "に", "住んで", "います", "カード", "ー", "𠮷", "、", "ภาษา", "ไทย", "ก", "เป็น", "ที่",
    ]
    return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &self)] }.joined() + "学"
  }
}

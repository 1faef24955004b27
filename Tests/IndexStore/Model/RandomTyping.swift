// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Texts as people and their pets type them into a search field.
struct RandomTyping {
  /// Words that the documents of a test have, and that are typed.
  static let words = [
    "budget", "annual", "report", "Kaffee", "café", "tea", "whale", "recipe", "PostgreSQL", "C++", "東京", "日本語", "naïve", "2024", "x",
    "linguistic", "filter", "don't", "über",
  ]
  private static let oddities = [
    "\"", "\"", "(", ")", "-", "!", "|", "||", "OR", "AND", "NOT", "&&", "*", "'", "\\", "“", "”", "«", "kind:", "kind:pdf", "size:abc",
    "size:>1MB", "created:today", "date:\"x", "title:budget", "title:\"annual report", "author:", "😀", "👨‍👩‍👧", "e\u{301}", "\u{301}", "\0",
    "\u{FFFF}", "\u{200F}", "\n", "\t", "%s", "<3", "->", "$time.now", "a == b", "InRange(", "#", "++", ".NET", "...", ",", "°",
  ]

  private var random: SeededGenerator
  var seed: UInt64 { random.seed }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func chance(_ part: Int) -> Bool { number(below: part) == 0 }

  mutating func word() -> String { Self.words[number(below: Self.words.count)] }

  /// Some words, for a title or a text.
  mutating func words(atMost count: Int) -> String { (0..<number(below: count + 1)).map { _ in word() }.joined(separator: " ") }

  /// A word with a typo, or its beginning.
  private mutating func misspelled() -> String {
    var letters = Array(word())
    let index = number(below: letters.count)
    switch number(below: 4) {
    case 0: letters.remove(at: index)
    case 1: letters.insert("q", at: index)
    case 2: letters[index] = "z"
    default: letters = Array(letters[...index])
    }
    return String(letters)
  }

  mutating func text() -> String {
    if chance(12) { return many() }
    var text = ""
    for _ in 0..<number(below: 9) {
      switch number(below: 8) {
      case 0, 1: text += word()
      case 2: text += misspelled()
      case 3: text += "\"" + words(atMost: 3) + "\""
      case 4: text += ["-", "NOT ", "!", "("][number(below: 4)] + word()
      default: text += Self.oddities[number(below: Self.oddities.count)]
      }
      if !chance(4) { text += " " }
    }
    return chance(3) ? String(text.dropLast()) : text
  }

  /// More words than a query has, and phrases before and after them.
  private mutating func many() -> String {
    let count = 50 + number(below: 40)
    let first = number(below: 1000)
    var parts = (first..<first + count).map { "\($0)" }
    for _ in 0..<number(below: 4) { parts.insert("\"\(words(atMost: 4))\"", at: number(below: parts.count)) }
    parts.append(chance(2) ? "\"linguistic filter\"" : word())
    return parts.joined(separator: " ")
  }
}

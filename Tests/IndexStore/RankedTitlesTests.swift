// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import TextAnalysis

@testable import IndexStore

/// Quick decisions about titles, compared with those by their tokens.
@Suite struct RankedTitlesTests {
  private static let pieces = [
    "the", "The", "THE", "theory", "a", "c", "c++", ".NET", "net", "é", "日本", "ß", "2", "2nd", "-", " ", ", ", "'", "_", ".", "+",
    "camelCase",
  ]

  private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in (pieces.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "") }.joined()
  }

  @Test func `a title that begins otherwise has no tier`() {
    var random = SeededGenerator()
    var (quick, slow) = (0, 0)
    for _ in 0..<20_000 {
      let pattern = RankedTitles.Pattern(RankedQuery(Self.text(.random(in: 1...3, using: &random), &random)))
      if pattern.letters.isEmpty { continue }
      let title = Array(Self.text(.random(in: 0...4, using: &random), &random).utf8)
      var titles = RankedTitles()
      titles.compare(title.span, with: pattern)
      if RankedTitles.beginsOtherwise(title.span, than: pattern) {
        quick += 1
        #expect(titles.tier == nil, "\(pattern), \(String(decoding: title, as: UTF8.self)), seed \(random.seed)")
      } else if titles.tier == nil {
        slow += 1
      }
    }
    #expect(quick > slow, "seed \(random.seed)")
  }

  @Test func `a title equals a query whatever separates the words`() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let title = Array(Self.text(.random(in: 0...5, using: &random), &random).utf8)
      var (letters, ends): ([UInt8], [Int]) = ([], [])
      for range in RankedQuery.longestTokens(in: title.span) {
        foldToken(title.span.extracting(range), .all, into: &letters)
        ends.append(letters.count)
      }
      let pattern = RankedTitles.Pattern(RankedQuery(Self.text(.random(in: 1...2, using: &random), &random)))
      if pattern.letters.isEmpty { continue }
      var titles = RankedTitles()
      titles.compare(title.span, with: pattern)
      var tier: RankTier?
      if !letters.isEmpty, letters.starts(with: pattern.letters) {
        if letters.count == pattern.letters.count {
          tier = .wholeTitle
        } else if pattern.isPrefix || ends.contains(pattern.letters.count) {
          tier = .titlePrefix
        }
      }
      #expect(titles.tier == tier, "\(pattern), \(String(decoding: title, as: UTF8.self)), seed \(random.seed)")
      #expect(titles.coverage == (letters.isEmpty ? 0 : min(1, Double(pattern.letters.count) / Double(letters.count))))
    }
  }

  @Test func `the tier of a name is that of its comparison with and without its extension`() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let pattern = RankedTitles.Pattern(RankedQuery(Self.text(.random(in: 1...3, using: &random), &random)))
      if pattern.letters.isEmpty { continue }
      let name = Array(Self.text(.random(in: 1...5, using: &random), &random).utf8)
      var titles = RankedTitles()
      titles.compare(name: name.span, with: pattern)
      let tier = RankedTitles.tier(ofName: name.span, with: pattern)
      #expect(tier == titles.tier, "\(pattern), \(String(decoding: name, as: UTF8.self)), seed \(random.seed)")
    }
  }

  @Test func `the tier of a folded title is that of its tokens`() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let pattern = RankedTitles.Pattern(RankedQuery(Self.text(.random(in: 1...3, using: &random), &random)))
      // Dictionaries are searched for values that begin with the first word.
      let rest = Self.text(.random(in: 0...3, using: &random), &random)
      var title = pattern.firstWord
      foldUTF8(Array(rest.utf8).span, .all, into: &title)
      if title.isEmpty || pattern.letters.isEmpty { continue }
      var titles = RankedTitles()
      titles.compare(title.span, with: pattern)
      let tier = pattern.tier(ofFolded: title.span)
      // A space behind the query is enough for a beginning.
      if title.count > pattern.letters.count, title[pattern.letters.count] == UInt8(ascii: " "), tier == .titlePrefix { continue }
      #expect(tier == titles.tier, "\(pattern), \(String(decoding: title, as: UTF8.self)), seed \(random.seed)")
    }
  }
}

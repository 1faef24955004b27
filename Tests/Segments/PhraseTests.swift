// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import TextAnalysis

@testable import Segments

/// Phrases in lists of more than one block, in blocks with more than one block of positions, and
/// among few candidates.
@Suite struct PhraseTests {
  /// Common, rare, repeated and capitalised words. Some forms are two positions wide.
  private static let words = [
    "the", "The", "THE", "tHe", "end", "End", "of", "oF", "a", "a", "a", "is", "static", "int", "inter", "INTO", "a++", "A+", "of#", ".NET",
    "net",
  ]

  private static let values = [
    ["the end of the"], ["a a"], ["a a a a"], ["the the"], ["the a the"], ["end of"], ["is the"], ["static int"], ["static in", ""],
    ["a in", ""], ["a i", ""], ["", "nd of"], ["t", " a"], ["the end of t", ""], ["of the end", " a"], ["rare"], ["rare a"], ["a rare a"],
    ["rare rare"], ["nowhere a"], ["a nowhere"], ["", "e a ", ""], ["tHe end"], ["of THE a"], ["the"], ["i", ""], ["a++"], ["a++ a"],
    ["the a++"], ["of#", ""], ["a+", " the"], [".net"], ["net .net"], ["a a++ a"], ["A", " of# a"],
  ]

  private static func documents(_ count: Int, _ random: inout SeededGenerator) -> [SampleDocument] {
    (0..<count).map { number in
      // A few long texts, so that positions of one document fill blocks, and positions of adjacent
      // documents share a block.
      let length = number % 97 == 0 ? 400 : Int.random(in: 0...24, using: &random)
      var text = (0..<length).map { _ in random.pick(Self.words) }
      if number % 501 == 0 { text.insert("rare", at: Int.random(in: 0...length, using: &random)) }
      return SampleDocument(
        id: UInt64(number), directory: 0, name: [], text: Array(text.joined(separator: " ").utf8), values: [], numbers: [])
    }
  }

  @Test(arguments: [1, 127, 128, 129, 256, 2000, 9000])
  func `phrases are found where the words are adjacent`(count: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let documents = Self.documents(count, &random)
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    // In a large segment, other values in each run.
    for parts in count < 2000 ? Self.values : Self.values.shuffled(using: &random).sampled(every: 3) {
      for folding in [[], .case, .all] as [Folding] {
        let pattern = TextPattern(parts: parts, folding: folding)
        let found = try segment.textMatches(pattern)
        #expect(found.ordinals == ordinals(documents) { pattern.matches(utf8: $0.text.span) }, "\(parts) \(folding), seed \(random.seed)")
        try expectSameAmongSome(segment, pattern, found, &random)
      }
    }
  }

  @Test(arguments: [1, 127, 128, 129, 2000])
  func `words are found near each other in any order`(count: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let documents = Self.documents(count, &random)
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    for parts in count < 2000 ? Self.values : Self.values.shuffled(using: &random).sampled(every: 3) {
      for (folding, slop) in [([], 0), (.all, 0), (.case, 1), (.all, 3), (.all, 40)] as [(Folding, Int)] {
        let pattern = TextPattern(parts: parts, folding: folding, slop: slop)
        let found = try segment.textMatches(pattern)
        #expect(
          found.ordinals == ordinals(documents) { pattern.matches(utf8: $0.text.span) },
          "\(parts) \(folding) within \(slop), seed \(random.seed)")
        try expectSameAmongSome(segment, pattern, found, &random)
      }
    }
  }

  private func expectSameAmongSome(
    _ segment: SegmentReader, _ pattern: TextPattern, _ found: OrdinalSet, _ random: inout SeededGenerator
  ) throws {
    let count = segment.documentCount
    let last = UInt32(count - 1)
    // No candidates, one at the end, the ends of blocks, a few anywhere, many, and all.
    let borders = (0..<UInt32(count)).filter { [0, 127].contains($0 % 128) }
    var sets = [[], [last], borders].map { OrdinalSet(universe: count, ascending: $0) } + [OrdinalSet(all: count)]
    for part in [2, 10, 300] {
      sets.append(
        OrdinalSet(universe: count, ascending: (0..<UInt32(count)).filter { _ in Int.random(in: 0..<part, using: &random) == 0 }))
    }
    for candidates in sets {
      #expect(
        try segment.textMatches(pattern, among: candidates) == found.intersection(candidates),
        "\(pattern.terms.count) words among \(candidates.count), seed \(random.seed)")
    }
  }

  @Test func `words at the boundaries of blocks and runs are found`() throws {
    let folder = try ScratchFolder()
    // In the documents at the border of two blocks, another word follows. Around them, the first
    // word fills blocks of positions.
    let count = 700
    let texts = (0..<count).map { number in
      let run = Array(repeating: "one", count: [1, 127, 128, 129][number % 4]).joined(separator: " ")
      return [0, 1, 126, 127].contains(number % 128) ? "\(run) two one three" : "\(run) one three two"
    }
    let documents = texts.enumerated().map {
      SampleDocument(id: UInt64($0), directory: 0, name: [], text: Array($1.utf8), values: [], numbers: [])
    }
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    for value in ["one two", "one two one three", "one three two", "two one", "one one one two", "three two", "one one three", "two th*"] {
      let parts = value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      let pattern = TextPattern(parts: parts, folding: .all)
      let expected = ordinals(documents) { pattern.matches(utf8: $0.text.span) }
      #expect(try segment.textMatches(pattern).ordinals == expected, "\(value)")
      for number in (0..<UInt32(count)).sampled(every: 5) {
        let candidate = OrdinalSet(universe: count, ascending: [number])
        #expect(try segment.textMatches(pattern, among: candidate).isEmpty == !expected.contains(number), "\(value) in \(number)")
      }
    }
  }

  @Test func `more positions than fit in one step are processed in several`() throws {
    let folder = try ScratchFolder()
    // A hundred thousand positions of each word, in documents that a single thread processes
    // together.
    let texts = (0..<1000).map { String(repeating: $0 % 3 == 0 ? "one two " : "one and two or ", count: 100) }
    let documents = texts.enumerated().map {
      SampleDocument(id: UInt64($0), directory: 0, name: [], text: Array($1.utf8), values: [], numbers: [])
    }
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    for (value, remainder) in [("one two", [0]), ("two one", [0]), ("and two", [1, 2]), ("one and two or one", [1, 2]), ("two two", [])] {
      let found = try segment.textMatches(TextPattern(parts: [value], folding: .all)).ordinals
      #expect(found == (0..<1000 as Range<UInt32>).filter { remainder.contains(Int($0 % 3)) }, "\(value)")
    }
  }

  @Test func `exactly the words of a large dictionary are found`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    // Words with shared prefixes of many lengths, in several forms, spread over many blocks of the
    // dictionary.
    var words: Set<String> = []
    while words.count < 6000 {
      let length = Int.random(in: 1...9, using: &random)
      words.insert(String((0..<length).map { _ in random.pick(["a", "b", "c"]) }.joined()))
    }
    let absent = Set(
      (0..<3000).map { _ in String((0..<Int.random(in: 1...9, using: &random)).map { _ in random.pick(["a", "b", "c"]) }.joined()) }
    )
    .subtracting(words)
    var textsOfWord: [String: [UInt32]] = [:]
    var texts = [[String]](repeating: [], count: 40)
    for word in words {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let text = Int.random(in: texts.indices, using: &random)
        texts[text].append(random.pick([word, word.uppercased(), String(word.prefix(1)).uppercased() + word.dropFirst()]))
        textsOfWord[word, default: []].append(UInt32(text))
      }
    }
    let documents = texts.enumerated().map {
      SampleDocument(id: UInt64($0), directory: 0, name: [], text: Array($1.joined(separator: " ").utf8), values: [], numbers: [])
    }
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    for word in words {
      let found = try segment.textMatches(TextPattern(parts: [word], folding: .all)).ordinals
      #expect(found == Set(textsOfWord[word] ?? []).sorted(), "\(word), seed \(random.seed)")
    }
    for word in absent {
      #expect(try segment.textMatches(TextPattern(parts: [word], folding: .all)).isEmpty, "\(word), seed \(random.seed)")
    }
  }
}

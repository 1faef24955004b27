// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import TextAnalysis

@testable import Segments

/// The frequencies and bounds of words, compared with counting tokens.
@Suite struct WordPostingsTests {
  private static let words = ["alpha", "Alpha", "ALPHA", "beta", "gamma"]

  /// Texts of very different lengths, of which every tenth is empty.
  private static func texts(_ count: Int, _ random: inout SeededGenerator) -> [[String]] {
    (0..<count).map { index in
      if index % 10 == 3 { return [] }
      let length = Int.random(in: 0...30, using: &random) == 0 ? 400 : Int.random(in: 1...9, using: &random)
      return (0..<length).map { _ in words[min(Int.random(in: 0...4, using: &random), Int.random(in: 0...6, using: &random))] }
    }
  }

  private static func build(_ texts: [[String]], _ path: String) throws -> SegmentReader {
    let documents = texts.enumerated().map {
      SampleDocument(id: UInt64($0), directory: 0, name: [], text: Array($1.joined(separator: " ").utf8), values: [], numbers: [])
    }
    return try SampleDocument.build(documents, at: path)
  }

  /// A term of the texts.
  private static func term(_ word: String, in segment: SegmentReader) throws -> TermPostings {
    try #require(try segment.postings(of: Array(word.utf8), in: .text))
  }

  @Test(arguments: [1, 127, 500, 4000])
  func `frequencies are those of the texts, and none exceeds its bound`(count: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let texts = Self.texts(count, &random)
    let built = try Self.build(texts, folder.path + "/built")
    // A merge in which every seventh document is dropped, and its texts.
    let dropped = OrdinalSet(universe: count, ascending: stride(from: 5, to: UInt32(count), by: 7).map { $0 })
    _ = try SegmentMerger.merge([(built, dropped), (built, dropped.complement)], into: folder.path + "/merged", durable: false)
    let merged = try SegmentReader(path: folder.path + "/merged")
    let kept = texts.indices.filter { !dropped.contains(UInt32($0)) } + texts.indices.filter { dropped.contains(UInt32($0)) }

    for (segment, texts) in [(built, texts), (merged, kept.map { texts[$0] })] {
      let lengths = try segment.textLengths
      #expect(Array(lengths.counts.prefix(texts.count)) == texts.map { UInt32($0.count) })
      for (weights, excluded) in [
        (["alpha": 64], []), (["beta": 64], [0, 3]), (["alpha": 64, "beta": 45], [UInt32(count - 1)]), (["missing": 64], []),
        (["alpha": 10, "beta": 20, "gamma": 30], []),
      ] as [([String: UInt32], [UInt32])] {
        let terms = try weights.compactMap { word, weight in
          try segment.postings(of: Array(word.utf8), in: .text).map { (postings: $0, weight: weight) }
        }
        let hidden = OrdinalSet(universe: count, ascending: excluded.filter { $0 < count })
        // The mean of all segments may be greater or less than that of one.
        for meanLength in [lengths.meanLength, 2 * lengths.meanLength, lengths.meanLength / 3] {
          let normalization = LengthNormalization(meanLength: meanLength)
          let word = try WordPostings(terms, in: segment, excluding: hidden, normalization)
          let documentFrequency = weights.keys.reduce(0) { sum, term in
            sum + texts.indices.count { index in !hidden.contains(UInt32(index)) && texts[index].contains { $0.lowercased() == term } }
          }
          #expect(word.documentFrequency == documentFrequency, "\(weights)")
          var sums = WindowSums()
          for window in word.bounds.indices.shuffled(using: &random) {
            try sums.read(word, window)
            for offset in 0..<min(TextLengths.windowSize, count - window * TextLengths.windowSize) {
              let index = window * TextLengths.windowSize + offset
              if hidden.contains(UInt32(index)) { continue }
              let expected = texts[index].reduce(0 as UInt32) { $0 + (weights[$1.lowercased()] ?? 0) }
              #expect(sums[offset] == expected, "\(weights), \(index)")
              let frequency = WordPostings.frequency(expected) / normalization.divisor(lengths.counts[index])
              #expect(frequency <= word.bounds[window] * 1.00001, "\(weights), \(index), mean \(meanLength)")
            }
          }
        }
      }
    }
  }

  @Test func `with another length normalization, a bound is infinite`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let segment = try Self.build(Self.texts(4000, &random), folder.path + "/segment")
    let word = try WordPostings(
      [(try Self.term("alpha", in: segment), 64)], in: segment, excluding: OrdinalSet(universe: 4000),
      LengthNormalization(meanLength: 5, b: 0.4))
    #expect(word.bounds.allSatisfy { $0 == .infinity })
  }

  @Test func `levels are rounded up`() {
    for frequency in [0, 1e-9, 0.001, 0.1, 0.5, 1, 1.01, 3.7, 250, 1e6, 1e12] as [Float] {
      let level = RelativeFrequency.level(roundingUp: frequency)
      #expect(RelativeFrequency.maximum(ofLevel: level) >= frequency)
      if level > 0, level < 255 { #expect(RelativeFrequency.maximum(ofLevel: level - 1) < frequency) }
    }
    #expect(RelativeFrequency.maximum(ofLevel: 255) == .infinity)
  }

  @Test func `scores of a window are those of its texts`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let count = 300
    let texts = Self.texts(count, &random)
    let segment = try Self.build(texts, folder.path + "/segment")
    let lengths = try segment.textLengths
    let normalization = LengthNormalization(meanLength: lengths.meanLength)
    let none = OrdinalSet(universe: count)
    let words = try ["alpha", "gamma"].map { word in
      try WordPostings([(try Self.term(word, in: segment), 64)], in: segment, excluding: none, normalization)
    }
    var scores = WindowScores(normalization, saturation: 1.2)
    let eligible = OrdinalSet(universe: count, ascending: (0..<UInt32(count)).filter { $0 % 3 != 1 }).words
    for needsAll in [true, false] {
      var found: [Int: Float] = [:]
      for window in 0..<3 {
        var candidates = try scores.candidates(
          of: window, [(words[0], 0.5), (words[1], 2)], lengths, eligible: eligible, needsAll: needsAll, least: 0.6)
        while let offset = candidates.popLast() { found[window * TextLengths.windowSize + offset] = scores[offset] }
      }
      var expected: [Int: Float] = [:]
      for (index, text) in texts.enumerated() where index % 3 != 1 {
        var score: Float = 0
        let counts = ["alpha", "gamma"].map { word in text.count { $0.lowercased() == word } }
        for (count, weight) in zip(counts, [0.5, 2] as [Float]) {
          let frequency = Float(count) / normalization.divisor(lengths.counts[index])
          score += weight * frequency / (1.2 + frequency)
        }
        if needsAll ? !counts.contains(0) : counts != [0, 0], score >= 0.6 { expected[index] = score }
      }
      #expect(found == expected)
      #expect(!found.isEmpty)
    }
  }

  /// Several lists are added up part by part of the segment.
  @Test func `frequencies of rare words are those of the texts`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let count = 20_000
    let forms = ["rare", "Rare", "RARE", "seldom", "Seldom"]
    let texts = (0..<count).map { index in
      // The middle of the segment has none.
      (0..<2).map { _ in
        (7000..<18_000).contains(index) || Int.random(in: 0..<30, using: &random) > 0 ? "other" : forms.randomElement(using: &random) ?? ""
      }
    }
    let segment = try Self.build(texts, folder.path + "/segment")
    let weights: [String: UInt32] = ["rare": 64, "seldom": 45]
    let terms = try weights.map { word, weight in (postings: try Self.term(word, in: segment), weight: weight) }
    let normalization = LengthNormalization(meanLength: try segment.textLengths.meanLength)
    let word = try WordPostings(terms, in: segment, excluding: OrdinalSet(universe: count), normalization)
    var sums = WindowSums()
    for (index, text) in texts.enumerated() {
      let window = index / TextLengths.windowSize
      if index % TextLengths.windowSize == 0 { try sums.read(word, window) }
      let expected = text.reduce(0 as UInt32) { $0 + (weights[$1.lowercased()] ?? 0) }
      #expect(sums[index % TextLengths.windowSize] == expected, "\(index), seed \(random.seed)")
      #expect(expected == 0 || word.bounds[window] > 0)
    }
  }

  @Test(arguments: [1, 2], [0.75, 0.4] as [Float])
  func `scores with frequencies in fields are those of the documents`(wordCount: Int, b: Float) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let count = 4000
    let texts = Self.texts(count, &random)
    let segment = try Self.build(texts, folder.path + "/segment")
    let lengths = try segment.textLengths
    // With another length normalization, bounds are infinite.
    let normalization = LengthNormalization(meanLength: lengths.meanLength, b: b)
    let none = OrdinalSet(universe: count)
    let names = Array(["alpha", "gamma"].prefix(wordCount))
    let words = try names.enumerated().map { word, name in
      let term = try Self.term(name, in: segment)
      return (word: word, postings: try WordPostings([(term, 64)], in: segment, excluding: none, normalization), weight: Float(word + 1))
    }
    var inFields = [[Float]](repeating: [0, 0], count: count)
    let columns = (0..<4).map { number in
      let texts = (0..<UInt32(count)).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let column = FieldColumn(word: number % wordCount, frequency: Float(2 * number + 1), texts: WindowSet(ascending: texts))
      for text in texts { inFields[Int(text)][column.word] += column.frequency }
      return column
    }
    let all = (0..<UInt32(count)).filter { inFields[Int($0)].prefix(wordCount).allSatisfy { $0 > 0 } }
    let classes = WindowClasses(WindowSet(ascending: all), columns, wordCount: wordCount)
    let saturation: Float = 1.2
    func score(_ frequency: Float) -> Float { frequency == .infinity ? 1 : frequency / (saturation + frequency) }
    var bounds = [Float](repeating: 0, count: classes.count)
    for window in classes.windows {
      for number in window.classes {
        for (word, postings, weight) in words {
          bounds[number] += weight * score(classes.frequency(of: word, in: number) + postings.bounds[window.number])
        }
        bounds[number] *= 1.0001
      }
    }
    let expected = all.map { text in
      words.reduce(0 as Float) { sum, word in
        let occurrences = Float(texts[Int(text)].count { $0.lowercased() == names[word.word] })
        return sum + word.weight * score(inFields[Int(text)][word.word] + occurrences / normalization.divisor(lengths.counts[Int(text)]))
      }
    }
    var scores = WindowScores(normalization, saturation: saturation)
    for least in [0] + (0..<6).map({ _ in expected.randomElement(using: &random) ?? 0 }) {
      var found: [UInt32: Float] = [:]
      for window in classes.windows {
        var candidates = try scores.candidates(of: window, in: classes, bounds, words, lengths, least: least)
        while let offset = candidates.popLast() { found[UInt32(window.number * TextLengths.windowSize + offset)] = scores[offset] }
      }
      let wanted = zip(all, expected).filter { $1 >= least }
      #expect(found == Dictionary(uniqueKeysWithValues: wanted.map { ($0, $1) }), "least \(least), seed \(random.seed)")
    }
  }
}

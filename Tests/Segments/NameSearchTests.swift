// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import TextAnalysis

@testable import Segments

/// Names are searched in windows of 64 bytes. Tests matches at every offset in a window, and in the
/// last window, which is shorter.
@Suite struct NameSearchTests {
  private static let patterns: [[String]] = [
    ["", "e", ""], ["", "er", ""], ["", "-e", ""], ["er", ""], ["", "er"], ["e", "r"], ["", "e", "r", ""], ["er"], ["", "ü", ""],
    ["", "ue", ""], ["", "É", ""], ["", ""], [""], ["", "ere", ""], ["", "[", ""], ["", "{", ""], ["", "ere1", "3", ""],
  ]

  private static let shellPatterns: [[String]] = [
    ["", "e?r", ""], ["??"], ["", "[er]13", ""], ["[!e]", ""], ["", "er?"], ["", "[ü]"], ["?", "ere", ""], ["", "1[1-3]3", "r"],
  ]

  private static func name(_ random: inout SeededGenerator) -> [UInt8] {
    let length = random.pick([0, 1, 2, 3, 8, 20, 61, 64, 70, 140, 255])
    let letters = random.pick([Array("er".utf8), Array("eErR-13".utf8), Array("xyz{[".utf8), [0xC3, 0xBC, 0x65, 0xCC, 0x88, 0xFF]])
    return (0..<length).map { _ in random.pick(letters) }
  }

  @Test(arguments: [1, 2, 31, 32, 33, 100, 2500])
  func `exactly the matching names are found`(count: Int) throws {
    let folder = try ScratchFolder()
    for round in 0..<(count < 1000 ? 8 : 2) {
      var random = SeededGenerator()
      let documents = (0..<count).map { id in
        SampleDocument(id: UInt64(id), directory: 2, name: Self.name(&random), text: [], values: [], numbers: [])
      }
      let segment = try SampleDocument.build(
        documents, at: "\(folder.path)/\(round)", trigramThreshold: random.pick([1, count, count + 1]))
      for parts in Self.patterns {
        for folding in [Folding.all, .case, []] {
          let pattern = StringPattern(parts: parts, folding: folding, wholeWords: false)
          let expected = documents.indices.filter { index in
            let name = documents[index].name
            return pattern.matches(utf8: name.span)
          }.map(UInt32.init)
          #expect(try segment.documents(named: pattern).ordinals == expected, "\(parts), \(folding), seed \(random.seed)")
        }
      }
      for parts in Self.shellPatterns {
        for folding in [Folding.all, .case, []] {
          let pattern = StringPattern(shell: parts, folding: folding)
          let expected = documents.indices.filter { index in
            let name = documents[index].name
            return pattern.matches(utf8: name.span)
          }.map(UInt32.init)
          #expect(try segment.documents(named: pattern).ordinals == expected, "\(parts), \(folding), seed \(random.seed)")
        }
      }
    }
  }

  @Test(arguments: [
    ("coeur", [0, 1]), ("cœur", [0, 1]), ("dont", [2, 3]), ("don't", [2]), ("don’t", [2]), ("1/2", [4]), ("20°c", [4]), ("2024", [5]),
    ("٢٠٢٤", [5]),
    ("かーど", [5]), ("we've", [6]), ("weve got", [6]), ("a - b", [7]), ("الدوري", [8]), ("ont", [2, 3]),
  ])
  func `names are found by equivalent letters and without apostrophes, with trigrams and without`(text: String, found: [UInt32]) throws {
    let names = [
      "Mon cœur.txt", "coeur", "Don’t forget", "dont", "½ cup 20℃", "２０２４ カード", "We've Got Tonight", "a – b", "الدورى المصري", "other",
    ]
    let documents = names.enumerated().map { id, name in
      SampleDocument(id: UInt64(id), directory: 2, name: Array(name.utf8), text: [], values: [], numbers: [])
    }
    let folder = try ScratchFolder()
    let pattern = StringPattern(parts: ["", text, ""], folding: .all, wholeWords: false, isName: true)
    for threshold in [1, 100] {
      let segment = try SampleDocument.build(documents, at: "\(folder.path)/\(threshold)", trigramThreshold: threshold)
      #expect(try segment.documents(named: pattern).ordinals == found)
    }
  }

  @Test func `few names have no trigrams, and results are equal with and without them`() throws {
    var random = SeededGenerator()
    let documents = (0..<100).map { id in
      SampleDocument(id: UInt64(id), directory: 2, name: Self.name(&random), text: [], values: [], numbers: [])
    }
    let folder = try ScratchFolder()
    func build(trigramThreshold: Int) throws -> SegmentReader {
      try SampleDocument.build(documents, at: "\(folder.path)/\(trigramThreshold)", trigramThreshold: trigramThreshold)
    }
    let indexed = try build(trigramThreshold: 1)
    for enough in [64, 100] { #expect(try build(trigramThreshold: enough).contents() == indexed.contents()) }
    let bare = try build(trigramThreshold: 101)
    let missing = Set(indexed.sectionSizes.keys).subtracting(bare.sectionSizes.keys)
    #expect(missing == [.trigramTerms, .trigramIndex, .trigramPostings])
  }
}

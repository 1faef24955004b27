// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Segments
import Testing
import TextAnalysis

@testable import IndexStore

/// A text search among some documents gives the same result as one among all.
@Suite struct TextMatchesTests {
  private let indexed: IndexedTexts
  private let store: Store

  /// Several text segments with dead versions: half of the texts were stored twice.
  init() throws {
    indexed = try IndexedTexts()
    store = try Store.open(indexed.path, .write(creating: false))
    try indexed.readTexts(store) { $0.status.inode % 3 != 0 }
  }

  private static let patterns = [["common"], ["common words"], ["number30", ""], ["of number20", ""], ["nowhere"], ["", "rd", ""], [""]].map
  {
    TextPattern(parts: $0, folding: .all)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `texts of some documents are searched separately`(seed: UInt64) throws {
    var random = RandomFiles(seed: seed)
    try store.read { snapshot throws(StoreError) in
      let set = try snapshot.segmentSet(of: [.text])
      #expect(set.text.count > 2 && set.text.contains { $0.live.count < $0.reader.documentCount })
      let all = try TextMatches(set.text).documents(matching: .anyText).ascending
      #expect(all.count == IndexedTexts.runs * IndexedTexts.perRun)
      // Includes a document without a text.
      let wanted = (all + [all[all.count - 1] + 1000]).filter { _ in random.number(below: 4) < Int(seed % 4) }
      for pattern in Self.patterns {
        let expected = try TextMatches(set.text).documents(matching: pattern).ascending.filter { Set(wanted).contains($0) }
        #expect(expected.isEmpty == (wanted.isEmpty || pattern == Self.patterns[4]) || wanted.count < 20)
        let unknown = TextMatches(set.text)
        #expect(try unknown.documents(matching: pattern, among: DocumentIDSet(ascending: wanted)).ascending == expected)
        #expect(try unknown.narrowed(to: wanted).documents(matching: pattern).ascending == expected)
        #expect(try TextMatches(set.text, of: wanted).documents(matching: pattern).ascending == expected)
        // If all matches are already known, they are used for some documents, too.
        _ = try unknown.documents(matching: pattern)
        let some = try unknown.documents(matching: pattern, among: DocumentIDSet(ascending: wanted)).ascending
        #expect(some.filter { Set(wanted).contains($0) } == expected)
        #expect(try unknown.maximumDocumentCount(matching: pattern) == unknown.documents(matching: pattern).count)
      }
    }
  }

  @Test func `a common word among few candidates is not looked up as a whole`() throws {
    let common = TextPattern(parts: ["common"], folding: .all)
    try store.read { snapshot throws(StoreError) in
      let texts = TextMatches(try snapshot.segmentSet(of: [.text]).text)
      let before = try texts.costOfAll(matching: common)
      #expect(before > texts.cost(ofSome: 1, matching: common))
      _ = try texts.documents(matching: common, among: DocumentIDSet(ascending: [1]))
      #expect(try texts.costOfAll(matching: common) == before)
      _ = try texts.documents(matching: common)
      #expect(try texts.costOfAll(matching: common) == 0)
    }
  }

  @Test func `texts of candidates from other conditions are searched`() throws {
    for run in 0..<IndexedTexts.runs {
      for number in 0..<IndexedTexts.perRun {
        let name = "f\(run)-\(number).txt"
        let inode = 100 * (run + 1) + number
        for (value, hits) in [("common words", 1), ("number\(inode)", 1), ("number\(inode + 1)", 0), ("of num*", 1), ("words common", 0)] {
          let query = "kMDItemFSName == \"\(name)\" && kMDItemTextContent == \"\(value)\""
          #expect(try store.count(Query(parsing: query)) == hits, "\(query)")
        }
      }
    }
  }
}

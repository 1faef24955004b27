// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

/// Compares lists with small and large gaps between documents and between positions with plain
/// sets.
@Suite struct PhrasePositionsTests {
  private static let universe: UInt32 = 1 << 30

  /// The posting lists of a dictionary, and their contents.
  private struct Lists {
    let dictionary: TermDictionary
    let lists: [TermList]
    let contents: [[UInt32: [UInt32]]]

    init(_ contents: [[UInt32: [UInt32]]]) throws {
      let postings = ByteSink(scratchIn: "/tmp")
      let positions = ByteSink(scratchIn: "/tmp")
      var encoder = PostingsEncoder(postings: postings, positions: positions)
      var lists: [TermList] = []
      for list in contents {
        let start = encoder.start
        for (document, positions) in list.sorted(by: { $0.key < $1.key }) {
          try encoder.add(document: document)
          for position in positions { try encoder.add(position: position) }
        }
        let length = try encoder.end()
        lists.append(
          TermList(
            documentCount: list.count, isInline: false, postings: start.postings..<start.postings + length.postings,
            positions: start.positions..<start.positions + length.positions))
      }
      let source = MemoryBlocks([0, 0, 0, 0] + postings.bytes + positions.bytes)
      let middle = 4 + postings.bytes.count
      dictionary = try TermDictionary(
        terms: Region(source, .textTerms, 0..<0), index: Region(source, .textIndex, 0..<4),
        postings: Region(source, .textPostings, 4..<middle), positions: Region(source, .textPositions, middle..<source.byteCount),
        universe: Int(universe), hasFields: false)
      self.lists = lists
      self.contents = contents
    }
  }

  private static func positions(_ random: inout SeededGenerator) -> [UInt32] {
    let widest = random.pick([1, 1, 3, 20, 1000, 1 << 23, 1 << 25]) as UInt32
    var position = UInt64(random.next(upperBound: widest))
    var positions: [UInt32] = []
    for _ in 0..<random.pick([1, 1, 2, 7, 8, 9, 40, 300]) where position <= UInt64(UInt32.max) {
      positions.append(UInt32(position))
      position += 1 + UInt64(random.next(upperBound: widest))
    }
    return positions
  }

  /// Lists that share many documents, with positions that are often close to each other.
  private static func lists(_ random: inout SeededGenerator) throws -> Lists {
    let spread = random.pick([1, 2, 50, 100_000]) as UInt32
    let documents = (0..<random.pick([1, 5, 127, 128, 129, 700]) as Range<UInt32>).map { $0 * spread + random.next(upperBound: spread) }
    return try Lists(
      (0..<4).map { _ in
        let part = random.pick([1, 2, 30])
        let some = documents.filter { _ in Int.random(in: 0..<part, using: &random) == 0 }
        let other = documents.isEmpty || !some.isEmpty ? some : [documents[0]]
        return Dictionary(uniqueKeysWithValues: other.map { ($0, positions(&random)) })
      })
  }

  @Test func `near and distant positions are found in the requested documents`() throws {
    var random = SeededGenerator()
    for _ in (0..<300).sampled(every: 4) {
      let lists = try Self.lists(&random)
      var cursor = PostingsCursor(of: lists.dictionary)
      for (list, contents) in zip(lists.lists, lists.contents) {
        for part in [1, 2, 40] {
          let others = (0..<200).map { _ in random.next(upperBound: Self.universe) }
          let sought = Set(contents.keys.filter { _ in Int.random(in: 0..<part, using: &random) == 0 } + others.prefix(part * 5)).sorted()
          try cursor.open(list)
          var found: [UInt32: [UInt32]] = [:]
          var next = 0
          while try cursor.findDocuments(sought.span, from: &next) {
            for index in 0..<cursor.foundCount {
              let document = sought[cursor.goToFound(index)]
              var slice = try cursor.firstSlice()
              var positions = (0..<slice.count).map { slice[$0] }
              while let more = try cursor.nextSlice(behind: slice.last) {
                slice = more
                positions += (0..<slice.count).map { slice[$0] }
              }
              found[document] = positions
            }
          }
          #expect(found == contents.filter { Set(sought).contains($0.key) }, "seed \(random.seed)")
        }
      }
    }
  }

  /// The positions kept, by document.
  private typealias Positions = [UInt32: Set<UInt32>]

  @Test func `a position is not found if the sum wraps to it in another document`() throws {
    // All in one slice. The running sums are 11, 31 and, modulo 2^32, 21, which equals the sum of
    // position 20.
    let lists = try Lists([[1: [20], 2: [7]], [1: [10, 30], 2: [.max - 10]]])
    var cursor = PostingsCursor(of: lists.dictionary)
    var starts = PhrasePositions()
    var last = UInt32.max
    var most = Int.max
    try cursor.open(lists.lists[0])
    try starts.append(&cursor, in: ([1, 2] as [UInt32]).span, from: 0, movedBy: 0, upTo: &last, most: &most)
    var found = PhrasePositions()
    try cursor.open(lists.lists[1])
    try found.append(&cursor, 0, behind: starts, movedBy: 0, firstMatchOnly: false)
    #expect(found.count == 0)
  }

  @Test func `positions after others are found in several lists, with an offset`() throws {
    var random = SeededGenerator()
    for _ in (0..<1000).sampled(every: 4) {
      let lists = try Self.lists(&random)
      var cursor = PostingsCursor(of: lists.dictionary)
      let documents = Set(lists.contents.flatMap(\.keys)).sorted()
      let first = random.pick([0, 0, 1, 5]) as UInt32
      let offset = random.pick([0, 1, 2, 9]) as UInt32

      var starts = PhrasePositions()
      var spare = PhrasePositions()
      var last = UInt32.max
      var most = random.pick([5, 500, 1 << 20])
      for list in lists.lists[..<2] {
        try cursor.open(list)
        try starts.append(&cursor, in: documents.span, from: first, movedBy: 0 &- first, upTo: &last, most: &most)
      }
      starts.arrange(upTo: last, with: &spare)
      var expected: Positions = [:]
      for list in lists.contents[..<2] {
        for (document, positions) in list where document <= last {
          expected[document, default: []].formUnion(positions.filter { $0 >= first }.map { $0 - first })
        }
      }
      expected = expected.filter { !$0.value.isEmpty }
      #expect(starts.contents == expected, "seed \(random.seed)")
      #expect(documents.isEmpty || last >= documents[0])

      for firstMatchOnly in [false, true] {
        var found = PhrasePositions()
        for list in lists.lists[2...] {
          try cursor.open(list)
          try found.append(&cursor, offset, behind: starts, movedBy: 3, firstMatchOnly: firstMatchOnly)
        }
        found.arrange(with: &spare)
        var behind: Positions = [:]
        for list in lists.contents[2...] {
          for (document, positions) in list {
            let sought = Set((expected[document] ?? []).filter { $0 <= .max - offset }.map { $0 + offset })
            behind[document, default: []].formUnion(sought.intersection(positions).map { $0 &+ 3 })
          }
        }
        behind = behind.filter { !$0.value.isEmpty }
        #expect(firstMatchOnly || found.contents == behind, "seed \(random.seed)")
        #expect((0..<found.documents.count).map { found.documents[$0] } == behind.keys.sorted(), "seed \(random.seed)")
      }
    }
  }
}

extension PhrasePositions {
  fileprivate var contents: [UInt32: Set<UInt32>] {
    var contents: [UInt32: Set<UInt32>] = [:]
    for number in 0..<documents.count {
      let slice = slice(of: number)
      contents[documents[number]] = Set((0..<slice.count).map { slice[$0] })
    }
    return contents
  }
}

// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

/// The texts of documents, compared with a search for each id.
@Suite struct OrdinalRunsTests {
  /// Ids in one of the orders that segments have.
  private static func ids(_ order: Int, _ random: inout SeededGenerator) -> [UInt64] {
    let first = UInt64.random(in: 0...300, using: &random)
    let all = (0..<UInt64.random(in: 1...3000, using: &random)).map { first + $0 }
    let ids =
      switch order {
      case 0: all
      // A gap now and then, and nearly everywhere.
      case 1: all.filter { $0 % 700 != 13 }
      case 2: all.filter { _ in Int.random(in: 0...2, using: &random) > 0 }
      case 3: all.shuffled(using: &random)
      // Some have two versions.
      default: all + all.filter { $0 % 9 == 0 }
      }
    return ids.isEmpty ? [first] : ids
  }

  private static func build(_ ids: [UInt64], at path: String) throws -> SegmentReader {
    try SampleDocument.build(
      ids.map { SampleDocument(id: $0, directory: 0, name: [], text: [], values: [], numbers: []) }, at: path)
  }

  @Test func `few documents of a small segment have none of the dead texts of a large one`() throws {
    let folder = try ScratchFolder()
    let segment = try Self.build((251..<595).map { UInt64($0) }, at: folder.path + "/segment")
    let texts = try Self.build((195..<1878).map { UInt64($0) }, at: folder.path + "/texts")
    let wanted = OrdinalSet(universe: 344, ascending: [13, 53, 156, 234, 252])
    let excluded = OrdinalSet(universe: 1683, ascending: [12, 212, 1662])
    let runs = try OrdinalRuns(of: wanted, in: segment, to: texts, excluding: excluded)
    #expect(runs.documents.ordinals == [13, 53, 234, 252])
    #expect(runs.texts(of: wanted).ordinals == [69, 109, 290, 308])
    #expect(runs.texts(of: OrdinalSet(universe: 344, ascending: [156, 157])).ordinals == [])
  }

  @Test(arguments: 0..<5, 0..<6)
  func `texts are those of the same documents`(order: Int, textOrder: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let ids = Self.ids(order == 4 ? 3 : order, &random)
    // Often all documents have texts.
    let textIDs = textOrder == 5 ? ids : Self.ids(textOrder, &random)
    let segment = try Self.build(ids, at: folder.path + "/segment")
    let texts = try Self.build(textIDs, at: folder.path + "/texts")
    // Of two versions, one is dead.
    var known: Set<UInt64> = []
    let hasDead = textOrder != 1 && (textOrder != 5 || Bool.random(using: &random))
    let dead = textIDs.indices.filter { !known.insert(textIDs[$0]).inserted || textIDs[$0] % 50 == 7 && hasDead }
    let excluded = OrdinalSet(universe: textIDs.count, ascending: dead.map { UInt32($0) })
    let text = Dictionary(uniqueKeysWithValues: textIDs.indices.filter { !excluded.contains(UInt32($0)) }.map { (textIDs[$0], UInt32($0)) })
    for share in [0, 0.001, 0.02, 0.5, 1] {
      func some() -> OrdinalSet {
        let members = ids.indices.filter { _ in Double.random(in: 0..<1, using: &random) < share }
        return OrdinalSet(universe: ids.count, ascending: members.map { UInt32($0) })
      }
      let wanted = some()
      let runs = try OrdinalRuns(of: wanted, in: segment, to: texts, excluding: excluded)
      #expect(runs.documents.ordinals == wanted.ordinals.filter { text[ids[Int($0)]] != nil }, "seed \(random.seed)")
      for set in [wanted, some(), OrdinalSet(all: ids.count)] {
        let found = runs.texts(of: set)
        #expect(found.ordinals.count == found.count)
        let all = Set(set.ordinals.compactMap { text[ids[Int($0)]] })
        let expected = set.intersection(wanted).ordinals.compactMap { text[ids[Int($0)]] }
        #expect(all.isSuperset(of: found.ordinals) && Set(found.ordinals).isSuperset(of: expected), "seed \(random.seed)")
      }
    }
  }
}

extension WindowSet {
  /// All members, read by windows.
  var ordinals: [UInt32] {
    var (ordinals, cursor) = ([UInt32](), Cursor(self))
    while let window = cursor.next() {
      cursor.bits(of: window).forEach { ordinals.append(UInt32(window * TextLengths.windowSize + $0)) }
    }
    return ordinals
  }
}

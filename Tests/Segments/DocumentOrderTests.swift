// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

@Suite struct DocumentOrderTests {
  /// The DocumentIDs of a segment as a function of the ordinal.
  enum Pattern: CaseIterable {
    case successive, ascending, runs, descending, shuffled, repeated, huge

    func ids(_ count: Int, _ random: inout SeededGenerator) -> [UInt64] {
      var ids: [UInt64] = []
      for index in 0..<UInt64(count) {
        switch self {
        case .successive: ids.append(1000 + index)
        case .ascending: ids.append((ids.last ?? 0) + .random(in: 1...5, using: &random))
        // Some blocks have consecutive ids, others do not.
        case .runs: ids.append((ids.last ?? 0) + (index / 300 % 2 == 0 ? 1 : .random(in: 1...5, using: &random)))
        case .descending: ids.append(UInt64(count) - index)
        case .shuffled: ids.append(1000 + index)
        case .repeated: ids.append(.random(in: 0...UInt64(count / 2), using: &random))
        case .huge: ids.append(.random(in: 0 ... .max, using: &random))
        }
      }
      return self == .shuffled ? ids.shuffled(using: &random) : ids
    }
  }

  @Test(arguments: Pattern.allCases, [0, 1, 2, 128, 129, 1000, 3000])
  func `documents are found by their ids`(pattern: Pattern, count: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let ids = pattern.ids(count, &random)
    let segment = try build(ids, at: folder.path + "/segment")
    let isAscending = zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    #expect((segment.sectionSizes[.documentOrder] == nil) == isAscending)
    try expectRightIDs(segment, ids, &random)
  }

  @Test func `documents are found by their ids if there are too many to sort at once`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let ids = Pattern.repeated.ids(80_000, &random)
    try expectRightIDs(try build(ids, at: folder.path + "/segment"), ids, &random)
  }

  @Test(arguments: Pattern.allCases)
  func `a merged segment finds documents of all its inputs by their ids`(pattern: Pattern) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    var inputs: [(segment: SegmentReader, dropped: OrdinalSet)] = []
    var live: [UInt64] = []
    for number in 0..<4 {
      let ids = pattern.ids(.random(in: 0...500, using: &random), &random)
      let gone = ids.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let dropped = OrdinalSet(universe: ids.count, ascending: gone.map { UInt32($0) })
      inputs.append((try build(ids, at: folder.path + "/\(number)"), dropped))
      live += ids.indices.filter { !dropped.contains(UInt32($0)) }.map { ids[$0] }
    }
    _ = try SegmentMerger.merge(inputs, into: folder.path + "/merged", durable: false, trigramThreshold: 1)
    try expectRightIDs(try SegmentReader(path: folder.path + "/merged"), live, &random)
    _ = try SegmentMerger.merge(
      [(try SegmentReader(path: folder.path + "/merged"), OrdinalSet(universe: live.count))], into: folder.path + "/again", durable: false,
      trigramThreshold: 1)
    let fresh = try build(live, at: folder.path + "/fresh")
    #expect(try SegmentReader(path: folder.path + "/again").sectionSizes == fresh.sectionSizes)
  }

  private func build(_ ids: [UInt64], at path: String) throws -> SegmentReader {
    var builder = try SegmentBuilder(path: path, budget: 0, trigramThreshold: 1)
    let name: [UInt8] = []
    for id in ids { try builder.beginDocument(id: id, directory: 0, name: name.span) }
    _ = try builder.finish(durable: false)
    return try SegmentReader(path: path)
  }

  private func expectRightIDs(_ segment: SegmentReader, _ ids: [UInt64], _ random: inout SeededGenerator) throws {
    #expect(try segment.documentIDRange?.lowerBound == ids.min())
    #expect(try segment.documentIDRange?.upperBound == ids.max())
    for share in [0, 0.002, 0.1, 0.6, 1] {
      let wanted = Set(ids.filter { _ in Double.random(in: 0...1, using: &random) < share }).union(share == 0 ? [] : [0, 7, 1001, .max])
      let expected = ids.indices.filter { wanted.contains(ids[$0]) }.map { UInt32($0) }
      #expect(try segment.ordinals(ofDocuments: wanted.sorted()).ordinals == expected, "seed \(random.seed)")
      #expect(try segment.ordinals(of: DocumentIDSet(ascending: wanted.sorted())).ordinals == expected, "seed \(random.seed)")
      let set = OrdinalSet(universe: ids.count, ascending: expected)
      #expect(try segment.documentIDs(inOrderOf: set) == expected.map { ids[Int($0)] }, "seed \(random.seed)")
      let excluded = OrdinalSet(universe: ids.count, ascending: expected.filter { $0 % 3 == 0 })
      var found: [(index: Int, ordinal: UInt32)] = []
      let sorted = wanted.sorted()
      try segment.forEachOrdinal(ofDocuments: sorted, excluding: excluded) { found.append(($0, $1)) }
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.index <= $1.index }, "seed \(random.seed)")
      #expect(found.allSatisfy { sorted[$0.index] == ids[Int($0.ordinal)] }, "seed \(random.seed)")
      #expect(found.map(\.ordinal).sorted() == expected.filter { $0 % 3 != 0 }, "seed \(random.seed)")
      #expect(try segment.documentIDs(of: set).ascending == wanted.intersection(ids).sorted(), "seed \(random.seed)")
      var seen: [UInt32] = []
      try segment.forEachDocumentID(of: set) { ordinal, id in
        #expect(ids[Int(ordinal)] == id)
        seen.append(ordinal)
      }
      #expect(seen == expected)
    }
  }
}

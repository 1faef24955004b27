// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import TextAnalysis

@testable import Segments

@Suite struct SegmentMergerTests {
  @Test(arguments: [1, 2, 3, 7])
  func `a merged segment gives the same results as one built from the live documents`(count: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    var inputs: [(segment: SegmentReader, dropped: OrdinalSet)] = []
    var live: [SampleDocument] = []
    for number in 0..<count {
      let size = Int.random(in: 0...200, using: &random)
      let documents = (0..<size).map { SampleDocument.random(&random, id: UInt64(number * 1000 + $0)) }
      let gone = documents.indices.filter { _ in number == 1 || Int.random(in: 0..<3, using: &random) == 0 }
      let dropped = OrdinalSet(universe: size, ascending: gone.map { UInt32($0) })
      inputs.append((try SampleDocument.build(documents, at: folder.path + "/\(number)"), dropped))
      live += documents.indices.filter { !dropped.contains(UInt32($0)) }.map { documents[$0] }
    }
    let result = try SegmentMerger.merge(inputs, into: folder.path + "/merged", durable: false, trigramThreshold: 1)
    #expect(Int(result.finished.documentCount) == live.count)
    #expect(result.finished.byteCount == folder.size(of: "merged"))
    var first: UInt32 = 0
    for (input, base) in zip(inputs, result.firstOrdinals) {
      #expect(base == first)
      first += UInt32(input.segment.documentCount - input.dropped.count)
    }
    try expectRightDeaths(inputs, result, folder, &random)
    let merged = try SegmentReader(path: folder.path + "/merged")
    try merged.verifyChecksums()
    _ = try SegmentMerger.merge(inputs, into: folder.path + "/hurried", durable: false, trigramThreshold: 1, isHurried: true)
    let hurried = try SegmentReader(path: folder.path + "/hurried")
    #expect(try hurried.contents() == merged.contents())
    try expectSameAnswers(merged, live, &random, rounds: 60)
    let fresh = try SampleDocument.build(live, at: folder.path + "/fresh")
    #expect(merged.sectionSizes == fresh.sectionSizes)
  }

  /// Documents that die after the merge began must be found in the result.
  private func expectRightDeaths(
    _ inputs: [(segment: SegmentReader, dropped: OrdinalSet)], _ result: MergedSegment, _ folder: ScratchFolder,
    _ random: inout SeededGenerator
  ) throws {
    let merged = try SegmentReader(path: folder.path + "/merged")
    for (number, input) in inputs.enumerated() {
      let count = UInt32(input.segment.documentCount)
      let dead = (0..<count).filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
      let new = result.newOrdinals(ofDead: OrdinalSet(universe: Int(count), ascending: dead), input: number)
      let kept = dead.filter { !input.dropped.contains($0) }
      #expect(try new.map { try merged.documentID(of: $0) } == kept.map { try input.segment.documentID(of: $0) })
    }
  }

  @Test(arguments: [false, true])
  func `a damaged input is an error and leaves no file`(isHurried: Bool) throws {
    let folder = try ScratchFolder()
    let document = SampleDocument(id: 1, directory: 1, name: [0x61], text: [0x61], values: ["a"], numbers: [1])
    let segment = try SampleDocument.build([document], at: folder.path + "/segment")
    let broken = SegmentReader(BrokenBlocks(count: segment.source.byteCount), SegmentFormat.Footer(checksums: segment))
    #expect(throws: SegmentError.corrupted(block: 0, file: "broken")) {
      try SegmentMerger.merge(
        [(broken, OrdinalSet(universe: 1))], into: folder.path + "/merged", durable: true, trigramThreshold: 1, isHurried: isHurried)
    }
    #expect(folder.names == ["segment"])
  }
}

/// A file in which every block fails its checksum.
private final class BrokenBlocks: BlockSource {
  let name = "broken"
  let byteCount: Int

  init(count: Int) { byteCount = count }

  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer { throw .corrupted(block: 0, file: name) }
}

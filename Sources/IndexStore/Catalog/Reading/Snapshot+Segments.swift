// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB
internal import Segments

extension Snapshot {
  /// The path of the store's folder.
  var storePath: String { String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) }

  /// The listed segments, in the order of SegmentIDs.
  func segmentRecords() throws(StoreError) -> [SegmentRecord] {
    var records: [SegmentRecord] = []
    let cursor = try transaction.cursor(.segments)
    var found = try cursor.first()
    while found {
      records.append(try SegmentRecord(SegmentID(rawValue: UInt32(truncatingIfNeeded: cursor.number)), cursor.value))
      found = try cursor.next()
    }
    return records
  }

  /// Number of dead ordinals in a segment.
  func deadCount(in segment: SegmentRecord) throws(StoreError) -> Int { try deadOrdinals(of: segment).count }

  /// The dead ordinals of a segment, that is its mask.
  ///
  /// - Throws: `StoreError.corrupted` if the mask has ordinals outside the segment.
  func deadOrdinals(of segment: SegmentRecord) throws(StoreError) -> OrdinalSet {
    let cursor = try transaction.cursor(.masks)
    var words: [UInt64] = []
    var found = try cursor.seek(Key(segment.id, chunk: 0))
    while found, cursor.number >> 32 == UInt64(segment.id.rawValue) {
      let chunk = Int(cursor.number & 0xFFFF_FFFF)
      guard chunk * MaskChunk.ordinals < segment.documentCount else {
        throw .corrupted(object: "the catalog's table 'masks'", reason: "a row is outside its segment")
      }
      if words.isEmpty { words = [UInt64](repeating: 0, count: (segment.documentCount + 63) / 64) }
      let mask = try MaskChunk(segment.id, cursor.value)
      let first = chunk * (MaskChunk.ordinals / 64)
      for (index, word) in mask.words.enumerated() where word != 0 {
        guard first + index < words.count else {
          throw .corrupted(object: "the catalog's table 'masks'", reason: "a row is outside its segment")
        }
        words[first + index] = word
      }
      found = try cursor.next()
    }
    guard let last = words.last else { return OrdinalSet(universe: segment.documentCount) }
    let tail = segment.documentCount & 63
    guard tail == 0 || last >> UInt64(tail) == 0 else {
      throw .corrupted(object: "the catalog's table 'masks'", reason: "a row is outside its segment")
    }
    return OrdinalSet(universe: segment.documentCount, words: words)
  }

  /// Totals for each layer.
  func segmentStatistics() throws(StoreError) -> [(name: String, segments: Int, documents: Int, dead: Int, bytes: Int)] {
    let records = try segmentRecords()
    var statistics: [(name: String, segments: Int, documents: Int, dead: Int, bytes: Int)] = []
    for layer in SegmentLayer.allCases {
      var sum = (name: "\(layer)", segments: 0, documents: 0, dead: 0, bytes: 0)
      for record in records where record.layer == layer {
        sum.segments += 1
        sum.documents += record.documentCount
        sum.dead += try deadOrdinals(of: record).count
        sum.bytes += record.byteCount
      }
      statistics.append(sum)
    }
    return statistics
  }
}

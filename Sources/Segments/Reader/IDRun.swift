// SPDX-License-Identifier: Apache-2.0

/// Documents of a segment with consecutive ids.
struct IDRun: Sendable {
  /// The ordinal of the first one.
  let first: Int
  var ids: Range<UInt64>
}

extension SegmentReader {
  /// All documents in runs of consecutive ids; `nil` if ids do not ascend with the ordinals, or if the runs are too many
  /// to keep.
  ///
  /// - Complexity: The first call reads the ids, a few nanoseconds for each block of 128 without a gap, otherwise
  ///   for each document. Later calls are O(1).
  var idRuns: [IDRun]? {
    get throws(SegmentError) {
      try idRunCache.value { () throws(SegmentError) in try readIDRuns(atMost: documentCount / Self.documentsInRun + 2) }
    }
  }

  /// Minimum mean length of runs that are kept: with it, they need 1.5 bytes for each document.
  private static var documentsInRun: Int { 16 }

  private func readIDRuns(atMost maximum: Int) throws(SegmentError) -> [IDRun]? {
    let order = try DocumentOrder(self)
    guard order.permutation == nil else { return nil }
    let table = try order.ids.table()
    var runs: [IDRun] = []
    func append(_ first: Int, _ id: UInt64, _ count: Int) {
      let (end, overflows) = id.addingReportingOverflow(UInt64(count))
      if overflows { return }
      if let last = runs.last, last.ids.upperBound == id {
        runs[runs.count - 1].ids = last.ids.lowerBound..<end
      } else {
        runs.append(IDRun(first: first, ids: id..<end))
      }
    }
    var ids = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    for block in 0..<order.ids.blockCount {
      let first = block * PackedColumnWriter.blockCount
      if table.isConsecutive(block) {
        append(first, table[block].least, PackedColumnWriter.blockCount)
      } else {
        for index in 0..<(try order.ids.unpack(block, into: &ids)) { append(first + index, ids[index], 1) }
      }
      if runs.count > maximum { return nil }
    }
    return runs
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Writes one column of numbers: the values of one field, in the order of ordinals.
///
/// In this order a builder sorts nothing, a merge concatenates columns, and a column in which every
/// document has one number needs no ordinals. A range query scans the column and skips blocks by
/// their least and greatest numbers: 1 ms per million values.
///
/// Format: the values, encoded as sortable bits, in a ``PackedColumn``; the greatest value of each
/// block, 8 bytes each; and the ordinals in another ``PackedColumn``, which is left out if they are
/// exactly 0, 1, 2 … up to the last ordinal of the segment.
struct NumberColumnWriter: ~Copyable {
  /// The layout of a column in its sink, as byte offsets.
  struct Layout {
    let count: Int
    let start: Int
    let valuesEnd: Int
    let end: Int
  }

  private var values: PackedColumnWriter
  private var ordinals: PackedColumnWriter
  private var count = 0

  /// Whether the ordinals are 0, 1, 2 … so far. Ordinals are written only once this is false.
  private var isDense = true

  var isEmpty: Bool { count == 0 }

  /// - Parameter scratch: Receives the blocks. Several columns may share it.
  init(scratch: ByteSink) {
    values = PackedColumnWriter(scratch)
    ordinals = PackedColumnWriter(scratch)
  }

  /// - Parameter ordinal: Must not be less than in the previous call.
  mutating func append(_ bits: UInt64, of ordinal: UInt32) throws(SegmentError) {
    if isDense, Int(ordinal) != count { try writeOrdinals() }
    try values.append(bits)
    if !isDense { try ordinals.append(UInt64(ordinal)) }
    count += 1
  }

  private mutating func writeOrdinals() throws(SegmentError) {
    for ordinal in 0..<count { try ordinals.append(UInt64(ordinal)) }
    isDense = false
  }

  /// Ends the column, so that the scratch can be finished. No values may be appended afterwards.
  ///
  /// - Parameter documentCount: Number of documents in the segment.
  mutating func endBlocks(documentCount: Int) throws(SegmentError) {
    if isDense, count != documentCount { try writeOrdinals() }
    try values.endBlocks()
    try ordinals.endBlocks()
  }

  /// Copies the column from its finished scratch to `target`.
  func copy(to target: ByteSink) throws(SegmentError) -> Layout {
    let range = try values.copy(to: target)
    try values.appendGreatest(to: target)
    let end = isDense ? target.count : try ordinals.copy(to: target).upperBound
    return Layout(count: count, start: range.lowerBound, valuesEnd: range.upperBound, end: end)
  }
}

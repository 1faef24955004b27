/// Writes one column of numbers: the values of the documents of a field, in the order of ordinals.
///
/// In that order a builder sorts nothing, a merge puts columns one behind the other, and a column in which every document has one number
/// needs no ordinals. A range is found by a pass, which skips blocks by their least and greatest numbers: a millisecond for a million.
///
/// Format: the numbers, as bits that sort like them, as a ``PackedColumn``; the greatest number of each block, 8 bytes each; and the ordinals
/// as another ``PackedColumn``, unless they are 0, 1, 2 … to the segment's last.
struct NumberColumnWriter: ~Copyable {
  /// Where a column is in its sink.
  struct Place {
    let count: Int
    let start: Int
    let valuesEnd: Int
    let end: Int
  }

  private var values: PackedColumnWriter
  private var ordinals: PackedColumnWriter
  private var count = 0

  /// Whether the ordinals were 0, 1, 2 … so far. Until they are not they need not be written down.
  private var isDense = true

  var isEmpty: Bool { count == 0 }

  /// - Parameter scratch: Gets the blocks, perhaps among those of other columns.
  init(scratch: ByteSink) {
    values = PackedColumnWriter(scratch)
    ordinals = PackedColumnWriter(scratch)
  }

  /// - Parameter ordinal: Not less than the one before.
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

  /// Nothing more is appended; then the scratch can be finished.
  ///
  /// - Parameter documentCount: How many documents the segment has.
  mutating func endBlocks(documentCount: Int) throws(SegmentError) {
    if isDense, count != documentCount { try writeOrdinals() }
    try values.endBlocks()
    try ordinals.endBlocks()
  }

  /// Copies the column from its scratch, which is finished.
  func copy(to target: ByteSink) throws(SegmentError) -> Place {
    let range = try values.copy(to: target)
    try values.appendGreatest(to: target)
    let end = isDense ? target.count : try ordinals.copy(to: target).upperBound
    return Place(count: count, start: range.lowerBound, valuesEnd: range.upperBound, end: end)
  }
}

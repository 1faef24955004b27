// SPDX-License-Identifier: Apache-2.0

/// Reads the values of ascending ordinals.
struct NumberCursor {
  private var values: PackedColumnCursor
  /// The ordinal of each value. `nil` if every document has exactly one value, so that value *k*
  /// belongs to ordinal *k*.
  private var owners: (ordinals: PackedColumnCursor, table: PackedColumn.Table)?
  private var index = 0

  /// - Parameter ordinals: The ordinal of each value; `nil` if every document has exactly one
  ///   value.
  init(_ values: PackedColumn, of ordinals: PackedColumn?) throws(SegmentError) {
    self.values = PackedColumnCursor(values)
    if let ordinals { owners = (PackedColumnCursor(ordinals), try ordinals.table()) }
  }

  /// The first value of a document, and whether it is the only one. `nil` if the document has none.
  ///
  /// - Parameter ordinal: Must be greater than in the previous call.
  /// - Complexity: A few nanoseconds for adjacent ordinals, 0.2 µs for distant ones.
  mutating func value(of ordinal: UInt32) throws(SegmentError) -> (number: Double, isOnly: Bool)? {
    guard owners != nil else { return (SortableNumber.number(try values.number(at: Int(ordinal))), true) }
    try advance(to: UInt64(ordinal))
    guard try owner(at: index) == UInt64(ordinal) else { return nil }
    return (SortableNumber.number(try values.number(at: index)), try owner(at: index + 1) != UInt64(ordinal))
  }

  /// Moves to the first value whose ordinal is not less than `ordinal`.
  private mutating func advance(to ordinal: UInt64) throws(SegmentError) {
    guard let first = try owner(at: index), first < ordinal, let table = owners?.table else { return }
    // The first value of the document may lie in the block before the first block that starts with
    // its ordinal.
    let block = table.lastBlock(startingAtOrBefore: ordinal - 1, from: index / PackedColumnWriter.blockCount)
    index = max(index, block * PackedColumnWriter.blockCount)
    while let next = try owner(at: index), next < ordinal { index += 1 }
  }

  /// The ordinal of a value, or `nil` after the last value.
  @inline(__always)
  private mutating func owner(at index: Int) throws(SegmentError) -> UInt64? {
    index < values.count ? try owners?.ordinals.number(at: index) : nil
  }
}

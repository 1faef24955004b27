/// Reads the values of documents that ascend.
struct NumberCursor {
  private var values: PackedColumnCursor
  /// `nil` when the *k*-th value is that of the document with the ordinal *k*.
  private var owners: (ordinals: PackedColumnCursor, table: PackedColumn.Table)?
  private var place = 0

  /// - Parameter ordinals: Whose each value is; `nil` when every document has one.
  init(_ values: PackedColumn, of ordinals: PackedColumn?) throws(SegmentError) {
    self.values = PackedColumnCursor(values)
    if let ordinals { owners = (PackedColumnCursor(ordinals), try ordinals.table()) }
  }

  /// A document's value; `nil` when it has none.
  ///
  /// - Parameter ordinal: Greater than the one before.
  /// - Returns: Of several values the first one.
  /// - Complexity: Some nanoseconds for neighbours, 0.2 µs for documents that are far between.
  mutating func value(of ordinal: UInt32) throws(SegmentError) -> (number: Double, isOnly: Bool)? {
    guard owners != nil else { return (SortableNumber.number(try values.number(at: Int(ordinal))), true) }
    try advance(to: UInt64(ordinal))
    guard try owner(at: place) == UInt64(ordinal) else { return nil }
    return (SortableNumber.number(try values.number(at: place)), try owner(at: place + 1) != UInt64(ordinal))
  }

  /// Moves on to the first value whose document is not before `ordinal`.
  private mutating func advance(to ordinal: UInt64) throws(SegmentError) {
    guard let first = try owner(at: place), first < ordinal, let table = owners?.table else { return }
    // A document's values may begin in the block before the one that begins with the document.
    let block = table.lastBlock(startingAtOrBefore: ordinal - 1, from: place / PackedColumnWriter.blockCount)
    place = max(place, block * PackedColumnWriter.blockCount)
    while let next = try owner(at: place), next < ordinal { place += 1 }
  }

  /// `nil` behind the last value.
  @inline(__always)
  private mutating func owner(at place: Int) throws(SegmentError) -> UInt64? {
    place < values.count ? try owners?.ordinals.number(at: place) : nil
  }
}

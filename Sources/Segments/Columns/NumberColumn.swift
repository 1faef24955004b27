// SPDX-License-Identifier: Apache-2.0

/// A column of numbers, Booleans or dates.
package struct NumberColumn: Sendable {
  /// Number of values. A document may have several or none.
  package var count: Int { values.count }

  private let region: Region
  private let values: PackedColumn
  private let maximaStart: Int

  /// The ordinal of each value. `nil` if every document has exactly one value, so that value *k*
  /// belongs to ordinal *k*.
  private let ordinals: PackedColumn?
  private let universe: Int

  init(_ region: Region, _ layout: NumberColumnWriter.Layout, universe: Int) throws(SegmentError) {
    self.region = region
    self.universe = universe
    values = try PackedColumn(region, layout.start..<layout.valuesEnd, count: layout.count)
    maximaStart = layout.valuesEnd
    let maximaEnd = maximaStart + values.blockCount * 8
    guard maximaEnd <= layout.end else { throw region.inconsistent }
    ordinals = maximaEnd == layout.end ? nil : try PackedColumn(region, maximaEnd..<layout.end, count: layout.count)
    guard ordinals != nil || layout.count == universe else { throw region.inconsistent }
  }

  /// The documents that have a value.
  func documents() throws(SegmentError) -> OrdinalSet {
    guard let ordinals else { return OrdinalSet(all: universe) }
    var owners = OwnerBits(universe)
    try ordinals.forEach { owner in owners.insert(owner) }
    return try set(of: owners)
  }

  private func set(of owners: consuming OwnerBits) throws(SegmentError) -> OrdinalSet {
    guard let words = owners.finish() else { throw region.inconsistent }
    return OrdinalSet(universe: universe, words: words)
  }

  private func check(_ ordinal: UInt64) throws(SegmentError) -> UInt32 {
    guard ordinal < UInt64(universe) else { throw region.inconsistent }
    return UInt32(ordinal)
  }

  /// The documents that have a value in `range`. For an open end, pass the adjacent number
  /// (`nextUp`, `nextDown`).
  ///
  /// - Complexity: 1 ns for each value in blocks that overlap the range partly, and 1 ns for each
  ///   other block of 128 values.
  package func documents(in range: ClosedRange<Double>) throws(SegmentError) -> OrdinalSet {
    var found = OwnerBits(universe)
    var owners = [UInt64](repeating: 0, count: ordinals == nil ? 0 : PackedColumnWriter.blockCount)
    let wanted = SortableNumber.bits(range.lowerBound)...SortableNumber.bits(range.upperBound)
    try forEachBlock(in: wanted) { block, isWhole throws(SegmentError) in
      if isWhole, let ordinals {
        for index in 0..<(try ordinals.unpack(block, into: &owners)) { found.insert(owners[index]) }
        return
      }
      let bitmap = isWhole ? values.fullBitmap(of: block) : try values.bitmap(of: wanted, in: block)
      guard let ordinals else { return found.set(bitmap, at: 2 * block) }
      if bitmap.first | bitmap.second == 0 { return }
      _ = try ordinals.unpack(block, into: &owners)
      for (start, word) in [(0, bitmap.first), (64, bitmap.second)] {
        var rest = word
        while rest != 0 {
          found.insert(owners[start + rest.trailingZeroBitCount])
          rest &= rest - 1
        }
      }
    }
    return try set(of: found)
  }

  /// An upper bound of the number of values in `range`.
  ///
  /// - Complexity: A nanosecond for each block of 128 values.
  package func maximumValueCount(in range: ClosedRange<Double>) throws(SegmentError) -> Int {
    var count = 0
    try forEachBlock(in: SortableNumber.bits(range.lowerBound)...SortableNumber.bits(range.upperBound)) { block, _ in
      count += values.size(of: block)
    }
    return count
  }

  /// Calls `body` with each block that may have values in `wanted`, and whether all its values are.
  @inline(__always)
  private func forEachBlock(
    in wanted: ClosedRange<UInt64>, _ body: (Int, Bool) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    let minima = try values.table()
    let maxima = try NumberTable(region, at: maximaStart, count: values.blockCount)
    for block in 0..<values.blockCount {
      let (least, most) = (minima[block].least, maxima[block])
      if most < wanted.lowerBound || least > wanted.upperBound { continue }
      try body(block, least >= wanted.lowerBound && most <= wanted.upperBound)
    }
  }

  /// The least value of a document, or `nil` if it has none.
  ///
  /// - Complexity: O(1) when all documents have one value, else O(log *n*).
  package func value(of ordinal: UInt32) throws(SegmentError) -> Double? {
    guard ordinal < universe else { return nil }
    guard let ordinals else { return SortableNumber.number(try values[Int(ordinal)]) }
    var index = try ordinals.lowerBound(of: UInt64(ordinal))
    var least: UInt64?
    while index < count, try ordinals[index] == UInt64(ordinal) {
      least = min(least ?? .max, try values[index])
      index += 1
    }
    return least.map(SortableNumber.number)
  }

  /// A cursor over the values of ascending ordinals.
  func cursor() throws(SegmentError) -> NumberCursor { try NumberCursor(values, of: ordinals) }

  /// Calls `body` with each value as an ordinal and sortable bits, in the order of ordinals.
  func forEach(_ body: (UInt32, UInt64) throws(SegmentError) -> Void) throws(SegmentError) {
    var numbers = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    var owners = numbers
    for block in 0..<values.blockCount {
      let size = try values.unpack(block, into: &numbers)
      if let ordinals { _ = try ordinals.unpack(block, into: &owners) }
      for index in 0..<size {
        let owner = ordinals == nil ? UInt64(block * PackedColumnWriter.blockCount + index) : owners[index]
        try body(try check(owner), numbers[index])
      }
    }
  }
}

/// A bitmap of the documents that have a value.
///
/// Owners mostly ascend, so bits collect in one word before it is written.
private struct OwnerBits: ~Copyable {
  private var words: [UInt64]
  private let universe: UInt64
  private var index = 0
  private var word: UInt64 = 0
  private var greatest: UInt64 = 0

  init(_ universe: Int) {
    self.universe = UInt64(universe)
    words = [UInt64](repeating: 0, count: (universe + 63) / 64)
  }

  /// - Parameter owner: If it is not an ordinal of the segment, ``finish()`` returns `nil`.
  @inline(__always)
  mutating func insert(_ owner: UInt64) {
    let own = Int(truncatingIfNeeded: owner >> 6)
    if own != index {
      flush()
      index = own
    }
    word |= 1 << (owner & 63)
    greatest = max(greatest, owner)
  }

  private mutating func flush() {
    if index < words.count { words[index] |= word }
    word = 0
  }

  /// Sets 128 bits at word `index`. Bits beyond the last document are ignored.
  mutating func set(_ bitmap: PackedBlock.Bitmap, at index: Int) {
    words[index] = bitmap.first
    if index + 1 < words.count { words[index + 1] = bitmap.second }
  }

  /// The bitmap, or `nil` if an owner was not an ordinal of the segment.
  consuming func finish() -> [UInt64]? {
    flush()
    return greatest < max(universe, 1) ? words : nil
  }
}

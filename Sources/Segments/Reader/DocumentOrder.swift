// SPDX-License-Identifier: Apache-2.0

/// The documents of a segment sorted by DocumentID, and by ordinal among equal ids.
struct DocumentOrder {
  /// The DocumentID of each ordinal.
  let ids: PackedColumn

  /// The ordinals in sorted order, or `nil` if that is the order of the ordinals and all ids are
  /// distinct.
  let permutation: PackedColumn?

  private let section: Region

  init(_ segment: SegmentReader) throws(SegmentError) {
    ids = try segment.column(.documentIDs)
    let hasOrder = segment.sections[.documentOrder] != nil
    section = try segment.region(hasOrder ? .documentOrder : .documentIDs)
    permutation = hasOrder ? try segment.column(.documentOrder) : nil
  }

  var count: Int { ids.count }

  var inconsistent: SegmentError { section.inconsistent }

  /// - Parameter rank: Less than ``count``.
  func ordinal(at rank: Int) throws(SegmentError) -> Int {
    guard let permutation else { return rank }
    let ordinal = try permutation[rank]
    guard ordinal < UInt64(count) else { throw section.inconsistent }
    return Int(ordinal)
  }

  /// - Parameter rank: Less than ``count``.
  func id(at rank: Int) throws(SegmentError) -> UInt64 { try ids[ordinal(at: rank)] }

  /// The least and the greatest DocumentID, or `nil` if the segment is empty.
  var range: ClosedRange<UInt64>? {
    get throws(SegmentError) {
      if count == 0 { return nil }
      let (first, last) = (try id(at: 0), try id(at: count - 1))
      guard first <= last else { throw section.inconsistent }
      return first...last
    }
  }

  /// The first rank at or after `start` whose id is not less than `id`. Uses galloping search, so a
  /// short distance is cheap.
  func lowerBound(of id: UInt64, from start: Int) throws(SegmentError) -> Int {
    var low = start
    var step = 1
    while low + step <= count, try self.id(at: low + step - 1) < id {
      low += step
      step *= 2
    }
    var high = min(low + step - 1, count)
    while low < high {
      let middle = (low + high) / 2
      if try self.id(at: middle) < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

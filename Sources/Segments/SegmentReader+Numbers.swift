/// A sorted column of numbers, Booleans or dates.
package struct NumberColumn: Sendable {
  /// How many values there are; a document may have several, or none.
  package var count: Int { values.count }

  private let region: Region
  private let values: PackedColumn
  private let ordinals: PackedColumn
  private let ranks: PackedColumn
  private let universe: Int

  init(_ region: Region, values: PackedColumn, ordinals: PackedColumn, ranks: PackedColumn, universe: Int) {
    self.region = region
    self.values = values
    self.ordinals = ordinals
    self.ranks = ranks
    self.universe = universe
  }

  /// How many values lie in a range.
  ///
  /// - Complexity: O(log *n*).
  package func count(in range: ClosedRange<Double>) throws(SegmentError) -> Int { try places(range).count }

  private func places(_ range: ClosedRange<Double>) throws(SegmentError) -> Range<Int> {
    let start = try values.lowerBound(of: SortableNumber.bits(range.lowerBound))
    let end = try values.lowerBound(of: SortableNumber.bits(range.upperBound) + 1)
    return start..<max(start, end)
  }

  /// The documents with a value in a range; for an open end take the number's neighbour (`nextUp`).
  ///
  /// - Complexity: O(log *n* + *k*), *k* = values in the range.
  package func documents(in range: ClosedRange<Double>) throws(SegmentError) -> OrdinalSet {
    let places = try places(range)
    if places.count <= universe / 32 {
      var found: [UInt32] = []
      found.reserveCapacity(places.count)
      try ordinals.forEach(places) { ordinal throws(SegmentError) in found.append(try check(ordinal)) }
      found.sort()
      var last: UInt32?
      let distinct = found.filter { ordinal in
        defer { last = ordinal }
        return ordinal != last
      }
      return OrdinalSet(universe: universe, ascending: distinct)
    }
    var words = [UInt64](repeating: 0, count: (universe + 63) / 64)
    try ordinals.forEach(places) { ordinal throws(SegmentError) in
      words[Int(try check(ordinal) >> 6)] |= 1 << (ordinal & 63)
    }
    return OrdinalSet(universe: universe, words: words)
  }

  private func check(_ ordinal: UInt64) throws(SegmentError) -> UInt32 {
    guard ordinal < UInt64(universe) else { throw region.inconsistent }
    return UInt32(ordinal)
  }

  /// The least value of a document; `nil` when it has none.
  package func value(of ordinal: UInt32) throws(SegmentError) -> Double? {
    try rank(of: ordinal).map { rank throws(SegmentError) in SortableNumber.number(try values[rank]) }
  }

  /// The place of a document's least value among all values, for sorting; `nil` when it has none.
  package func rank(of ordinal: UInt32) throws(SegmentError) -> Int? {
    guard ordinal < universe else { return nil }
    let rank = try ranks[Int(ordinal)]
    guard rank <= UInt64(count) else { throw region.inconsistent }
    return rank == 0 ? nil : Int(rank - 1)
  }

  /// - Parameter place: Less than ``count``, in ascending order of values.
  func bits(at place: Int) throws(SegmentError) -> UInt64 { try values[place] }

  /// - Parameter place: Less than ``count``, in ascending order of values.
  func ordinal(at place: Int) throws(SegmentError) -> UInt32 { try check(try ordinals[place]) }
}

extension SegmentReader {
  /// The numbers of a field that are of one kind; `nil` when no document has one.
  package func numbers(of field: SegmentField, as kind: NumberKind) throws(SegmentError) -> NumberColumn? {
    let prefix = field.prefix(SegmentField.Kind(kind))
    var result: NumberColumn?
    try forEachNumberColumn { key, column throws(SegmentError) in
      if key == prefix { result = column }
    }
    return result
  }

  /// Calls `body` with each column and the beginning of its keys, in their order.
  func forEachNumberColumn(_ body: ([UInt8], NumberColumn) throws(SegmentError) -> Void) throws(SegmentError) {
    let region = try region(.numbers)
    var tail = try region.cursor(at: region.count - 8, count: 8)
    let fieldCount = tail.fixed(UInt32.self)
    let size = Int(tail.fixed(UInt32.self)) - 4
    // The length counts the number of fields.
    guard size >= 0 else { throw region.inconsistent }
    var directory = try region.cursor(at: region.count - 8 - size, count: size)
    for _ in 0..<fieldCount {
      var key: [UInt8] = []
      directory.append(directory.variable(atMost: directory.remaining), to: &key)
      let count = directory.variable(atMost: region.count * 64)
      let start = directory.variable(atMost: region.count)
      let valuesEnd = directory.variable(atMost: region.count)
      let ordinalsEnd = directory.variable(atMost: region.count)
      let end = directory.variable(atMost: region.count)
      guard !directory.hasFailed, start <= valuesEnd, valuesEnd <= ordinalsEnd, ordinalsEnd <= end else { throw region.inconsistent }
      let column = NumberColumn(
        region, values: try PackedColumn(region, start..<valuesEnd, count: count),
        ordinals: try PackedColumn(region, valuesEnd..<ordinalsEnd, count: count),
        ranks: try PackedColumn(region, ordinalsEnd..<end, count: documentCount), universe: documentCount)
      try body(key, column)
    }
  }
}

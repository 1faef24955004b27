/// The terms of a segment: folded forms in order, each with its surface forms and their lists.
struct TermDictionary: Sendable {
  let terms: Region
  let postings: Region
  /// `nil`: the lists have no positions.
  let positions: Region?

  /// Every ordinal in a list is below it.
  let universe: Int

  /// Keys begin with a length byte and so many bytes that no folding applies to.
  let hasFields: Bool

  private let index: Region
  let blockCount: Int
  private static let entrySize = 12

  init(
    terms: Region, index: Region, postings: Region, positions: Region?, universe: Int, hasFields: Bool
  ) throws(SegmentError) {
    self.terms = terms
    self.index = index
    self.postings = postings
    self.positions = positions
    self.universe = universe
    self.hasFields = hasFields
    var cursor = try index.cursor(at: 0, count: 4)
    blockCount = Int(cursor.fixed(UInt32.self))
    guard 4 + blockCount * Self.entrySize <= index.count else { throw index.inconsistent }
  }

  /// The ends of block `number`'s first key and of the block.
  private func ends(_ number: Int) throws(SegmentError) -> (key: Int, block: Int) {
    if number < 0 { return (0, 0) }
    var cursor = try index.cursor(at: 4 + number * Self.entrySize, count: Self.entrySize)
    let key = Int(cursor.fixed(UInt32.self))
    let block = cursor.fixed(UInt64.self)
    guard block <= UInt64(terms.count) else { throw index.inconsistent }
    return (key, Int(block))
  }

  /// Where block `number`'s first key is among the keys.
  private func keyRange(_ number: Int) throws(SegmentError) -> (start: Int, end: Int) {
    if number == 0 { return (0, try ends(0).key) }
    var cursor = try index.cursor(at: 4 + (number - 1) * Self.entrySize, count: 2 * Self.entrySize)
    let start = Int(cursor.fixed(UInt32.self))
    cursor.skip(MemoryLayout<UInt64>.size)
    return (start, Int(cursor.fixed(UInt32.self)))
  }

  /// Where block `number` is in ``terms``.
  func blockRange(_ number: Int) throws(SegmentError) -> Range<Int> {
    let start = try ends(number - 1).block
    let end = try ends(number).block
    guard start <= end else { throw index.inconsistent }
    return start..<end
  }

  /// The block in which `key` is, if it is anywhere: the last whose first key is not greater.
  func blockNumber(for key: [UInt8]) throws(SegmentError) -> Int {
    var low = 0
    var high = blockCount
    while low < high {
      let middle = (low + high) / 2
      let (start, end) = try keyRange(middle)
      guard start <= end else { throw index.inconsistent }
      var cursor = try index.cursor(at: 4 + blockCount * Self.entrySize + start, count: end - start)
      let first = unsafe cursor.take(end - start)
      let isGreater = unsafe key.withUnsafeBytes { unsafe compareBytes(first, $0) > 0 }
      if isGreater { high = middle } else { low = middle + 1 }
    }
    return max(0, low - 1)
  }

  /// Calls `body` with each group whose key begins with `prefix`, in order, until it returns `false`.
  ///
  /// - Parameter filter: Blocks without a key that it matches may be left out; most are then not decoded.
  func forEachGroup(
    withPrefix prefix: [UInt8], filter: TermGroups.Filter? = nil, _ body: (borrowing TermGroups) throws(SegmentError) -> Bool
  ) throws(SegmentError) {
    var groups = TermGroups(self, from: try blockNumber(for: prefix), beginning: prefix, filter: filter)
    while try groups.advance() {
      if groups.key.starts(with: prefix) {
        guard try body(groups) else { return }
      } else if prefix.lexicographicallyPrecedes(groups.key) {
        return
      }
    }
  }

  /// Calls `body` with the group under `key`, if there is one.
  func withGroup(_ key: [UInt8], _ body: (borrowing TermGroups) throws(SegmentError) -> Void) throws(SegmentError) {
    try forEachGroup(withPrefix: key) { group throws(SegmentError) in
      if group.key.count == key.count { try body(group) }
      return false
    }
  }
}

/// Less than, equal to or greater than 0 as `one` comes before, at or behind `other` in the order of bytes.
func compareBytes(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
  let common = min(one.count, other.count)
  var index = 0
  while index < common {
    let (left, right) = unsafe (one[index], other[index])
    if left != right { return left < right ? -1 : 1 }
    index += 1
  }
  return one.count - other.count
}

// SPDX-License-Identifier: Apache-2.0

/// The term dictionary of a segment: folded forms in byte order, each with a group of surface forms
/// and their posting lists.
struct TermDictionary: Sendable {
  let terms: Region
  let postings: Region
  /// `nil` if the lists have no positions.
  let positions: Region?

  /// Ordinals in the lists are less than this.
  let universe: Int

  /// Whether each key begins with a field: a length byte, then that many bytes, which are not
  /// folded.
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

  /// The end of block `number`'s first key in the index, and the end of the block in ``terms``.
  private func ends(_ number: Int) throws(SegmentError) -> (key: Int, block: Int) {
    if number < 0 { return (0, 0) }
    var cursor = try index.cursor(at: 4 + number * Self.entrySize, count: Self.entrySize)
    let key = Int(cursor.fixed(UInt32.self))
    let block = cursor.fixed(UInt64.self)
    guard block <= UInt64(terms.count) else { throw index.inconsistent }
    return (key, Int(block))
  }

  /// The range of block `number`'s first key among the keys of the index.
  private func keyRange(_ number: Int) throws(SegmentError) -> (start: Int, end: Int) {
    if number == 0 { return (0, try ends(0).key) }
    var cursor = try index.cursor(at: 4 + (number - 1) * Self.entrySize, count: 2 * Self.entrySize)
    let start = Int(cursor.fixed(UInt32.self))
    cursor.skip(MemoryLayout<UInt64>.size)
    return (start, Int(cursor.fixed(UInt32.self)))
  }

  /// The range of block `number` in ``terms``.
  func blockRange(_ number: Int) throws(SegmentError) -> Range<Int> {
    let start = try ends(number - 1).block
    let end = try ends(number).block
    guard start <= end else { throw index.inconsistent }
    return start..<end
  }

  /// The only block that can contain `key`: the last one whose first key is not greater.
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

  /// Calls `body` with each group whose key begins with `prefix`, in order, until `body` returns
  /// `false`.
  ///
  /// - Parameters:
  ///   - filter: Allows skipping blocks without a matching key, usually most blocks. `body` may still get groups that
  ///     do not match.
  ///   - isWanted: Groups with other keys are skipped.
  func forEachGroup(
    withPrefix prefix: [UInt8], filter: TermGroups.Filter? = nil, where isWanted: ([UInt8]) -> Bool = { _ in true },
    _ body: (borrowing TermGroups) throws(SegmentError) -> Bool
  ) throws(SegmentError) {
    var groups = TermGroups(self, from: try blockNumber(for: prefix), beginning: prefix, filter: filter)
    while try groups.advance(where: { !$0.starts(with: prefix) || isWanted($0) }) {
      if groups.key.starts(with: prefix) {
        guard try body(groups) else { return }
      } else if prefix.lexicographicallyPrecedes(groups.key) {
        return
      }
    }
  }

  /// Calls `body` with the group of `key`, if the dictionary has one.
  func withGroup(_ key: [UInt8], _ body: (borrowing TermGroups) throws(SegmentError) -> Void) throws(SegmentError) {
    try forEachGroup(withPrefix: key) { group throws(SegmentError) in
      if group.key.count == key.count { try body(group) }
      return false
    }
  }
}

/// Compares in byte order: less than 0, 0 or greater than 0 if `one` is less than, equal to or
/// greater than `other`.
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

func compareBytes(_ one: [UInt8], _ other: [UInt8]) -> Int {
  unsafe one.withUnsafeBytes { one in unsafe other.withUnsafeBytes { unsafe compareBytes(one, $0) } }
}

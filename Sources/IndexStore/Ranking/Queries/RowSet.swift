// SPDX-License-Identifier: Apache-2.0

/// A set of rows of ``FieldMatches``, as a bitmap.
struct RowSet {
  private(set) var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  @inline(__always)
  func contains(_ row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }

  @inline(__always)
  mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  @inline(__always)
  mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }

  /// Inserts many rows.
  ///
  /// - Parameter body: Calls its argument with each row.
  @inline(__always)
  mutating func insert(_ body: ((Int) -> Void) -> Void) {
    unsafe words.withUnsafeMutableBufferPointer { words in
      body { row in unsafe words[row &>> 6] |= 1 &<< UInt64(row & 63) }
    }
  }

  /// All rows.
  init(all count: Int) {
    words = [UInt64](repeating: .max, count: (count + 63) / 64)
    if count & 63 != 0 { words[words.count - 1] = 1 << UInt64(count & 63) - 1 }
  }

  mutating func subtract(_ other: RowSet) { for index in words.indices { words[index] &= ~other.words[index] } }

  mutating func formIntersection(_ other: RowSet) { for index in words.indices { words[index] &= other.words[index] } }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Calls `body` with each row, the last one first.
  func forEachReversed(_ body: (Int) -> Void) {
    for index in words.indices.reversed() {
      var rest = words[index]
      while rest != 0 {
        let bit = 63 - rest.leadingZeroBitCount
        rest &= ~(1 << UInt64(bit))
        body(index * 64 + bit)
      }
    }
  }
}

extension [RowSet] {
  /// The rows that are in all sets; there is at least one.
  var intersection: RowSet {
    var result = self[0]
    for set in self.dropFirst() { result.formIntersection(set) }
    return result
  }
}

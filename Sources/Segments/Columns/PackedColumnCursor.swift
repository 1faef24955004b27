// SPDX-License-Identifier: Apache-2.0

/// Reads a column at ascending indices. Unpacks each block once.
struct PackedColumnCursor {
  private let column: PackedColumn
  private var block = -1
  private var numbers = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)

  init(_ column: PackedColumn) { self.column = column }

  var count: Int { column.count }

  /// - Parameter index: Less than ``count``.
  /// - Complexity: 1 ns, plus 0.1 µs for each block entered.
  @inline(__always)
  mutating func number(at index: Int) throws(SegmentError) -> UInt64 {
    let block = index / PackedColumnWriter.blockCount
    if block != self.block {
      _ = try column.unpack(block, into: &numbers)
      self.block = block
    }
    return numbers[index % PackedColumnWriter.blockCount]
  }
}

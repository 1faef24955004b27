// SPDX-License-Identifier: Apache-2.0

/// Random access to a column that a ``PackedColumnWriter`` wrote.
struct PackedColumn: Sendable {
  private let region: Region
  private let start: Int
  private let blocksEnd: Int
  let count: Int

  /// - Parameter range: The range of the column in `region`. Must hold exactly `count` numbers.
  init(_ region: Region, _ range: Range<Int>, count: Int) throws(SegmentError) {
    guard range.lowerBound >= 0, range.upperBound <= region.count, count >= 0 else { throw region.inconsistent }
    let entries = (count + PackedColumnWriter.blockCount - 1) / PackedColumnWriter.blockCount
    guard entries <= range.count / PackedColumnWriter.entrySize else { throw region.inconsistent }
    self.region = region
    self.count = count
    start = range.lowerBound
    blocksEnd = range.upperBound - entries * PackedColumnWriter.entrySize
  }

  private func block(_ number: Int) throws(SegmentError) -> PackedBlock {
    var cursor = try region.cursor(at: blocksEnd + number * PackedColumnWriter.entrySize, count: PackedColumnWriter.entrySize)
    let least = cursor.fixed(UInt64.self)
    let entry = cursor.fixed(UInt64.self)
    let (offset, shift, width) = (Int(entry >> 16), entry >> 8 & 0xFF, Int(entry & 0xFF))
    guard width + Int(shift) <= 64, offset <= blocksEnd - start else { throw region.inconsistent }
    let size = size(of: number)
    let byteCount = PackedBlock.byteCount(size, width: width)
    var packed = try region.cursor(at: start + offset, count: byteCount)
    return unsafe PackedBlock(least: least, shift: shift, width: width, count: size, packed: packed.take(byteCount))
  }

  /// - Parameter index: Less than ``count``.
  subscript(index: Int) -> UInt64 {
    get throws(SegmentError) { try block(index / PackedColumnWriter.blockCount)[index % PackedColumnWriter.blockCount] }
  }

  /// Number of elements in a block.
  func size(of block: Int) -> Int { min(PackedColumnWriter.blockCount, count - block * PackedColumnWriter.blockCount) }

  var blockCount: Int { (count + PackedColumnWriter.blockCount - 1) / PackedColumnWriter.blockCount }

  /// The index of the blocks, readable without unpacking them.
  struct Table {
    private let entries: NumberTable

    init(_ entries: NumberTable) { self.entries = entries }

    private var count: Int { entries.count / 2 }

    /// The least number of a block, and a bit width *w*: all its numbers are less than least +
    /// 2^*w*.
    subscript(block: Int) -> (least: UInt64, width: Int) {
      @inline(__always) get {
        let packed = entries[2 * block + 1]
        return (entries[2 * block], Int(packed & 0xFF) + Int(packed >> 8 & 0xFF))
      }
    }

    /// Whether a full block has consecutive numbers. All numbers of the column must be distinct and ascend.
    @inline(__always)
    func isConsecutive(_ block: Int) -> Bool {
      block + 1 < count && self[block + 1].least &- self[block].least == UInt64(PackedColumnWriter.blockCount)
    }

    /// The last block at or after `start` whose least number is not greater than `number`, or
    /// `start` if there is none. The numbers must ascend.
    func lastBlock(startingAtOrBefore number: UInt64, from start: Int) -> Int {
      var low = start
      var step = 1
      while low + step < count, self[low + step].least <= number {
        low += step
        step *= 2
      }
      var high = min(low + step, count)
      while low + 1 < high {
        let middle = (low + high) / 2
        if self[middle].least <= number { low = middle } else { high = middle }
      }
      return low
    }
  }

  func table() throws(SegmentError) -> Table {
    Table(try NumberTable(region, at: blocksEnd, count: 2 * blockCount))
  }

  /// Unpacks a whole block; see ``PackedBlock/unpack(into:)``.
  ///
  /// - Returns: Number of elements in the block.
  func unpack(_ block: Int, into output: inout [UInt64]) throws(SegmentError) -> Int {
    let block = try self.block(block)
    block.unpack(into: &output)
    return block.count
  }

  /// Unpacks selected numbers of a block; see ``PackedBlock/unpack(_:into:)``.
  func unpack(_ members: ArraySlice<UInt64>, of block: Int, into output: inout [UInt64]) throws(SegmentError) {
    try self.block(block).unpack(members, into: &output)
  }

  /// Unpacks selected numbers of a block.
  ///
  /// - Parameters:
  ///   - indices: Indices in the column. All of them must lie in the block.
  ///   - output: Receives the numbers, without gaps. Has room for ``PackedColumnWriter/blockCount``
  ///     numbers.
  func unpack(_ indices: ArraySlice<UInt32>, of block: Int, into output: inout [UInt64]) throws(SegmentError) {
    let block = try self.block(block)
    for (target, index) in zip(output.indices, indices) { output[target] = block[Int(index) % PackedColumnWriter.blockCount] }
  }

  /// A bit for each number of a block.
  func fullBitmap(of block: Int) -> PackedBlock.Bitmap { PackedBlock.fullBitmap(size(of: block)) }

  /// The numbers of a block that lie in a range; see ``PackedBlock/bitmap(of:)``.
  func bitmap(of wanted: ClosedRange<UInt64>, in block: Int) throws(SegmentError) -> PackedBlock.Bitmap {
    try self.block(block).bitmap(of: wanted)
  }

  func forEach(_ body: (UInt64) throws(SegmentError) -> Void) throws(SegmentError) {
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    for number in 0..<blockCount {
      for index in 0..<(try unpack(number, into: &block)) { try body(block[index]) }
    }
  }

  /// The index of the first number that is not less than `value`. The numbers must ascend.
  func lowerBound(of value: UInt64) throws(SegmentError) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if try self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

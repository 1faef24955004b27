// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// Writes 64-bit numbers in blocks of 128. A block stores the distance of each number to its least
/// number, in as few bits as its greatest distance needs (``PackedBlock``).
///
/// Format: the blocks, then an entry of 16 bytes for each: its least number, then `offset << 16 |
/// shift << 8 | width`. `shift` is the number of low bits that are zero in all distances and are
/// not stored; `width` is the number of bits stored per distance. The shift halves the size of
/// whole seconds stored as `Double`.
@safe struct PackedColumnWriter: ~Copyable {
  static let blockCount = 128
  static let entrySize = 16

  private struct Block {
    let least: UInt64
    let greatest: UInt64
    /// Offset in the sink.
    let offset: Int
    let byteCount: UInt16
    let shift: UInt8
    let width: UInt8
  }

  private let sink: ByteSink
  private let start: Int
  private let pending: UnsafeMutablePointer<UInt64>
  private var pendingCount = 0
  private var blocks: [Block] = []

  /// - Parameter sink: Receives the blocks. Other writers may append to it between blocks.
  init(_ sink: ByteSink) {
    self.sink = sink
    start = sink.count
    unsafe pending = .allocate(capacity: Self.blockCount)
  }

  deinit { unsafe pending.deallocate() }

  @inline(__always)
  mutating func append(_ value: UInt64) throws(SegmentError) {
    unsafe (pending + pendingCount).initialize(to: value)
    pendingCount &+= 1
    if pendingCount == Self.blockCount { try endBlock() }
  }

  private mutating func endBlock() throws(SegmentError) {
    if pendingCount == 0 { return }
    let first = unsafe pending[0]
    var (least, greatest, differing) = (first, first, UInt64(0))
    for index in 0..<pendingCount {
      let value = unsafe pending[index]
      least = min(least, value)
      greatest = max(greatest, value)
      differing |= value ^ first
    }
    // Numbers that agree in their low bits have distances whose low bits are zero.
    let shift = differing == 0 ? 0 : differing.trailingZeroBitCount
    let width = 64 - ((greatest - least) >> UInt64(shift)).leadingZeroBitCount
    let byteCount = PackedBlock.byteCount(pendingCount, width: width)
    blocks.append(
      Block(
        least: least, greatest: greatest, offset: sink.count, byteCount: UInt16(byteCount), shift: UInt8(shift), width: UInt8(width)))
    unsafe withUnsafeTemporaryAllocation(byteCount: (Self.blockCount + 2) * 8, alignment: 8) { packed in
      if PackedBlock.isInLanes(pendingCount, width: width) {
        unsafe packInLanes(least, UInt64(shift), width, into: packed)
      } else {
        unsafe packInRow(least, UInt64(shift), width, into: packed)
      }
      unsafe sink.bytes.append(contentsOf: packed[..<byteCount])
    }
    pendingCount = 0
    try sink.flushIfFull()
  }

  private func packInLanes(_ least: UInt64, _ shift: UInt64, _ width: Int, into packed: UnsafeMutableRawBufferPointer) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.blockCount) { distances in
      for index in 0..<Self.blockCount { unsafe distances[index] = UInt32(truncatingIfNeeded: (pending[index] &- least) &>> shift) }
      guard let numbers = distances.baseAddress, let output = packed.baseAddress else { return }
      unsafe vector_pack(numbers, output.assumingMemoryBound(to: UInt8.self), CInt(width))
    }
  }

  private func packInRow(_ least: UInt64, _ shift: UInt64, _ width: Int, into packed: UnsafeMutableRawBufferPointer) {
    unsafe packed.initializeMemory(as: UInt8.self, repeating: 0)
    var bit = 0
    for index in 0..<pendingCount {
      let distance = unsafe (pending[index] - least) >> shift
      let (byte, low) = (bit >> 3, UInt64(bit & 7))
      let word = unsafe UInt64(littleEndian: packed.loadUnaligned(fromByteOffset: byte, as: UInt64.self)) | distance << low
      unsafe packed.storeBytes(of: word.littleEndian, toByteOffset: byte, as: UInt64.self)
      // The highest bits of a wide number, which the shift by `low` dropped.
      if width > 56 {
        unsafe packed.storeBytes(of: UInt8(truncatingIfNeeded: distance >> (64 - low)), toByteOffset: byte + 8, as: UInt8.self)
      }
      bit += width
    }
  }

  /// Ends a column that was written to its sink alone, without bytes from other writers.
  ///
  /// - Returns: The range of the column in the sink.
  mutating func finish() throws(SegmentError) -> Range<Int> {
    try endBlock()
    try appendTable(to: sink, blocks.map { $0.offset - start })
    return start..<sink.count
  }

  /// Writes the last block, so that the scratch can be finished. No numbers may be appended
  /// afterwards.
  mutating func endBlocks() throws(SegmentError) {
    try endBlock()
  }

  /// Copies the column from its finished scratch to `target`.
  ///
  /// - Returns: The range of the column in `target`.
  func copy(to target: ByteSink) throws(SegmentError) -> Range<Int> {
    let start = target.count
    var bytes: [UInt8] = []
    var offsets: [Int] = []
    for block in blocks {
      offsets.append(target.count - start)
      try sink.read(at: block.offset, upTo: Int(block.byteCount), into: &bytes)
      target.bytes.append(contentsOf: bytes)
      try target.flushIfFull()
    }
    try appendTable(to: target, offsets)
    return start..<target.count
  }

  private func appendTable(to target: ByteSink, _ offsets: [Int]) throws(SegmentError) {
    for (block, offset) in zip(blocks, offsets) {
      target.bytes.append(fixed: block.least)
      target.bytes.append(fixed: UInt64(offset) << 16 | UInt64(block.shift) << 8 | UInt64(block.width))
    }
    try target.flushIfFull()
  }

  /// Appends the greatest number of each block to `target`, 8 bytes each.
  func appendGreatest(to target: ByteSink) throws(SegmentError) {
    for block in blocks { target.bytes.append(fixed: block.greatest) }
    try target.flushIfFull()
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// Reads the names of a segment. ``NameBlocks`` describes the format.
@safe struct NameTable {
  let names: Region
  private let offsets: Region
  let nameCount: Int

  init(_ segment: SegmentReader) throws(SegmentError) {
    names = try segment.region(.names)
    offsets = try segment.region(.nameOffsets)
    nameCount = segment.documentCount
    guard offsets.count == blockCount * 8 else { throw offsets.inconsistent }
  }

  var blockCount: Int { (nameCount + NameBlocks.size - 1) / NameBlocks.size }

  private func start(of block: Int) throws(SegmentError) -> Int {
    if block == blockCount { return names.count }
    var cursor = try offsets.cursor(at: block * 8, count: 8)
    let offset = cursor.fixed(UInt64.self)
    guard offset <= UInt64(names.count) else { throw offsets.inconsistent }
    return Int(offset)
  }

  /// The bytes of some blocks; each name ends with a zero byte. Valid for the lifetime of the
  /// segment.
  func bytes(of blocks: Range<Int>) throws(SegmentError) -> UnsafeBufferPointer<UInt8> {
    let start = try start(of: blocks.lowerBound)
    let end = try self.start(of: blocks.upperBound)
    guard start <= end else { throw offsets.inconsistent }
    var cursor = try names.cursor(start..<end)
    let bytes = unsafe cursor.take(end - start).bindMemory(to: UInt8.self)
    if let last = unsafe bytes.last, last != 0 { throw names.inconsistent }
    return unsafe bytes
  }

  /// Calls `body` with each member and its name, in the order of ordinals.
  ///
  /// Reads each block at most once and copies nothing.
  func forEachName(
    of ordinals: OrdinalSet, _ body: (UInt32, Span<UInt8>) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    guard let range = ordinals.range else { return }
    // If most blocks have members, fetching many blocks at once costs little more than fetching
    // one.
    let pieceSize = ordinals.count > range.count / NameBlocks.size / 4 ? Self.pieceSize : 1
    var piece = 0..<0
    var bytes = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var starts: [Int] = []
    var block = -1
    // Offset of the current block in `bytes`, and the ends of its names.
    var blockStart = 0
    var ends = [Int](repeating: 0, count: NameBlocks.size + 64)
    var nameCount = 0
    try ordinals.forEach { ordinal throws(SegmentError) in
      if Int(ordinal) / NameBlocks.size != block {
        block = Int(ordinal) / NameBlocks.size
        if !piece.contains(block) {
          piece = block..<min(block + pieceSize, blockCount)
          unsafe bytes = try self.bytes(of: piece)
          try readStarts(of: piece, bytes.count, into: &starts)
        }
        blockStart = starts[block - piece.lowerBound]
        nameCount = unsafe Self.readEnds(bytes, from: blockStart, into: &ends)
      }
      let number = Int(ordinal) % NameBlocks.size
      let start = number == 0 ? blockStart : ends[number - 1] + 1
      guard number < nameCount, ends[number] - start <= NameBlocks.maximumNameLength else { throw names.inconsistent }
      try body(ordinal, unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[start..<ends[number]])))
      return true
    }
  }

  private static let pieceSize = 64

  /// Finds the offsets at which the names of a block end.
  ///
  /// - Parameters:
  ///   - start: Offset of the block in `bytes`.
  ///   - ends: Receives the offsets. Has room for one block and 64 more.
  /// - Returns: Number of offsets found. May exceed ``NameBlocks/size``. Less than that if the
  ///   block is the last one, or is damaged.
  private static func readEnds(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into ends: inout [Int]) -> Int {
    var count = 0
    var index = start
    while count < NameBlocks.size, index < bytes.count {
      var zeros = unsafe zeros(bytes, from: index)
      while zeros != 0 {
        ends[count] = index + zeros.trailingZeroBitCount
        count += 1
        zeros &= zeros - 1
      }
      index += 64
    }
    return count
  }

  /// A bit for each zero byte among the next 64 bytes, or among those left.
  @inline(__always)
  static func zeros(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    if bytes.count - start >= 64 { return unsafe vector_zeros(base + start) }
    return (start..<bytes.count).reduce(0) { zeros, index in unsafe bytes[index] == 0 ? zeros | 1 << UInt64(index - start) : zeros }
  }

  /// Reads the offsets of blocks, relative to the first one.
  ///
  /// - Parameter byteCount: Total size of the blocks.
  private func readStarts(of blocks: Range<Int>, _ byteCount: Int, into starts: inout [Int]) throws(SegmentError) {
    starts.removeAll(keepingCapacity: true)
    var cursor = try offsets.cursor(at: blocks.lowerBound * 8, count: blocks.count * 8)
    let first = cursor.fixed(UInt64.self)
    starts.append(0)
    for _ in 1..<max(blocks.count, 1) {
      let start = cursor.fixed(UInt64.self) &- first
      guard start <= UInt64(byteCount) else { throw offsets.inconsistent }
      starts.append(Int(start))
    }
  }
}

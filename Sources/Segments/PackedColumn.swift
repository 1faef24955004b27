/// Writes 64-bit numbers, 128 to a block, each as its distance to the block's least in as few bits as the block needs.
///
/// The blocks, then an entry of 16 bytes for each: the least number; the block's offset, shifted left by 8, and the width.
struct PackedColumnWriter {
  static let blockCount = 128
  static let entrySize = 16

  private let sink: ByteSink
  private let start: Int
  private var pending: [UInt64] = []
  private var entries: [UInt8] = []

  init(_ sink: ByteSink) {
    self.sink = sink
    start = sink.count
  }

  mutating func append(_ value: UInt64) throws(SegmentError) {
    pending.append(value)
    if pending.count == Self.blockCount { try endBlock() }
  }

  private mutating func endBlock() throws(SegmentError) {
    guard let least = pending.min(), let greatest = pending.max() else { return }
    let width = 64 - (greatest - least).leadingZeroBitCount
    entries.append(fixed: least)
    entries.append(fixed: UInt64(sink.count - start) << 8 | UInt64(width))
    var filled = 0
    var byte: UInt64 = 0
    for value in pending {
      var rest = value - least
      var left = width
      while left > 0 {
        let taken = min(left, 8 - filled)
        byte |= (rest & ((1 << UInt64(taken)) - 1)) << UInt64(filled)
        rest >>= UInt64(taken)
        left -= taken
        filled += taken
        if filled == 8 {
          sink.bytes.append(UInt8(byte))
          (filled, byte) = (0, 0)
        }
      }
    }
    if filled > 0 { sink.bytes.append(UInt8(byte)) }
    pending.removeAll(keepingCapacity: true)
    try sink.flushIfFull()
  }

  /// - Returns: Where the column is, counted from the beginning of the sink.
  mutating func finish() throws(SegmentError) -> Range<Int> {
    try endBlock()
    sink.bytes.append(contentsOf: entries)
    try sink.flushIfFull()
    return start..<sink.count
  }
}

/// Reads what a ``PackedColumnWriter`` wrote, at any place.
struct PackedColumn: Sendable {
  private let region: Region
  private let start: Int
  private let blocksEnd: Int
  let count: Int

  /// - Parameter range: Where the column is in `region`; as many numbers as `count`.
  init(_ region: Region, _ range: Range<Int>, count: Int) throws(SegmentError) {
    guard range.lowerBound >= 0, range.upperBound <= region.count, count >= 0 else { throw region.inconsistent }
    let entries = (count + PackedColumnWriter.blockCount - 1) / PackedColumnWriter.blockCount
    guard entries <= range.count / PackedColumnWriter.entrySize else { throw region.inconsistent }
    self.region = region
    self.count = count
    start = range.lowerBound
    blocksEnd = range.upperBound - entries * PackedColumnWriter.entrySize
  }

  private func entry(_ block: Int) throws(SegmentError) -> (least: UInt64, offset: Int, width: Int) {
    var cursor = try region.cursor(at: blocksEnd + block * PackedColumnWriter.entrySize, count: PackedColumnWriter.entrySize)
    let least = cursor.fixed(UInt64.self)
    let packed = cursor.fixed(UInt64.self)
    let width = Int(packed & 0xFF)
    guard width <= 64, packed >> 8 <= UInt64(blocksEnd - start) else { throw region.inconsistent }
    return (least, Int(packed >> 8), width)
  }

  /// - Parameter place: Less than ``count``.
  subscript(place: Int) -> UInt64 {
    get throws(SegmentError) {
      let (least, offset, width) = try entry(place / PackedColumnWriter.blockCount)
      if width == 0 { return least }
      let bit = place % PackedColumnWriter.blockCount * width
      let first = offset + bit >> 3
      var cursor = try region.cursor(at: start + first, count: (bit & 7 + width + 7) >> 3)
      return least &+ Self.extract(&cursor, bit & 7, width)
    }
  }

  private static func extract(_ cursor: inout ByteCursor, _ shift: Int, _ width: Int) -> UInt64 {
    var value: UInt64 = 0
    var filled = -shift
    while filled < width {
      let byte = UInt64(cursor.byte())
      value |= filled < 0 ? byte >> UInt64(-filled) : byte << UInt64(filled)
      filled += 8
    }
    return width == 64 ? value : value & ((1 << UInt64(width)) - 1)
  }

  var blockCount: Int { (count + PackedColumnWriter.blockCount - 1) / PackedColumnWriter.blockCount }

  /// What is known of each block without unpacking it.
  @safe struct Table {
    private let entries: UnsafeRawPointer
    private let count: Int
    /// Keeps the bytes alive.
    private let owner: any BlockSource

    init(_ entries: UnsafeRawBufferPointer, owner: any BlockSource) {
      // An empty buffer may have no address.
      unsafe self.entries = entries.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
      count = entries.count / PackedColumnWriter.entrySize
      self.owner = owner
    }

    /// The least number, and how many bits the distance of others to it takes.
    subscript(block: Int) -> (least: UInt64, width: Int) {
      @inline(__always) get {
        precondition(block >= 0 && block < count, "there is no such block")
        let entry = unsafe entries + block &* PackedColumnWriter.entrySize
        let least = unsafe UInt64(littleEndian: entry.loadUnaligned(as: UInt64.self))
        return (least, Int(unsafe entry.load(fromByteOffset: 8, as: UInt8.self)))
      }
    }

    /// The last block from `start` on whose least number is not greater than `number`; `start` when there is none. The numbers must ascend.
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
    let size = blockCount * PackedColumnWriter.entrySize
    var cursor = try region.cursor(at: blocksEnd, count: size)
    return unsafe Table(cursor.take(size), owner: region.source)
  }

  /// Unpacks a block whole, a nanosecond a number.
  ///
  /// - Parameter output: At least ``PackedColumnWriter/blockCount`` numbers.
  /// - Returns: How many numbers the block has.
  func unpack(_ block: Int, into output: inout [UInt64]) throws(SegmentError) -> Int {
    let (least, offset, width) = try entry(block)
    let size = min(PackedColumnWriter.blockCount, count - block * PackedColumnWriter.blockCount)
    var cursor = try region.cursor(at: start + offset, count: (size * width + 7) >> 3)
    let packed = unsafe cursor.take((size * width + 7) >> 3)
    unsafe output.withUnsafeMutableBufferPointer { output in
      // Numbers whose eight bytes lie within the packed ones, and that fit into them from any bit on.
      let whole = width == 0 || width > 56 || packed.count < 8 ? 0 : min(size, ((packed.count - 8) * 8) / width + 1)
      let mask: UInt64 = (1 &<< UInt64(width)) &- 1
      var bit = 0
      for index in 0..<whole {
        let word = unsafe UInt64(littleEndian: packed.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        unsafe output[index] = least &+ ((word &>> UInt64(bit & 7)) & mask)
        bit &+= width
      }
      for index in whole..<size { unsafe output[index] = least &+ Self.extract(packed, index * width, width) }
    }
    return size
  }

  /// Unpacks some numbers of a block.
  ///
  /// - Parameters:
  ///   - members: A bit for each number of the block.
  ///   - memberCount: How many bits are set.
  ///   - output: Gets the members, one behind the other; has at least ``PackedColumnWriter/blockCount`` places.
  func unpack(_ members: ArraySlice<UInt64>, _ memberCount: Int, of block: Int, into output: inout [UInt64]) throws(SegmentError) {
    if memberCount == PackedColumnWriter.blockCount {
      _ = try unpack(block, into: &output)
      return
    }
    let (least, offset, width) = try entry(block)
    let size = min(PackedColumnWriter.blockCount, count - block * PackedColumnWriter.blockCount)
    var cursor = try region.cursor(at: start + offset, count: (size * width + 7) >> 3)
    let packed = unsafe cursor.take((size * width + 7) >> 3)
    var place = 0
    for (index, word) in members.enumerated() {
      var rest = word
      while rest != 0 {
        let number = index * 64 + rest.trailingZeroBitCount
        guard number < size else { throw region.inconsistent }
        unsafe output[place] = least &+ Self.extract(packed, number * width, width)
        place += 1
        rest &= rest - 1
      }
    }
  }

  /// Calls `body` with the numbers at `places`, in order.
  func forEach(_ places: Range<Int>, _ body: (UInt64) throws(SegmentError) -> Void) throws(SegmentError) {
    var place = places.lowerBound
    while place < places.upperBound {
      let block = place / PackedColumnWriter.blockCount
      let (least, offset, width) = try entry(block)
      let first = block * PackedColumnWriter.blockCount
      let size = min(PackedColumnWriter.blockCount, count - first)
      let end = min(places.upperBound, first + size)
      var cursor = try region.cursor(at: start + offset, count: (size * width + 7) >> 3)
      let packed = unsafe cursor.take((size * width + 7) >> 3)
      while place < end {
        try body(unsafe least &+ Self.extract(packed, (place - first) * width, width))
        place += 1
      }
    }
  }

  private static func extract(_ packed: UnsafeRawBufferPointer, _ bit: Int, _ width: Int) -> UInt64 {
    if width == 0 { return 0 }
    let byte = bit >> 3
    let shift = UInt64(bit & 7)
    if width <= 56, byte + 8 <= packed.count {
      let word = unsafe UInt64(littleEndian: packed.loadUnaligned(fromByteOffset: byte, as: UInt64.self))
      return (word >> shift) & ((1 << UInt64(width)) - 1)
    }
    var value: UInt64 = 0
    for index in 0..<min(9, packed.count - byte) {
      let next = unsafe UInt64(packed[byte + index])
      value |= index == 0 ? next >> shift : next << (UInt64(index * 8) - shift)
    }
    return width == 64 ? value : value & ((1 << UInt64(width)) - 1)
  }

  /// The first place in `places` whose number is not below `value`; the numbers must ascend.
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

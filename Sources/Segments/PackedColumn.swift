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

  private struct Entry {
    let least: UInt64
    let offset: Int
    let shift: UInt64
    let width: Int
  }

  private func entry(_ block: Int) throws(SegmentError) -> Entry {
    var cursor = try region.cursor(at: blocksEnd + block * PackedColumnWriter.entrySize, count: PackedColumnWriter.entrySize)
    let least = cursor.fixed(UInt64.self)
    let packed = cursor.fixed(UInt64.self)
    let entry = Entry(least: least, offset: Int(packed >> 16), shift: packed >> 8 & 0xFF, width: Int(packed & 0xFF))
    guard entry.width + Int(entry.shift) <= 64, entry.offset <= blocksEnd - start else { throw region.inconsistent }
    return entry
  }

  /// - Parameter place: Less than ``count``.
  subscript(place: Int) -> UInt64 {
    get throws(SegmentError) {
      let entry = try entry(place / PackedColumnWriter.blockCount)
      if entry.width == 0 { return entry.least }
      let bit = place % PackedColumnWriter.blockCount * entry.width
      var cursor = try region.cursor(at: start + entry.offset + bit >> 3, count: (bit & 7 + entry.width + 7) >> 3)
      let packed = unsafe cursor.take(cursor.remaining)
      return unsafe entry.least &+ Self.extract(packed, bit & 7, entry.width) << entry.shift
    }
  }

  /// How many numbers a block has.
  func size(of block: Int) -> Int { min(PackedColumnWriter.blockCount, count - block * PackedColumnWriter.blockCount) }

  var blockCount: Int { (count + PackedColumnWriter.blockCount - 1) / PackedColumnWriter.blockCount }

  /// What is known of each block without unpacking it.
  struct Table {
    private let entries: NumberTable

    init(_ entries: NumberTable) { self.entries = entries }

    private var count: Int { entries.count / 2 }

    /// The least number, and a power of two that the distance of others to it is below.
    subscript(block: Int) -> (least: UInt64, width: Int) {
      @inline(__always) get {
        let packed = entries[2 * block + 1]
        return (entries[2 * block], Int(packed & 0xFF) + Int(packed >> 8 & 0xFF))
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
    Table(try NumberTable(region, at: blocksEnd, count: 2 * blockCount))
  }

  /// Unpacks a block whole, a nanosecond a number.
  ///
  /// - Parameter output: At least ``PackedColumnWriter/blockCount`` numbers.
  /// - Returns: How many numbers the block has.
  func unpack(_ block: Int, into output: inout [UInt64]) throws(SegmentError) -> Int {
    let entry = try entry(block)
    let (least, shift, width) = (entry.least, entry.shift, entry.width)
    let size = size(of: block)
    var cursor = try region.cursor(at: start + entry.offset, count: (size * width + 7) >> 3)
    let packed = unsafe cursor.take((size * width + 7) >> 3)
    unsafe output.withUnsafeMutableBufferPointer { output in
      let whole = unsafe Self.wholeCount(packed, size, width)
      let mask: UInt64 = (1 &<< UInt64(width)) &- 1
      var bit = 0
      for index in 0..<whole {
        let word = unsafe UInt64(littleEndian: packed.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        unsafe output[index] = least &+ ((word &>> UInt64(bit & 7)) & mask) &<< shift
        bit &+= width
      }
      for index in whole..<size { unsafe output[index] = least &+ Self.extract(packed, index * width, width) << shift }
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
    let entry = try entry(block)
    let (least, shift, width) = (entry.least, entry.shift, entry.width)
    let size = size(of: block)
    var cursor = try region.cursor(at: start + entry.offset, count: (size * width + 7) >> 3)
    let packed = unsafe cursor.take((size * width + 7) >> 3)
    var place = 0
    for (index, word) in members.enumerated() {
      var rest = word
      while rest != 0 {
        let number = index * 64 + rest.trailingZeroBitCount
        guard number < size else { throw region.inconsistent }
        unsafe output[place] = least &+ Self.extract(packed, number * width, width) << shift
        place += 1
        rest &= rest - 1
      }
    }
  }

  /// Unpacks some numbers of a block.
  ///
  /// - Parameters:
  ///   - places: In the whole column; all in the block.
  ///   - output: Gets the numbers, one behind the other; has at least ``PackedColumnWriter/blockCount`` places.
  func unpack(_ places: ArraySlice<UInt32>, of block: Int, into output: inout [UInt64]) throws(SegmentError) {
    let entry = try entry(block)
    let (least, shift, width) = (entry.least, entry.shift, entry.width)
    var cursor = try region.cursor(at: start + entry.offset, count: (size(of: block) * width + 7) >> 3)
    let packed = unsafe cursor.take(cursor.remaining)
    for (index, place) in zip(output.indices, places) {
      output[index] = unsafe least &+ Self.extract(packed, Int(place) % PackedColumnWriter.blockCount * width, width) << shift
    }
  }

  /// A bit for each number of a block.
  typealias Places = (first: UInt64, second: UInt64)

  /// All numbers of a block.
  func allPlaces(of block: Int) -> Places {
    let size = size(of: block)
    return (UInt64.max >> UInt64(max(64 - size, 0)), size <= 64 ? 0 : UInt64.max >> UInt64(128 - size))
  }

  /// The numbers of a block that lie in a range. They are compared packed, which takes about a nanosecond each.
  func places(of wanted: ClosedRange<UInt64>, in block: Int) throws(SegmentError) -> Places {
    let entry = try entry(block)
    guard wanted.upperBound >= entry.least else { return (0, 0) }
    // The range of distances: the least one rounded up, the greatest one down.
    let below = wanted.lowerBound > entry.least ? wanted.lowerBound - entry.least : 0
    let least = below >> entry.shift + (below & (1 << entry.shift &- 1) == 0 ? 0 : 1)
    let most = (wanted.upperBound - entry.least) >> entry.shift
    guard least <= most else { return (0, 0) }
    let (size, width, span) = (size(of: block), entry.width, most - least)
    var cursor = try region.cursor(at: start + entry.offset, count: (size * width + 7) >> 3)
    let packed = unsafe cursor.take((size * width + 7) >> 3)
    let whole = unsafe Self.wholeCount(packed, size, width)
    let mask: UInt64 = (1 &<< UInt64(width)) &- 1
    /// The numbers from `start` on whose eight bytes lie within the packed ones.
    @inline(__always)
    func bits(from start: Int) -> UInt64 {
      let count = min(64, whole - start)
      guard count > 0, let base = packed.baseAddress else { return 0 }
      var bits: UInt64 = 0
      var bit = start &* width
      for _ in 0..<count {
        let word = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        let distance = (word &>> UInt64(bit & 7)) & mask
        // Unlike a branch this cannot be foreseen badly.
        bits = bits &>> 1 | (distance &- least <= span ? 1 &<< 63 : 0)
        bit &+= width
      }
      return bits &>> UInt64(64 - count)
    }
    var places = (first: bits(from: 0), second: bits(from: 64))
    for place in whole..<size where unsafe Self.extract(packed, place * width, width) &- least <= span {
      if place < 64 { places.first |= 1 << UInt64(place) } else { places.second |= 1 << UInt64(place - 64) }
    }
    return places
  }

  /// How many numbers of a block have their eight bytes within the packed ones, and fit into them from any bit on.
  private static func wholeCount(_ packed: UnsafeRawBufferPointer, _ size: Int, _ width: Int) -> Int {
    width == 0 || width > 56 || packed.count < 8 ? 0 : min(size, ((packed.count - 8) * 8) / width + 1)
  }

  /// Calls `body` with all numbers, in order.
  func forEach(_ body: (UInt64) throws(SegmentError) -> Void) throws(SegmentError) {
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    for number in 0..<blockCount {
      for place in 0..<(try unpack(number, into: &block)) { try body(block[place]) }
    }
  }

  @inline(__always)
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

  /// The first place whose number is not below `value`; the numbers must ascend.
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

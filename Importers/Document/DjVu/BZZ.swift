// SPDX-License-Identifier: Apache-2.0

/// The compression of texts in DjVu: blocks that are sorted (Burrows-Wheeler), moved to the front, and coded.
enum BZZ {
  private static let maximumBlockByteCount = 4 << 20

  /// The unpacked bytes. Damaged data is unpacked up to the damaged block.
  ///
  /// - Parameter budget: The number of bytes that may be unpacked; is reduced by those that are.
  static func unpacked(_ bytes: ArraySlice<UInt8>, budget: inout Int) -> [UInt8] {
    var coder = ZCoder(bytes)
    var states = BlockStates()
    var output: [UInt8] = []
    while true {
      let count = coder.number(bitCount: 24)
      guard count > 0, count <= maximumBlockByteCount, count <= budget, !coder.isExhausted else { return output }
      // A block that proves to be damaged costs as much as others.
      budget -= count
      guard let block = block(&coder, &states, count: count) else { return output }
      output += block
    }
  }

  /// Estimates of bits. They are kept from one block to the next.
  private struct BlockStates {
    /// For whether the next byte is that at the front, and whether it is the second one; each after a byte at the front, at
    /// the second position, and further behind.
    var front = [UInt8](repeating: 0, count: 3)
    var second = [UInt8](repeating: 0, count: 3)
    /// For whether the position is in a group, which begins at a power of two, and for the bits of the position in it.
    var group = [UInt8](repeating: 0, count: 7)
    var bits = (0..<7).map { [UInt8](repeating: 0, count: 2 << $0) }
  }

  private static func block(_ coder: inout ZCoder, _ states: inout BlockStates, count: Int) -> [UInt8]? {
    var list = RecencyList(speed: coder.decode() ? (coder.decode() ? 2 : 1) : 0)
    var sorted = [UInt8](repeating: 0, count: count)
    var marker: Int?
    var previous = 3
    for index in 0..<count {
      if coder.isExhausted { return nil }
      previous = position(&coder, &states, after: min(previous, 2))
      if previous == 256 {
        marker = index
      } else {
        sorted[index] = list.take(previous)
      }
    }
    return marker.flatMap { unsorted(sorted, marker: $0) }
  }

  /// The position of the next byte in the list; 256 for the marker of the end.
  private static func position(_ coder: inout ZCoder, _ states: inout BlockStates, after previous: Int) -> Int {
    if coder.decode(&states.front[previous]) { return 0 }
    if coder.decode(&states.second[previous]) { return 1 }
    for group in 0..<7 where coder.decode(&states.group[group]) {
      var bits = 1
      for _ in 0...group { bits = bits << 1 | (coder.decode(&states.bits[group][bits]) ? 1 : 0) }
      return bits
    }
    return 256
  }

  /// Bytes by how recently and how often they occurred.
  private struct RecencyList {
    private var bytes = (0...255).map { UInt8($0) }
    private var frequencies: [UInt32] = [0, 0, 0, 0]
    private var increment: UInt32 = 4
    private let speed: UInt32

    init(speed: UInt32) { self.speed = speed }

    /// The byte at a position, which moves towards the front.
    mutating func take(_ position: Int) -> UInt8 {
      let byte = bytes[position]
      increment += increment >> speed
      if increment > 0x1000_0000 {
        increment >>= 24
        for index in frequencies.indices { frequencies[index] >>= 24 }
      }
      let frequency = increment + (position < frequencies.count ? frequencies[position] : 0)
      var target = position
      while target >= frequencies.count {
        bytes[target] = bytes[target - 1]
        target -= 1
      }
      while target > 0, frequency >= frequencies[target - 1] {
        bytes[target] = bytes[target - 1]
        frequencies[target] = frequencies[target - 1]
        target -= 1
      }
      bytes[target] = byte
      frequencies[target] = frequency
      return byte
    }
  }

  /// Reverses the sorting.
  ///
  /// - Parameter marker: The position of the end of the block among the sorted bytes.
  private static func unsorted(_ sorted: [UInt8], marker: Int) -> [UInt8]? {
    guard marker > 0 else { return nil }
    var counts = [Int](repeating: 0, count: 256)
    // How many equal bytes precede each one.
    var ranks = [UInt32](repeating: 0, count: sorted.count)
    for index in sorted.indices where index != marker {
      let byte = Int(sorted[index])
      ranks[index] = UInt32(counts[byte])
      counts[byte] += 1
    }
    var starts = [Int](repeating: 0, count: 256)
    var start = 1
    for byte in 0..<256 {
      starts[byte] = start
      start += counts[byte]
    }
    var output = [UInt8](repeating: 0, count: sorted.count - 1)
    var index = 0
    for target in output.indices.reversed() {
      let byte = sorted[index]
      output[target] = byte
      index = starts[Int(byte)] + Int(ranks[index])
    }
    return index == marker ? output : nil
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// A block of a column in its packed form: each number as its distance to the least one, without
/// the low bits that are zero in all distances.
///
/// A full block whose distances fit into 32 bits is packed in four lanes (see the `CVector`
/// module). Any other block is packed contiguously.
@safe struct PackedBlock {
  let least: UInt64
  let shift: UInt64
  /// Bits per distance.
  let width: Int
  let count: Int
  private let packed: UnsafeRawBufferPointer

  /// - Parameter packed: Exactly ``byteCount(_:width:)`` bytes, valid while the block is in use.
  init(least: UInt64, shift: UInt64, width: Int, count: Int, packed: UnsafeRawBufferPointer) {
    precondition(packed.count == Self.byteCount(count, width: width), "the block is cut short")
    (self.least, self.shift, self.width, self.count) = (least, shift, width, count)
    unsafe self.packed = packed
  }

  static func byteCount(_ count: Int, width: Int) -> Int { (count * width + 7) >> 3 }

  static func isInLanes(_ count: Int, width: Int) -> Bool { count == PackedColumnWriter.blockCount && width > 0 && width <= 32 }

  private var isInLanes: Bool { Self.isInLanes(count, width: width) }

  private var mask: UInt64 { width == 64 ? .max : 1 &<< UInt64(width) &- 1 }

  // MARK: Numbers

  /// - Parameter index: Less than ``count``.
  subscript(index: Int) -> UInt64 {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "the block has no such number")
      return least &+ (isInLanes ? distanceInLane(index) : distanceInRow(index)) &<< shift
    }
  }

  private func distanceInLane(_ index: Int) -> UInt64 {
    let bit = index / 4 * width
    let offset = bit / 32 * 16 + index % 4 * 4
    var word = unsafe UInt64(UInt32(littleEndian: packed.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    if bit % 32 + width > 32 {
      unsafe word |= UInt64(UInt32(littleEndian: packed.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))) << 32
    }
    return word &>> UInt64(bit % 32) & mask
  }

  private func distanceInRow(_ index: Int) -> UInt64 {
    if width == 0 { return 0 }
    let byte = (index * width) >> 3
    let shift = UInt64((index * width) & 7)
    if unsafe width <= 56 && byte + 8 <= packed.count {
      return unsafe UInt64(littleEndian: packed.loadUnaligned(fromByteOffset: byte, as: UInt64.self)) >> shift & mask
    }
    var value: UInt64 = 0
    for step in unsafe 0..<min(9, packed.count - byte) {
      let next = unsafe UInt64(packed[byte + step])
      value |= step == 0 ? next >> shift : next << (UInt64(step * 8) - shift)
    }
    return value & mask
  }

  /// Number of leading elements that can be extracted with one unaligned 8-byte load. Applies to
  /// contiguously packed blocks only.
  private var wholeCount: Int {
    unsafe width == 0 || width > 56 || packed.count < 8 ? 0 : min(count, ((packed.count - 8) * 8) / width + 1)
  }

  /// Unpacks all numbers: 0.2 ns each from lanes, 1 ns each if packed contiguously.
  ///
  /// - Parameter output: Has room for ``PackedColumnWriter/blockCount`` numbers.
  func unpack(into output: inout [UInt64]) {
    unsafe output.withUnsafeMutableBufferPointer { output in
      precondition(output.count >= count, "there is no room for a block")
      let (least, shift) = (least, shift)
      if isInLanes {
        return unsafe withDistances { distances in
          for index in 0..<PackedColumnWriter.blockCount { unsafe output[index] = least &+ UInt64(distances[index]) &<< shift }
        }
      }
      let (whole, mask, width) = (wholeCount, mask, width)
      var bit = 0
      for index in 0..<whole {
        let word = unsafe UInt64(littleEndian: packed.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        unsafe output[index] = least &+ ((word &>> UInt64(bit & 7)) & mask) &<< shift
        bit &+= width
      }
      for index in whole..<count { unsafe output[index] = least &+ distanceInRow(index) << shift }
    }
  }

  /// Unpacks selected numbers.
  ///
  /// - Parameters:
  ///   - members: A bit for each number of the block. Bits after the last number must be clear.
  ///   - output: Receives the selected numbers, without gaps. Has room for
  ///     ``PackedColumnWriter/blockCount`` numbers.
  func unpack(_ members: ArraySlice<UInt64>, into output: inout [UInt64]) {
    var next = 0
    @inline(__always)
    func forEachMember(_ body: (Int) -> UInt64) {
      for (index, word) in members.enumerated() {
        var rest = word
        while rest != 0 {
          output[next] = body(index * 64 + rest.trailingZeroBitCount)
          next += 1
          rest &= rest - 1
        }
      }
    }
    if isInLanes {
      unsafe withDistances { distances in forEachMember { unsafe least &+ UInt64(distances[$0]) &<< shift } }
    } else {
      forEachMember { self[$0] }
    }
  }

  /// Calls `body` with the unpacked distances. Valid only for a block in lanes.
  @inline(__always)
  private func withDistances(_ body: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PackedColumnWriter.blockCount) { distances in
      guard let packed = unsafe packed.baseAddress, let base = distances.baseAddress else { return }
      unsafe vector_unpack(packed.assumingMemoryBound(to: UInt8.self), base, CInt(width))
      unsafe body(distances)
    }
  }

  // MARK: Ranges

  /// A bit for each number of a block of up to 128.
  typealias Bitmap = (first: UInt64, second: UInt64)

  /// The bits of all `count` numbers.
  static func fullBitmap(_ count: Int) -> Bitmap { (.max >> UInt64(max(64 - count, 0)), count <= 64 ? 0 : .max >> UInt64(128 - count)) }

  /// The numbers that lie in a range. Compares packed distances: about 1 ns per number, 0.2 ns in
  /// lanes.
  func bitmap(of wanted: ClosedRange<UInt64>) -> Bitmap {
    guard wanted.upperBound >= least else { return (0, 0) }
    // The range of distances. Its lower bound is rounded up, its upper bound down.
    let below = wanted.lowerBound > least ? wanted.lowerBound - least : 0
    let first = below >> shift + (below & (1 << shift &- 1) == 0 ? 0 : 1)
    let last = (wanted.upperBound - least) >> shift
    guard first <= last else { return (0, 0) }
    return isInLanes ? bitmapInLanes(first, last) : bitmapInRow(first, last)
  }

  private func bitmapInLanes(_ first: UInt64, _ last: UInt64) -> Bitmap {
    guard let least = UInt32(exactly: first) else { return (0, 0) }
    let span = UInt32(clamping: last) - least
    var bitmap: Bitmap = (0, 0)
    unsafe withDistances { distances in
      guard let base = distances.baseAddress else { return }
      unsafe bitmap = (vector_in_range(base, least, span), vector_in_range(base + 64, least, span))
    }
    return bitmap
  }

  private func bitmapInRow(_ first: UInt64, _ last: UInt64) -> Bitmap {
    let (whole, width, mask, span) = (wholeCount, width, mask, last - first)
    /// Evaluates up to 64 numbers from `start` on, as far as they belong to ``wholeCount``.
    @inline(__always)
    func bits(from start: Int) -> UInt64 {
      let count = min(64, whole - start)
      guard count > 0, let base = unsafe packed.baseAddress else { return 0 }
      var bits: UInt64 = 0
      var bit = start &* width
      for _ in 0..<count {
        let word = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        let distance = (word &>> UInt64(bit & 7)) & mask
        // No branch: it would be mispredicted often.
        bits = bits &>> 1 | (distance &- first <= span ? 1 &<< 63 : 0)
        bit &+= width
      }
      return bits &>> UInt64(64 - count)
    }
    var bitmap: Bitmap = (bits(from: 0), bits(from: 64))
    for index in whole..<count where distanceInRow(index) &- first <= span {
      if index < 64 { bitmap.first |= 1 << UInt64(index) } else { bitmap.second |= 1 << UInt64(index - 64) }
    }
    return bitmap
  }
}

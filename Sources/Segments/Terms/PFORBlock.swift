// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// Packs up to 128 small numbers with "patched frame of reference": all numbers get the same bit
/// width, and the few that do not fit are stored as exceptions.
///
/// Format: a header byte with the width in bits (0 to 32), plus 128 if there are exceptions. With
/// exceptions, two bytes follow: their count, and the width of their high parts. Then the low bits
/// of all numbers: a full block of 128 in four lanes (see the `CVector` module), a shorter block
/// contiguously. Last the exceptions: their indices, one byte each, and their high parts,
/// contiguously.
///
/// Text positions take 20 % less space than at the width of the largest number. The length of a
/// block follows from its first bytes, so a block can be skipped.
enum PFORBlock {
  static let capacity = 128

  /// - Parameter values: At most ``capacity``.
  static func append(_ values: UnsafeBufferPointer<UInt32>, to bytes: inout [UInt8]) {
    let (width, widest) = unsafe bestWidth(values)
    guard width < widest else {
      bytes.append(UInt8(width))
      unsafe pack(values, width, to: &bytes)
      return
    }
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { high in
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { indices in
        // Branch-free: each value is written, and overwritten by the next one if it is no
        // exception.
        var exceptions = 0
        for index in 0..<values.count {
          unsafe high[exceptions] = values[index] &>> UInt32(truncatingIfNeeded: width)
          unsafe indices[exceptions] = UInt8(truncatingIfNeeded: index)
          unsafe exceptions &+= high[exceptions] == 0 ? 0 : 1
        }
        bytes.append(UInt8(width) | 0x80)
        bytes.append(UInt8(exceptions))
        bytes.append(UInt8(widest - width))
        unsafe pack(values, width, to: &bytes)
        unsafe bytes.append(contentsOf: indices[..<exceptions])
        unsafe packInRow(UnsafeBufferPointer(rebasing: high[..<exceptions]), widest - width, to: &bytes)
      }
    }
  }

  /// The width that makes the block smallest, and the width of the greatest number.
  private static func bestWidth(_ values: UnsafeBufferPointer<UInt32>) -> (best: Int, widest: Int) {
    var union: UInt32 = 0
    for index in 0..<values.count { unsafe union |= values[index] }
    let widest = 32 - union.leadingZeroBitCount
    guard values.count > 8, widest > 0 else { return (widest, widest) }
    // Four counters per width, used in turn. Adjacent numbers often have the same width, and
    // increments of one counter would wait for each other.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * 33) { counts in
      unsafe counts.initialize(repeating: 0)
      for index in 0..<values.count { unsafe counts[4 &* (32 &- values[index].leadingZeroBitCount) &+ index & 3] &+= 1 }
      var best = widest
      var least = (values.count * widest + 7) >> 3
      var exceptions = 0
      var width = widest - 1
      while width >= 0 {
        for turn in 0..<4 { unsafe exceptions += Int(counts[4 * (width + 1) + turn]) }
        let size = (values.count * width + 7) >> 3 + 2 + exceptions + (exceptions * (widest - width) + 7) >> 3
        if size < least { (best, least) = (width, size) }
        width -= 1
      }
      return (best, widest)
    }
  }

  private static func pack(_ values: UnsafeBufferPointer<UInt32>, _ width: Int, to bytes: inout [UInt8]) {
    guard values.count == capacity, width > 0, let numbers = values.baseAddress else { return unsafe packInRow(values, width, to: &bytes) }
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * capacity) { packed in
      if let base = packed.baseAddress { unsafe vector_pack(numbers, base, CInt(width)) }
      unsafe bytes.append(contentsOf: packed[..<(16 * width)])
    }
  }

  /// Packs numbers contiguously.
  private static func packInRow(_ values: UnsafeBufferPointer<UInt32>, _ width: Int, to bytes: inout [UInt8]) {
    guard width > 0 else { return }
    let mask = width == 32 ? UInt32.max : (1 << UInt32(width)) - 1
    unsafe withUnsafeTemporaryAllocation(byteCount: 4 * capacity + 8, alignment: 8) { packed in
      var pending: UInt64 = 0
      var filled = 0
      var offset = 0
      for index in 0..<values.count {
        unsafe pending |= UInt64(values[index] & mask) &<< UInt64(filled)
        filled &+= width
        if filled >= 32 {
          unsafe packed.storeBytes(of: UInt32(truncatingIfNeeded: pending).littleEndian, toByteOffset: offset, as: UInt32.self)
          pending &>>= 32
          filled &-= 32
          offset &+= 4
        }
      }
      unsafe packed.storeBytes(of: pending.littleEndian, toByteOffset: offset, as: UInt64.self)
      unsafe bytes.append(contentsOf: packed[..<(offset + (filled + 7) >> 3)])
    }
  }

  /// The first one or three bytes of a block.
  private struct Header {
    let width: Int
    var exceptions = 0
    var highWidth = 0

    @inline(__always)
    init(_ cursor: inout ByteCursor) {
      let byte = cursor.byte()
      width = Int(byte & 0x7F)
      if byte >= 0x80 {
        exceptions = Int(cursor.byte())
        highWidth = Int(cursor.byte())
      }
      if width > 32 || highWidth > 32 { cursor.fail() }
    }
  }

  /// Skips a block of `count` numbers.
  static func skip(_ count: Int, in cursor: inout ByteCursor) {
    let header = Header(&cursor)
    cursor.skip((count * header.width + 7) >> 3 + header.exceptions + (header.exceptions * header.highWidth + 7) >> 3)
  }

  /// Unpacks a block of `count` numbers to the beginning of `output`. If the block is damaged, the
  /// cursor fails and the output is meaningless.
  ///
  /// - Parameter count: At most ``capacity``, and at most the size of `output`.
  static func read(_ count: Int, from cursor: inout ByteCursor, into output: UnsafeMutablePointer<UInt32>) {
    let header = Header(&cursor)
    let packed = unsafe cursor.take((count * header.width + 7) >> 3)
    let indices = unsafe cursor.take(header.exceptions)
    let high = unsafe cursor.take((header.exceptions * header.highWidth + 7) >> 3)
    guard !cursor.hasFailed, header.exceptions <= count else {
      unsafe output.update(repeating: 0, count: count)
      return cursor.fail()
    }
    if count == capacity, header.width > 0, let base = packed.baseAddress {
      unsafe vector_unpack(base.assumingMemoryBound(to: UInt8.self), output, CInt(header.width))
    } else {
      unsafe unpackRow(packed, count, header.width, into: output)
    }
    guard header.exceptions > 0 else { return }
    let mask = UInt32(truncatingIfNeeded: 1 &<< UInt64(header.highWidth) &- 1)
    let shift = UInt32(header.width)
    var word = unsafe firstWord(high)
    for exception in 0..<header.exceptions {
      let index = unsafe Int(indices[exception])
      guard index < count else { return cursor.fail() }
      if high.count > 8 { word = unsafe self.word(at: exception &* header.highWidth, of: high) }
      unsafe output[index] |= (UInt32(truncatingIfNeeded: word) & mask) &<< shift
      word &>>= UInt64(header.highWidth)
    }
  }

  /// The first eight bytes, or all of them if there are fewer.
  @inline(__always)
  private static func firstWord(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    if bytes.count >= 8 { return unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) }
    var word: UInt64 = 0
    for index in 0..<bytes.count { unsafe word |= UInt64(bytes[index]) &<< UInt64(8 &* index) }
    return word
  }

  /// A word that contains the bits from `bit` on: at least 32 of them, or all that are left.
  ///
  /// - Parameter bytes: At least eight bytes.
  @inline(__always)
  private static func word(at bit: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
    // Near the end, load the last eight bytes, so that the load stays inside the buffer.
    let offset = min(bit &>> 3, bytes.count &- 8)
    let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    return word &>> UInt64(bit &- offset &* 8)
  }

  /// Unpacks numbers that are packed contiguously.
  private static func unpackRow(_ packed: UnsafeRawBufferPointer, _ count: Int, _ width: Int, into output: UnsafeMutablePointer<UInt32>) {
    guard width > 0 else { return unsafe output.update(repeating: 0, count: count) }
    let mask = UInt32(truncatingIfNeeded: 1 &<< UInt64(width) &- 1)
    guard packed.count > 8 else {
      let word = unsafe firstWord(packed)
      for index in 0..<count { unsafe output[index] = UInt32(truncatingIfNeeded: word &>> UInt64(index &* width)) & mask }
      return
    }
    for index in 0..<count { unsafe output[index] = UInt32(truncatingIfNeeded: word(at: index &* width, of: packed)) & mask }
  }
}

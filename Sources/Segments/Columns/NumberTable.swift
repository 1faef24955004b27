// SPDX-License-Identifier: Apache-2.0

/// An array of verified, possibly unaligned 64-bit numbers in a segment.
@safe struct NumberTable {
  private let numbers: UnsafeRawPointer
  let count: Int

  /// Keeps the bytes alive.
  private let owner: any BlockSource

  init(_ region: Region, at offset: Int, count: Int) throws(SegmentError) {
    var cursor = try region.cursor(at: offset, count: count * 8)
    // The base address of an empty buffer may be `nil`.
    unsafe numbers = cursor.take(count * 8).baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
    self.count = count
    owner = region.source
  }

  subscript(index: Int) -> UInt64 {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "there is no such number")
      return unsafe UInt64(littleEndian: numbers.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
    }
  }
}

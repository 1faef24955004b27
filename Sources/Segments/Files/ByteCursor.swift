// SPDX-License-Identifier: Apache-2.0

/// Reads verified bytes in sequence and never past their end.
///
/// A read past the end returns zeros and sets ``hasFailed``. Callers check the flag once after a
/// group of reads, which is cheaper than a throw from each read.
@safe struct ByteCursor {
  private var next: UnsafeRawPointer
  private let end: UnsafeRawPointer

  /// Keeps the memory behind ``next`` alive.
  private let owner: (any BlockSource)?

  private(set) var hasFailed = false

  /// - Parameter owner: `nil` if the caller keeps the bytes alive.
  init(_ bytes: UnsafeRawBufferPointer, owner: (any BlockSource)?) {
    self.owner = owner
    // The base address of an empty buffer may be `nil`.
    unsafe self.next = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
    unsafe self.end = next + bytes.count
  }

  var remaining: Int { unsafe end - next }

  /// The bytes not read yet. Valid for the lifetime of the owner.
  var rest: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: next, count: remaining) }

  mutating func fail() {
    hasFailed = true
    unsafe next = end
  }

  @inline(__always)
  mutating func byte() -> UInt8 {
    guard unsafe next < end else {
      fail()
      return 0
    }
    let byte = unsafe next.load(as: UInt8.self)
    unsafe next += 1
    return byte
  }

  @inline(__always)
  mutating func variable() -> UInt64 {
    let first = byte()
    if first < 0x80 { return UInt64(first) }
    // Of the values that need more than one byte, most need two.
    if unsafe next < end, unsafe next.load(as: UInt8.self) < 0x80 { return UInt64(first & 0x7F) | UInt64(byte()) &<< 7 }
    return longVariable(first)
  }

  private mutating func longVariable(_ first: UInt8) -> UInt64 {
    var value = UInt64(first & 0x7F)
    for shift in stride(from: UInt64(7), through: 63, by: 7) {
      let next = byte()
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
    }
    fail()
    return 0
  }

  /// Reads a variable-length integer. A value greater than `most` counts as a failed read.
  @inline(__always)
  mutating func variable(atMost most: Int) -> Int {
    let value = variable()
    guard value <= UInt64(most) else {
      fail()
      return 0
    }
    return Int(value)
  }

  @inline(__always)
  mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> Number {
    guard remaining >= MemoryLayout<Number>.size else {
      fail()
      return 0
    }
    let value = unsafe next.loadUnaligned(as: Number.self)
    unsafe next += MemoryLayout<Number>.size
    return Number(littleEndian: value)
  }

  @inline(__always)
  mutating func skip(_ count: Int) {
    guard count >= 0, count <= remaining else { return fail() }
    unsafe next += count
  }

  /// The next `count` bytes, or an empty buffer and a failed read if fewer are left.
  @inline(__always)
  mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else {
      fail()
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    defer { unsafe next += count }
    return unsafe UnsafeRawBufferPointer(start: next, count: count)
  }

  mutating func append(_ count: Int, to bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: take(count))
  }
}

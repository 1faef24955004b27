// SPDX-License-Identifier: Apache-2.0

/// An error in stored bytes.
package enum DecodingError: Error, Equatable {
  /// The bytes end inside a value.
  case truncated(at: Int)
  /// The checksum does not match the bytes.
  case checksumMismatch
  /// The bytes contain an invalid value.
  case malformed(at: Int)
  /// The bytes were written by a later version of the format.
  case newerVersion(UInt8)
}

/// Reads values written by ``ByteWriter``. All lengths and numbers are validated.
package struct ByteReader: ~Escapable {
  private let bytes: Span<UInt8>
  /// Offset of the next byte.
  package private(set) var position = 0

  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// Reads bytes that end with their ``Checksum``, which is verified first.
  @_lifetime(copy bytes)
  package init(checked bytes: Span<UInt8>) throws(DecodingError) {
    let width = Checksum.byteCount
    guard bytes.count >= width else { throw .truncated(at: bytes.count) }
    let body = bytes.extracting(droppingLast: width)
    var tail = ByteReader(bytes.extracting(last: width))
    guard try tail.uint32() == Checksum.of(body) else { throw .checksumMismatch }
    self.bytes = body
  }

  package var remaining: Int { bytes.count - position }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func byte() throws(DecodingError) -> UInt8 {
    guard position < bytes.count else { throw .truncated(at: position) }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func variable() throws(DecodingError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let next = try byte()
      // The tenth byte has room for one bit only.
      guard shift < 63 || next <= 1 else { throw .malformed(at: position - 1) }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
    }
    throw .malformed(at: position)
  }

  package mutating func signed() throws(DecodingError) -> Int64 {
    let value = try variable()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  // Little-endian, full width. Generic functions would not be specialised in other modules.

  package mutating func uint16() throws(DecodingError) -> UInt16 { UInt16(truncatingIfNeeded: try fixed(2)) }

  package mutating func uint32() throws(DecodingError) -> UInt32 { UInt32(truncatingIfNeeded: try fixed(4)) }

  package mutating func uint64() throws(DecodingError) -> UInt64 { try fixed(8) }

  package mutating func int64() throws(DecodingError) -> Int64 { Int64(bitPattern: try fixed(8)) }

  private mutating func fixed(_ width: Int) throws(DecodingError) -> UInt64 {
    guard remaining >= width else { throw .truncated(at: bytes.count) }
    var value: UInt64 = 0
    for index in (position..<position + width).reversed() { value = value &<< 8 | UInt64(bytes[index]) }
    position += width
    return value
  }

  package mutating func double() throws(DecodingError) -> Double { Double(bitPattern: try uint64()) }

  /// Reads a count. The remaining bytes must suffice for this number of elements of at least
  /// `least` bytes each.
  package mutating func count(ofAtLeast least: Int = 1) throws(DecodingError) -> Int {
    let value = try variable()
    guard value <= UInt64(remaining / max(least, 1)) else { throw .truncated(at: bytes.count) }
    return Int(value)
  }

  /// The next `count` bytes, borrowed.
  @_lifetime(copy self)
  package mutating func span(_ count: Int) throws(DecodingError) -> Span<UInt8> {
    guard count >= 0, count <= remaining else { throw .truncated(at: bytes.count) }
    defer { position += count }
    return bytes.extracting(position..<position + count)
  }

  /// A string written with its length.
  package mutating func string() throws(DecodingError) -> String {
    let start = position
    let content = try span(try count())
    guard let valid = try? UTF8Span(validating: content) else { throw .malformed(at: start) }
    return String(copying: valid)
  }

  /// Bytes written with their length.
  package mutating func counted() throws(DecodingError) -> [UInt8] {
    let content = try span(try count())
    return unsafe content.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  package mutating func skip(_ count: Int) throws(DecodingError) {
    guard count >= 0, count <= remaining else { throw .truncated(at: bytes.count) }
    position += count
  }
}

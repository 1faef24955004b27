// SPDX-License-Identifier: Apache-2.0

/// Appends numbers and strings to bytes, in the format of ``ByteReader``.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func append(byte: UInt8) { bytes.append(byte) }

  package mutating func append(bytes more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  /// Seven bits per byte, lowest first (LEB128): 1 byte for values below 128, at most 10 bytes.
  package mutating func append(variable value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// A signed number in zigzag encoding, which is short if the magnitude is small.
  package mutating func append(signed value: Int64) {
    append(variable: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  // Little-endian, full width. Generic functions would not be specialised in other modules.

  package mutating func append(fixed value: UInt16) { append(UInt64(value), width: 2) }

  package mutating func append(fixed value: UInt32) { append(UInt64(value), width: 4) }

  package mutating func append(fixed value: UInt64) { append(value, width: 8) }

  package mutating func append(fixed value: Int64) { append(UInt64(bitPattern: value), width: 8) }

  private mutating func append(_ value: UInt64, width: Int) {
    for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value &>> UInt64(8 * index))) }
  }

  package mutating func append(double value: Double) { append(fixed: value.bitPattern) }

  /// Length, then UTF-8.
  package mutating func append(string value: String) {
    append(variable: UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// Length, then the bytes.
  package mutating func append(counted more: some Collection<UInt8>) {
    append(variable: UInt64(more.count))
    bytes.append(contentsOf: more)
  }

  /// Appends the ``Checksum`` of all bytes; ``ByteReader/init(checked:)`` verifies and removes it.
  package consuming func sealed() -> [UInt8] {
    let sum = Checksum.of(bytes.span)
    append(fixed: sum)
    return bytes
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Reads bits from the most significant one.
package struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether more bits were read than available; the missing bits are 0.
  package var isExhausted: Bool { position > bytes.count * 8 }

  package mutating func take(_ count: Int) -> Int {
    var value = 0
    for bit in position..<(position + count) {
      value = value << 1 | (bit / 8 < bytes.count ? Int(bytes[bit / 8] >> (7 - bit % 8) & 1) : 0)
    }
    position += count
    return value
  }
}

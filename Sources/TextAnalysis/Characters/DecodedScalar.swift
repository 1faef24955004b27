// SPDX-License-Identifier: Apache-2.0

/// A Unicode scalar decoded from arbitrary bytes.
///
/// Well-formed UTF-8 as Unicode defines it: overlong forms, surrogates and values above U+10FFFF
/// are not valid.
struct DecodedScalar {
  /// The scalar; valid only if ``isValid``.
  let value: UInt32

  /// The length in bytes; 0 if the bytes are not a scalar.
  private let length: UInt8

  /// Whether the bytes are the beginning of a scalar that continues after their end.
  let isTruncated: Bool

  var isValid: Bool { length > 0 }

  /// The distance to the next scalar. An invalid byte is skipped alone.
  var stride: Int { max(1, Int(length)) }

  private init(value: UInt32 = 0, length: UInt8 = 0, isTruncated: Bool = false) {
    self.value = value
    self.length = length
    self.isTruncated = isTruncated
  }

  init(ascii byte: UInt8) { self.init(value: UInt32(byte), length: 1) }

  /// - Parameter index: Less than `bytes.count`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let lead = unsafe bytes[index]
    let tail: Int
    var value: UInt32
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0..<0x80:
      self.init(value: UInt32(lead), length: 1)
      return
    case 0xC2...0xDF: (tail, value) = (1, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (tail, value) = (2, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (tail, value) = (3, UInt32(lead & 0x07))
    default:
      self.init()
      return
    }
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
    for step in 1...tail {
      guard index + step < bytes.count else {
        self.init(isTruncated: true)
        return
      }
      let byte = unsafe bytes[index + step]
      guard allowed.contains(byte) else {
        self.init()
        return
      }
      value = value << 6 | UInt32(byte & 0x3F)
      allowed = 0x80...0xBF
    }
    self.init(value: value, length: UInt8(tail + 1))
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Tests of single ASCII bytes, written without branches so that loops over them vectorise.
enum ASCII {
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  @inline(__always)
  static func isUppercase(_ byte: UInt8) -> Bool {
    byte &- 0x41 < 26
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  @inline(__always)
  static func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }

  /// Whether the byte is an ASCII byte that always ends a word.
  @inline(__always)
  static func isSeparator(_ byte: UInt8) -> Bool {
    byte < 0x80 && !isWordByte(byte)
  }
}

/// Whether all bytes are below 0x80.
func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let base = unsafe UnsafeRawPointer(bytes.baseAddress) else { return true }
  var index = 0
  var union: UInt64 = 0
  while index &+ 8 <= bytes.count {
    unsafe union |= base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    index &+= 8
  }
  var rest: UInt8 = 0
  while index < bytes.count {
    unsafe rest |= bytes[index]
    index &+= 1
  }
  return union & 0x8080_8080_8080_8080 == 0 && rest < 0x80
}

// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import SystemPlatform

extension FixedBytes {
  /// A little-endian number. The offset lies within the bytes.
  @inline(__always)
  func fixed<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
    precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= count, "the file is shorter")
    return unsafe Number(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  func checksum(_ range: Range<Int>) -> UInt32 {
    Checksum.of(unsafe Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[range])))
  }
}

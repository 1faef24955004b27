// SPDX-License-Identifier: Apache-2.0

/// The first 16 bytes, the first one in the highest bits. Orders terms like their bytes, as long as
/// the prefixes differ. Shorter prefixes of attributes would consist of little but the field.
@inline(__always)
func termPrefix(_ bytes: UnsafeRawBufferPointer) -> UInt128 {
  UInt128(unsafe word(bytes, at: 0)) << 64 | UInt128(unsafe word(bytes, at: 8))
}

/// Eight bytes from `offset` on; zeros follow the last byte.
@inline(__always)
private func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
  let count = bytes.count - offset
  if count >= 8 { return unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
  var word: UInt64 = 0
  for index in 0..<8 { unsafe word = word << 8 | (index < count ? UInt64(bytes[offset + index]) : 0) }
  return word
}

// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The stored form of a value that consists of plain bytes: the bytes and their checksum.
func sealed(_ bytes: some Collection<UInt8>) -> [UInt8] {
  var writer = ByteWriter(reserving: bytes.count + Checksum.byteCount)
  writer.append(bytes: bytes)
  return writer.sealed()
}

/// The bytes of a stored form.
func unsealed(_ stored: Span<UInt8>) throws(DecodingError) -> [UInt8] {
  var reader = try ByteReader(checked: stored)
  return unsafe try reader.span(reader.remaining).withUnsafeBufferPointer { unsafe [UInt8]($0) }
}

func littleEndian(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

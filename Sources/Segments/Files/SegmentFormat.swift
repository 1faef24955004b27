// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The layout of a segment file.
///
/// Invariants:
/// 1. The file is a header, sections, a footer and a trailer, without gaps. The header and the
///    sections are the payload. It is divided into blocks of ``blockSize`` bytes; the last block
///    may be shorter. The contents of a section may cross block boundaries.
/// 2. The footer holds a ``Checksum`` for each block, the number of documents, and a table of
///    sections (number, offset, length). It ends with its own checksum. Sections with unknown
///    numbers are ignored.
/// 3. The trailer is the last ``trailerSize`` bytes. It holds the offset of the footer and the
///    length of the file, and ends with its own checksum.
/// 4. Fixed-width numbers are little-endian.
package enum SegmentFormat {
  /// Begins the name that a temporary file has until it is open. If the process dies then, the name is
  /// left.
  package static let scratchPrefix = "scratch."

  static let magic: UInt64 = 0x314D_4745_534C_5353  // "SSLSEGM1"
  static let version: UInt32 = 8

  /// Small enough that a lookup verifies little (1 µs per block). Large enough that the checksums
  /// of a 1 GiB segment, which are read when it is opened, take only 512 KiB.
  static let blockSize = 8 * 1024

  /// Magic number, version, block size.
  static let headerSize = 16

  /// Magic number, offset of the footer, length of the file, checksum.
  static let trailerSize = 28

  static func header() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(fixed: magic)
    bytes.append(fixed: version)
    bytes.append(fixed: UInt32(blockSize))
    return bytes
  }

  static func footer(checksums: [UInt32], documentCount: UInt32, sections: SegmentSections) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(checksums.count * 4 + 400)
    bytes.append(fixed: version)
    bytes.append(fixed: documentCount)
    bytes.append(fixed: UInt32(checksums.count))
    bytes.append(fixed: UInt32(sections.count))
    sections.forEach { section, range in
      bytes.append(fixed: section.rawValue)
      bytes.append(fixed: UInt64(range.lowerBound))
      bytes.append(fixed: UInt64(range.count))
    }
    for checksum in checksums { bytes.append(fixed: checksum) }
    return sealed(bytes)
  }

  static func trailer(footerOffset: Int, fileLength: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(fixed: magic)
    bytes.append(fixed: UInt64(footerOffset))
    bytes.append(fixed: UInt64(fileLength))
    return sealed(bytes)
  }

  private static func sealed(_ bytes: consuming [UInt8]) -> [UInt8] {
    let checksum = Checksum.of(bytes.span)
    bytes.append(fixed: checksum)
    return bytes
  }

  /// The decoded footer.
  struct Footer {
    var version: UInt32
    var documentCount: UInt32
    /// The range of the block checksums in the file.
    var checksums: Range<Int>
    var sections: SegmentSections
  }
}

extension SegmentFormat.Footer {
  /// The footer and the length of the payload, or `nil` if the file is not a segment or is
  /// truncated.
  static func read(_ file: UnsafeRawBufferPointer) -> (footer: SegmentFormat.Footer, payload: Int)? {
    let tail = file.count - SegmentFormat.trailerSize
    guard tail >= SegmentFormat.headerSize else { return nil }
    guard var trailer = unsafe checked(UnsafeRawBufferPointer(rebasing: file[tail...])) else { return nil }
    let magic = trailer.fixed(UInt64.self)
    let offset = trailer.fixed(UInt64.self)
    guard magic == SegmentFormat.magic, trailer.fixed(UInt64.self) == UInt64(file.count) else { return nil }
    guard offset >= UInt64(SegmentFormat.headerSize), offset <= UInt64(tail) else { return nil }
    guard let cursor = unsafe checked(UnsafeRawBufferPointer(rebasing: file[Int(offset)..<tail])) else { return nil }
    return Self(cursor, payload: Int(offset)).map { ($0, Int(offset)) }
  }

  /// The bytes before the checksum at the end of `bytes`, or `nil` if the checksum does not match.
  private static func checked(_ bytes: UnsafeRawBufferPointer) -> ByteCursor? {
    let count = bytes.count - Checksum.byteCount
    guard count >= 0 else { return nil }
    let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
    let checksum = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count, as: UInt32.self))
    guard Checksum.of(unsafe Span(_unsafeBytes: body)) == checksum else { return nil }
    return unsafe ByteCursor(body, owner: nil)
  }

  /// - Parameter payload: Length of the payload, which the sections and checksums must agree with.
  private init?(_ cursor: consuming ByteCursor, payload: Int) {
    version = cursor.fixed(UInt32.self)
    documentCount = cursor.fixed(UInt32.self)
    (checksums, sections) = (0..<0, SegmentSections())
    // The rest of the footer may differ in other versions.
    guard version == SegmentFormat.version else { return }
    let blockCount = Int(cursor.fixed(UInt32.self))
    let sectionCount = Int(cursor.fixed(UInt32.self))
    guard blockCount == (payload + SegmentFormat.blockSize - 1) / SegmentFormat.blockSize else { return nil }
    guard cursor.remaining == sectionCount * 20 + blockCount * 4 else { return nil }
    for _ in 0..<sectionCount {
      let number = cursor.fixed(UInt32.self)
      let offset = cursor.fixed(UInt64.self)
      let length = cursor.fixed(UInt64.self)
      guard offset <= UInt64(payload), length <= UInt64(payload) - offset else { return nil }
      if let section = SegmentSection(rawValue: number) { sections[section] = Int(offset)..<Int(offset + length) }
    }
    if cursor.hasFailed { return nil }
    // The footer begins at the end of the payload, with four 32-bit numbers and the table of
    // sections. The checksums follow.
    let start = payload + 16 + sectionCount * 20
    checksums = start..<start + blockCount * 4
  }
}

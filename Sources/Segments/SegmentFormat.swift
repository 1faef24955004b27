internal import Attributes

/// The frame of a segment's file.
///
/// Invariants:
/// 1. The file is header, sections, footer, trailer, without gaps. Header and sections are the payload, cut into blocks of ``blockSize`` bytes
///    (the last may be shorter). What a section holds may cross the border between blocks.
/// 2. The footer holds a ``Checksum`` for each block, the number of documents, and a table of sections (number, offset, length); it ends in its
///    own checksum. Sections with unknown numbers are skipped.
/// 3. The trailer, the last ``trailerSize`` bytes, says where the footer is, repeats the file's length, and ends in its own checksum.
/// 4. Numbers of fixed width are little-endian.
enum SegmentFormat {
  static let magic: UInt64 = 0x314D_4745_534C_5353  // "SSLSEGM1"
  static let version: UInt32 = 6

  /// Small enough that a lookup verifies little (1 µs a block), large enough that a gigabyte's checksums, read when it is opened, are 512 KiB.
  static let blockSize = 8 * 1024

  /// Magic, version, block size.
  static let headerSize = 16

  /// Magic, footer's offset, file's length, checksum.
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

  /// What the footer says.
  struct Footer {
    var version: UInt32
    var documentCount: UInt32
    /// Where in the file the blocks' checksums are.
    var checksums: Range<Int>
    var sections: SegmentSections
  }
}

extension SegmentFormat.Footer {
  /// The footer and the length of what precedes it; `nil` when the file is not a segment, or cut short.
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

  /// Bytes that end in their checksum, without it; `nil` when it is wrong.
  private static func checked(_ bytes: UnsafeRawBufferPointer) -> ByteCursor? {
    let count = bytes.count - Checksum.byteCount
    guard count >= 0 else { return nil }
    let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
    let checksum = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count, as: UInt32.self))
    guard Checksum.of(unsafe Span(_unsafeBytes: body)) == checksum else { return nil }
    return unsafe ByteCursor(body, owner: nil)
  }

  /// - Parameter payload: The length of the payload, which sections and checksums must fit.
  private init?(_ cursor: consuming ByteCursor, payload: Int) {
    version = cursor.fixed(UInt32.self)
    documentCount = cursor.fixed(UInt32.self)
    (checksums, sections) = (0..<0, SegmentSections())
    // Nothing is known about the rest of another version's.
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
    // Behind what was read of the footer, which begins where the payload ends: four numbers, and the table.
    let start = payload + 16 + sectionCount * 20
    checksums = start..<start + blockCount * 4
  }
}

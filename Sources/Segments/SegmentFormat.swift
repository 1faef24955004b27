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
  static let version: UInt32 = 1

  /// Small enough that a lookup verifies little (3 µs a block), large enough that a gigabyte's checksums are 128 KiB.
  static let blockSize = 32 * 1024

  /// Magic, version, block size.
  static let headerSize = 16

  /// Magic, footer's offset, file's length, checksum.
  static let trailerSize = 28

  static func header() -> [UInt8] {
    var writer = ByteWriter(reserving: headerSize)
    writer.append(fixed: magic)
    writer.append(fixed: version)
    writer.append(fixed: UInt32(blockSize))
    return writer.bytes
  }

  static func footer(checksums: [UInt32], documentCount: UInt32, sections: [SegmentSection: Range<Int>]) -> [UInt8] {
    var writer = ByteWriter(reserving: checksums.count * 4 + 400)
    writer.append(fixed: version)
    writer.append(fixed: documentCount)
    writer.append(fixed: UInt32(checksums.count))
    writer.append(fixed: UInt32(sections.count))
    for (section, range) in sections.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.append(fixed: section.rawValue)
      writer.append(fixed: UInt64(range.lowerBound))
      writer.append(fixed: UInt64(range.count))
    }
    for checksum in checksums { writer.append(fixed: checksum) }
    return writer.sealed()
  }

  static func trailer(footerOffset: Int, fileLength: Int) -> [UInt8] {
    var writer = ByteWriter(reserving: trailerSize)
    writer.append(fixed: magic)
    writer.append(fixed: UInt64(footerOffset))
    writer.append(fixed: UInt64(fileLength))
    return writer.sealed()
  }

  /// What the footer says.
  struct Footer {
    var version: UInt32
    var documentCount: UInt32
    var checksums: [UInt32]
    var sections: [SegmentSection: Range<Int>]
  }
}

extension SegmentFormat.Footer {
  /// - Parameter payload: The length of the payload, which sections and checksums must fit.
  init?(_ bytes: Span<UInt8>, payload: Int) {
    do throws(DecodingError) {
      var reader = try ByteReader(checked: bytes)
      version = try reader.fixed(UInt32.self)
      documentCount = try reader.fixed(UInt32.self)
      guard version == SegmentFormat.version else {
        (checksums, sections) = ([], [:])
        return
      }
      let blockCount = Int(try reader.fixed(UInt32.self))
      let sectionCount = Int(try reader.fixed(UInt32.self))
      guard blockCount == (payload + SegmentFormat.blockSize - 1) / SegmentFormat.blockSize else { return nil }
      guard reader.remaining == sectionCount * 20 + blockCount * 4 else { return nil }
      sections = [:]
      for _ in 0..<sectionCount {
        let number = try reader.fixed(UInt32.self)
        let offset = try reader.fixed(UInt64.self)
        let length = try reader.fixed(UInt64.self)
        guard offset <= UInt64(payload), length <= UInt64(payload) - offset else { return nil }
        if let section = SegmentSection(rawValue: number) { sections[section] = Int(offset)..<Int(offset + length) }
      }
      checksums = []
      checksums.reserveCapacity(blockCount)
      for _ in 0..<blockCount { checksums.append(try reader.fixed(UInt32.self)) }
    } catch {
      return nil
    }
  }
}

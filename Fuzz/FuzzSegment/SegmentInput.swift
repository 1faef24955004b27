// SPDX-License-Identifier: Apache-2.0

import Attributes
import FuzzSupport

@testable import Segments

/// The two forms of an input. Neither has checksums, so that inputs reach the decoders.
enum SegmentInput {
  /// The length of a missing section.
  private static let missing = 0xFFFF

  /// Maximum number of documents. More would only make queries slow.
  private static let maximumDocumentCount = 0xFFFF

  static func segment(_ input: consuming FuzzInput) -> SegmentReader? {
    input.byte() == 0 ? sections(&input) : frame(&input)
  }

  /// The form: two bytes for the number of documents, then each section as two bytes for its length
  /// and its contents.
  private static func sections(_ input: inout FuzzInput) -> SegmentReader {
    let documentCount = UInt32(input.uint16())
    var payload = SegmentFormat.header()
    var sections = SegmentSections()
    for section in SegmentSection.allCases {
      let length = input.uint16()
      if length == missing { continue }
      let start = payload.count
      payload += input.block(length)
      sections[section] = start..<payload.count
    }
    let footer = SegmentFormat.Footer(version: SegmentFormat.version, documentCount: documentCount, checksums: 0..<0, sections: sections)
    return SegmentReader(MemoryBlocks(payload), footer)
  }

  /// The form: two bytes for the length of a payload of zeros, then a footer.
  private static func frame(_ input: inout FuzzInput) -> SegmentReader? {
    let payload = SegmentFormat.header() + [UInt8](repeating: 0, count: input.uint16())
    var footer = ByteWriter()
    footer.append(bytes: input.remainder())
    var file = payload + footer.sealed()
    file += SegmentFormat.trailer(footerOffset: payload.count, fileLength: file.count + SegmentFormat.trailerSize)
    guard let (footer, length) = file.withUnsafeBytes({ SegmentFormat.Footer.read($0) }) else { return nil }
    require(length == payload.count, "the footer is not where the payload ends")
    guard footer.version == SegmentFormat.version, footer.documentCount <= maximumDocumentCount else { return nil }
    return SegmentReader(MemoryBlocks(payload), footer)
  }

  /// The inputs that represent a segment, and its footer.
  static func seeds(of segment: SegmentReader) throws(SegmentError) -> [[UInt8]] {
    let payload = segment.source.byteCount
    let checksums = [UInt32](repeating: 0, count: (payload + SegmentFormat.blockSize - 1) / SegmentFormat.blockSize)
    let footer = SegmentFormat.footer(checksums: checksums, documentCount: UInt32(segment.documentCount), sections: segment.sections)
    var frame: [UInt8] = [1]
    frame.append(fixed: UInt16(payload - SegmentFormat.headerSize))
    return [try sections(of: segment), frame + footer.dropLast(Checksum.byteCount)]
  }

  private static func sections(of segment: SegmentReader) throws(SegmentError) -> [UInt8] {
    var bytes: [UInt8] = [0]
    bytes.append(fixed: UInt16(segment.documentCount))
    for section in SegmentSection.allCases {
      guard let range = segment.sections[section] else {
        bytes.append(fixed: UInt16(missing))
        continue
      }
      bytes.append(fixed: UInt16(range.count))
      bytes += Array(try segment.source.bytes(range))
    }
    return bytes
  }
}

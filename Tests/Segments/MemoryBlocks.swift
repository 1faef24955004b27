// SPDX-License-Identifier: Apache-2.0

@testable import Segments

/// A payload in memory, without checksums.
final class MemoryBlocks: BlockSource {
  let name = "memory"
  let byteCount: Int
  private let contents: [UInt8]

  init(_ contents: [UInt8]) {
    byteCount = contents.count
    self.contents = contents
  }

  /// A cursor over all bytes. Valid for the lifetime of this object.
  var cursor: ByteCursor { contents.withUnsafeBytes { ByteCursor($0, owner: self) } }

  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw .notASegment(file: name) }
    // The array never changes, so its storage stays valid.
    return contents.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]) }
  }

  /// The payload of a segment.
  static func payload(of segment: SegmentReader) throws -> [UInt8] {
    let count = segment.source.byteCount
    var cursor = try Region(segment.source, .names, 0..<count).cursor(0..<count)
    var bytes: [UInt8] = []
    cursor.append(count, to: &bytes)
    return bytes
  }
}

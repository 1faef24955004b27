// SPDX-License-Identifier: Apache-2.0

/// A section of a segment, addressed from offset 0.
struct Region: Sendable {
  let source: any BlockSource
  let section: SegmentSection
  private let start: Int
  let count: Int

  /// - Parameter range: Must lie within the source; the footer guarantees it.
  init(_ source: any BlockSource, _ section: SegmentSection, _ range: Range<Int>) {
    self.source = source
    self.section = section
    self.start = range.lowerBound
    self.count = range.count
  }

  var inconsistent: SegmentError { .inconsistent(section, file: source.name) }

  /// The verified bytes of `range`. Valid for the lifetime of the source.
  ///
  /// - Throws: ``SegmentError/inconsistent(_:file:)`` if the range does not lie within the region.
  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw inconsistent }
    return unsafe try source.bytes(start + range.lowerBound..<start + range.upperBound)
  }

  /// A cursor over the verified bytes of `range`. Throws like ``bytes(_:)``.
  func cursor(_ range: Range<Int>) throws(SegmentError) -> ByteCursor { unsafe ByteCursor(try bytes(range), owner: source) }

  /// A cursor over `width` bytes at `offset`. Throws like ``bytes(_:)``.
  func cursor(at offset: Int, count width: Int) throws(SegmentError) -> ByteCursor {
    guard offset >= 0, width >= 0, offset <= count, width <= count - offset else { throw inconsistent }
    return try cursor(offset..<offset + width)
  }
}

/// A stretch of a segment, addressed from 0: a section.
struct Region: Sendable {
  let source: any BlockSource
  let section: SegmentSection
  private let start: Int
  let count: Int

  /// - Parameter range: Within the source, as the footer guarantees.
  init(_ source: any BlockSource, _ section: SegmentSection, _ range: Range<Int>) {
    self.source = source
    self.section = section
    self.start = range.lowerBound
    self.count = range.count
  }

  var inconsistent: SegmentError { .inconsistent(section, file: source.name) }

  /// The bytes of `range`, verified, as long as the source lives.
  ///
  /// - Throws: ``SegmentError/inconsistent(_:file:)`` when the range is not within the region.
  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw inconsistent }
    return unsafe try source.bytes(start + range.lowerBound..<start + range.upperBound)
  }

  /// A reader of `range`, verified; throws as ``bytes(_:)``.
  func cursor(_ range: Range<Int>) throws(SegmentError) -> ByteCursor { unsafe ByteCursor(try bytes(range), owner: source) }

  /// A reader from `offset` on, of `width` bytes.
  func cursor(at offset: Int, count width: Int) throws(SegmentError) -> ByteCursor {
    guard offset >= 0, width >= 0, offset <= count, width <= count - offset else { throw inconsistent }
    return try cursor(offset..<offset + width)
  }
}

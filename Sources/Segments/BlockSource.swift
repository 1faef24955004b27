/// Where the bytes of a segment come from: a memory map, or something that decrypts.
///
/// Segments are read through this interface only, so that no decoder sees a block before it was verified.
package protocol BlockSource: AnyObject, Sendable {
  /// How many bytes there are: the payload, without checksums and footer.
  var byteCount: Int { get }

  /// The file, for messages.
  var name: String { get }

  /// The bytes of `range`, each block verified at its first touch; valid, and unchanging, as long as the source lives.
  ///
  /// - Parameter range: Within `0..<byteCount`, else ``SegmentError/notASegment(file:)``.
  /// - Throws: ``SegmentError/corrupted(block:file:)``, as often as a damaged block is asked for.
  /// - Complexity: O(1) for bytes verified before.
  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer
}

// SPDX-License-Identifier: Apache-2.0

/// The verified bytes of a segment file: a memory map, or a source that decrypts.
///
/// All readers of a segment use this interface, so no decoder sees a block that has not been
/// verified.
package protocol BlockSource: AnyObject, Sendable {
  /// Size of the payload in bytes, without the checksums and the footer.
  var byteCount: Int { get }

  /// Path of the file, for error messages.
  var name: String { get }

  /// The bytes of `range`. Each block is verified when it is first read.
  ///
  /// The bytes stay valid and unchanged for the lifetime of the source.
  ///
  /// - Parameter range: Must lie within `0..<byteCount`; otherwise throws
  ///   ``SegmentError/notASegment(file:)``.
  /// - Throws: ``SegmentError/corrupted(block:file:)`` on every access to a damaged block.
  /// - Complexity: O(1) for blocks that have already been verified.
  func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer
}

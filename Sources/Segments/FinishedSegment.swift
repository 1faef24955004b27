/// What was written.
package struct FinishedSegment: Equatable, Sendable {
  /// Ordinals are below it.
  package let documentCount: UInt32

  /// The length of the file.
  package let byteCount: Int
}

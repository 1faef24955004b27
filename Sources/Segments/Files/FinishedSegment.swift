// SPDX-License-Identifier: Apache-2.0

/// The size of a segment that has been written.
package struct FinishedSegment: Equatable, Sendable {
  /// Number of documents. Ordinals are less than this.
  package let documentCount: UInt32

  /// Length of the file in bytes.
  package let byteCount: Int
}

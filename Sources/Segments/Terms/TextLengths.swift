// SPDX-License-Identifier: Apache-2.0

/// The number of positions in each text of a segment; 0 for documents without text.
package struct TextLengths: Sendable {
  /// Number of documents with consecutive ordinals that a ranked search scores together. The first ordinal of a window is a multiple of it.
  package static let windowSize = 128

  /// By ordinal, and zeros up to the end of the last window.
  package let counts: [UInt32]
  package let total: Int
  /// Number of documents with a length.
  package let documentCount: Int

  init(_ counts: [UInt32]) {
    let rest = counts.count % Self.windowSize
    self.counts = rest == 0 ? counts : counts + [UInt32](repeating: 0, count: Self.windowSize - rest)
    var (total, texts) = (0, 0)
    for length in counts {
      total += Int(length)
      if length > 0 { texts += 1 }
    }
    (self.total, documentCount) = (total, texts)
  }

  /// The length with these bits in a column.
  static func length(_ bits: UInt64) -> UInt32 {
    // A checksum protects the column, so a number that is not a length comes from a defect.
    UInt32(exactly: SortableNumber.number(bits)) ?? 0
  }

  /// The mean of the lengths, at least 1 / number of texts.
  package var meanLength: Float { Float(Double(max(total, 1)) / Double(max(documentCount, 1))) }
}

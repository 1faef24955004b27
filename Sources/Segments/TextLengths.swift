// SPDX-License-Identifier: Apache-2.0

/// The number of positions in each text of a segment; 0 for documents without text.
package struct TextLengths: Sendable {
  /// By ordinal, and zeros up to the end of the last window (``WordPostings/windowSize``).
  package let counts: [UInt32]
  package let total: Int
  /// Number of documents with a length.
  package let documentCount: Int

  init(_ counts: [UInt32]) {
    let rest = counts.count % WordPostings.windowSize
    self.counts = rest == 0 ? counts : counts + [UInt32](repeating: 0, count: WordPostings.windowSize - rest)
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

extension SegmentReader {
  /// The lengths of the texts.
  ///
  /// - Complexity: The first call reads a column, O(*n*), *n* = documents. Later calls are O(1).
  package var textLengths: TextLengths {
    get throws(SegmentError) {
      try lengthCache.value { () throws(SegmentError) in
        var counts = [UInt32](repeating: 0, count: documentCount)
        try numbers(of: .textLength, as: .number)?.forEach { ordinal, bits in
          counts[Int(ordinal)] = TextLengths.length(bits)
        }
        return TextLengths(counts)
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

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

// SPDX-License-Identifier: Apache-2.0

extension SegmentReader {
  /// Calls `body` with the positions of some terms in texts, for each text that contains them.
  ///
  /// - Parameters:
  ///   - terms: Terms of ``TermSpace/text``.
  ///   - ordinals: The documents of interest, in ascending order.
  ///   - body: Receives the index in `ordinals` and the positions in ascending order.
  /// - Complexity: O(*d* · *l* + *p*), *d* = documents, *l* = lists, *p* = positions.
  package func forEachPositions(
    of terms: [TermPostings], in ordinals: [UInt32], _ body: (Int, [UInt32]) -> Void
  ) throws(SegmentError) {
    var cursor = PostingsCursor(of: try textTerms)
    var positions = PhrasePositions()
    var spare = PhrasePositions()
    for term in terms {
      for list in term.lists {
        try cursor.open(list)
        var (last, most) = (UInt32.max, Int.max / 2)
        try positions.append(&cursor, in: ordinals.span, from: 0, movedBy: 0, upTo: &last, most: &most)
      }
    }
    positions.arrange(with: &spare)
    var next = 0
    for number in 0..<positions.documents.count {
      let slice = positions.slice(of: number)
      while ordinals[next] != positions.documents[number] { next += 1 }
      body(next, (0..<slice.count).map { slice[$0] })
    }
  }
}

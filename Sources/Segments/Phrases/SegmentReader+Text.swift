// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

extension SegmentReader {
  /// The documents whose text matches. Equals the result of ``TextPattern/matches(_:)`` for each
  /// text, without reading the texts.
  ///
  /// A single word is looked up in the dictionary. For several words, the search intersects their
  /// documents, then compares positions.
  ///
  /// - Parameter candidates: Only these documents are of interest. `nil` for all documents. In long
  ///   lists, only blocks that may contain a candidate are unpacked, so each of few candidates
  ///   takes less than 1 µs per word.
  package func textMatches(_ pattern: TextPattern, among candidates: OrdinalSet? = nil) throws(SegmentError) -> OrdinalSet {
    guard candidates?.isEmpty != true else { return OrdinalSet(universe: documentCount) }
    guard !pattern.terms.isEmpty else {
      guard pattern.matchesAnyText else { return OrdinalSet(universe: documentCount) }
      let documents = try documentsWithText
      return candidates.map { documents.intersection($0) } ?? documents
    }
    return try PhraseSearch(hasEarlierFolding ? pattern.earlier : pattern, in: textTerms).run(among: candidates)
  }
}

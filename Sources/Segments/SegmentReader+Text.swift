package import TextAnalysis

extension SegmentReader {
  /// The documents whose text matches: the same as ``TextPattern/matches(_:)`` on each text, without reading any.
  ///
  /// One word is decided by the dictionary. Several are sought first in the same documents, then side by side.
  ///
  /// - Parameter candidates: Only these are of interest; `nil` for all documents. Of long lists only the blocks that may have one are
  ///   unpacked, so that few candidates take a fraction of a microsecond each for each word.
  package func textMatches(_ pattern: TextPattern, among candidates: OrdinalSet? = nil) throws(SegmentError) -> OrdinalSet {
    guard candidates?.isEmpty != true else { return OrdinalSet(universe: documentCount) }
    guard !pattern.terms.isEmpty else {
      guard pattern.matchesAnyText else { return OrdinalSet(universe: documentCount) }
      let documents = try documentsWithText
      return candidates.map { documents.intersection($0) } ?? documents
    }
    return try PhraseSearch(pattern, in: textTerms).run(among: candidates)
  }
}

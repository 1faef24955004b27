package import TextAnalysis

extension SegmentReader {
  /// The documents whose text matches: the same as ``TextPattern/matches(_:)`` on each text, without reading any.
  ///
  /// One word is decided by the dictionary. Several are sought first in the same documents, then side by side.
  package func textMatches(_ pattern: TextPattern) throws(SegmentError) -> OrdinalSet {
    guard !pattern.terms.isEmpty else {
      return pattern.matchesAnyText ? try documentsWithText : OrdinalSet(universe: documentCount)
    }
    return try PhraseSearch(pattern, in: textTerms).run()
  }
}

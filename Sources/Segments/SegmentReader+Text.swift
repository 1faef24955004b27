package import TextAnalysis

extension SegmentReader {
  /// The documents whose text matches: the same as ``TextPattern/matches(_:)`` on each text, without reading any.
  ///
  /// One word is decided by the dictionary. Several are sought first in the same documents, then side by side.
  package func textMatches(_ pattern: TextPattern) throws(SegmentError) -> OrdinalSet {
    guard !pattern.terms.isEmpty else {
      return pattern.matchesAnyText ? try documentsWithText : OrdinalSet(universe: documentCount)
    }
    let dictionary = try textTerms
    let words = try pattern.terms.map { term throws(SegmentError) in try PhraseWord(term, pattern.folding, in: dictionary) }
    var candidates: OrdinalSet?
    for word in words {
      let documents = try word.documents()
      candidates = candidates?.intersection(documents) ?? documents
      if candidates?.isEmpty == true { break }
    }
    let documents = candidates ?? OrdinalSet(universe: documentCount)
    if documents.isEmpty || words.count == 1 && words[0].isDecidedByDocument { return documents }
    let rarest = Self.rarestPair(words)
    var matching: [UInt32] = []
    for document in documents.ordinals {
      if let rarest, try !Self.isPhrase(words[rarest], in: document) { continue }
      if try Self.isPhrase(words[...], in: document) { matching.append(document) }
    }
    return OrdinalSet(universe: documentCount, ascending: matching)
  }

  /// The two neighbours among three and more words that are least work: few documents have them side by side, and only those are worth
  /// reading the positions of the others.
  private static func rarestPair(_ words: [PhraseWord]) -> Range<Int>? {
    guard words.count > 2 else { return nil }
    let first = words.indices.dropLast().min { words[$0].cost + words[$0 + 1].cost < words[$1].cost + words[$1 + 1].cost }
    return first.map { $0..<$0 + 2 }
  }

  private static func isPhrase(_ words: ArraySlice<PhraseWord>, in document: UInt32) throws(SegmentError) -> Bool {
    var starts: [UInt32]?
    for word in words {
      let ends = try word.ends(in: document, from: starts)
      if ends.isEmpty { return false }
      starts = ends
    }
    return true
  }
}

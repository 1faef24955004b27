package import TextAnalysis

// How many documents a question finds at most, told from dictionaries alone: no postings, positions or names are read. For planning: what
// finds little is asked first. Numbers have ``NumberColumn/maximumValueCount(in:)``.
//
// Microseconds each: where many words or values would have to be looked at, the bound is the number of all documents there are to find.
extension SegmentReader {
  /// At least as many as ``textMatches(_:)`` finds.
  package func maximumDocumentCount(withText pattern: TextPattern) throws(SegmentError) -> Int {
    let most = try listCount(under: SegmentField().prefix(.text))
    if pattern.terms.isEmpty { return pattern.matchesAnyText ? most : 0 }
    return try maximumDocumentCount(with: pattern, in: try textTerms, prefix: [], most)
  }

  /// At least as many as ``documents(having:)`` finds.
  package func maximumDocumentCount(having field: SegmentField) throws(SegmentError) -> Int {
    var count = try listCount(under: field.prefix(.presence))
    for column in try numbers(of: field) { count += column.count }
    return min(count, documentCount)
  }

  /// At least as many as ``documents(withValue:in:)`` finds, undecided ones included.
  package func maximumDocumentCount(withValue pattern: StringPattern, in field: SegmentField) throws(SegmentError) -> Int {
    let most = try listCount(under: field.prefix(.presence))
    if most == 0 || !pattern.isDecidedByGlob { return most }
    let expansion = GlobExpansion(pattern.glob, pattern.folding)
    guard let found = try expansion.maximumDocumentCount(in: attributeTerms, prefix: field.prefix(.value)) else { return most }
    return min(most, found + (try listCount(under: field.prefix(.longValue))))
  }

  /// At least as many as ``documents(withWordsOf:in:)`` finds.
  package func maximumDocumentCount(withWordsOf pattern: TextPattern, in field: SegmentField) throws(SegmentError) -> Int {
    let most = try listCount(under: field.prefix(.presence))
    return most == 0 ? 0 : try maximumDocumentCount(with: pattern, in: try attributeTerms, prefix: field.prefix(.word), most)
  }

  /// At least as many as ``NameSearch`` finds.
  package func maximumDocumentCount(named pattern: StringPattern) throws(SegmentError) -> Int {
    guard let lists = try trigramLists(for: pattern) else { return documentCount }
    let blocks = lists.reduce(documentCount) { min($0, $1.documentCount) }
    return min(documentCount, blocks * NameBlocks.size)
  }

  private func listCount(under key: [UInt8]) throws(SegmentError) -> Int {
    var count = 0
    try attributeTerms.withGroup(key) { group throws(SegmentError) in count = group.surfaces.first?.list.documentCount ?? 0 }
    return count
  }

  private func maximumDocumentCount(
    with pattern: TextPattern, in dictionary: TermDictionary, prefix: [UInt8], _ most: Int
  ) throws(SegmentError) -> Int {
    var bound = most
    for term in pattern.terms where bound > 0 {
      // At a place come all the ways to it together; a way has no more documents than each of its steps.
      var reached = [Int](repeating: 0, count: term.end + 1)
      reached[0] = most
      for step in term.steps where reached[step.start] > 0 {
        let found = try GlobExpansion(step.glob, pattern.folding).maximumDocumentCount(in: dictionary, prefix: prefix) ?? most
        reached[step.end] = min(most, reached[step.end] + min(found, reached[step.start]))
      }
      bound = min(bound, reached[term.end])
    }
    return bound
  }
}

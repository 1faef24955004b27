// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

// Upper bounds of the number of matching documents, computed from dictionaries alone: no postings,
// positions or names are read. The planner uses them to run selective parts of a query first. For
// numbers, see ``NumberColumn/maximumValueCount(in:)``.
//
// Each takes microseconds. If a bound would require visiting many words or values, it is the
// number of documents that have the attribute, or text, instead.
extension SegmentReader {
  /// An upper bound of the number of documents that ``textMatches(_:among:)`` finds.
  package func maximumDocumentCount(withText pattern: TextPattern) throws(SegmentError) -> Int {
    let most = try listCount(under: SegmentField().prefix(.text))
    if pattern.terms.isEmpty { return pattern.matchesAnyText ? most : 0 }
    return try maximumDocumentCount(with: hasEarlierFolding ? pattern.earlier : pattern, in: try textTerms, prefix: [], most)
  }

  /// An upper bound of the number of documents that ``documents(having:)`` finds.
  package func maximumDocumentCount(having field: SegmentField) throws(SegmentError) -> Int {
    var count = try listCount(under: field.prefix(.presence))
    for column in try numbers(of: field) { count += column.count }
    return min(count, documentCount)
  }

  /// An upper bound of the number of documents that ``documents(withValue:in:)`` finds, undecided
  /// ones included.
  package func maximumDocumentCount(withValue pattern: StringPattern, in field: SegmentField) throws(SegmentError) -> Int {
    let most = try listCount(under: field.prefix(.presence))
    if most == 0 || !pattern.isDecidedByGlob || hasEarlierFolding { return most }
    let expansion = GlobExpansion(pattern.glob, pattern.folding, areTokens: false)
    guard let found = try expansion.maximumDocumentCount(in: attributeTerms, prefix: field.prefix(.value)) else { return most }
    return min(most, found + (try listCount(under: field.prefix(.longValue))))
  }

  /// An upper bound of the number of documents that ``NameSearch`` finds.
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
      // The bound of a node is the sum over all paths to it. A path has no more documents than its
      // most selective step.
      var reached = [Int](repeating: 0, count: term.end + 1)
      reached[0] = most
      for step in term.steps where reached[step.start] > 0 {
        let found =
          try GlobExpansion(step.glob, pattern.folding, areTokens: true).maximumDocumentCount(in: dictionary, prefix: prefix) ?? most
        reached[step.end] = min(most, reached[step.end] + min(found, reached[step.start]))
      }
      bound = min(bound, reached[term.end])
    }
    return bound
  }
}

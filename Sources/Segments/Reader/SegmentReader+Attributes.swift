// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

extension SegmentReader {
  /// The documents that have an attribute, whatever its value.
  package func documents(having field: SegmentField) throws(SegmentError) -> OrdinalSet {
    var documents = try documentsWithTerms(of: field)
    for column in try numbers(of: field) { documents = documents.union(try column.documents()) }
    return documents
  }

  /// The documents that have values of an attribute other than numbers.
  func documentsWithTerms(of field: SegmentField) throws(SegmentError) -> OrdinalSet { try documents(under: field.prefix(.presence)) }

  /// The documents whose text has at least one byte.
  package var documentsWithText: OrdinalSet {
    get throws(SegmentError) { try documents(under: SegmentField().prefix(.text)) }
  }

  private func documents(under key: [UInt8]) throws(SegmentError) -> OrdinalSet {
    let dictionary = try attributeTerms
    var union = ListUnion(of: dictionary)
    try dictionary.withGroup(key) { group throws(SegmentError) in
      for surface in group.surfaces { try union.add(surface.list) }
    }
    return union.finish()
  }

  /// The documents with a value of `field` that matches.
  ///
  /// Exact except for values of more than ``SegmentBuilder/maximumValueLength`` bytes, which are
  /// not indexed. `undecided` has the documents with such a value; whether they match follows only
  /// from their attribute records.
  ///
  /// - Complexity: One lookup for a pattern without wildcards that is not limited to whole words.
  ///   Otherwise a scan over the values of the field that share the pattern's literal prefix.
  package func documents(
    withValue pattern: StringPattern, in field: SegmentField
  ) throws(SegmentError) -> (matching: OrdinalSet, undecided: OrdinalSet) {
    let dictionary = try attributeTerms
    var matching = ListUnion(of: dictionary)
    let prefix = field.prefix(.value)
    if !pattern.isDecidedByGlob || hasEarlierFolding {
      var surface: [UInt8] = []
      try dictionary.forEachGroup(withPrefix: prefix) { group throws(SegmentError) in
        for candidate in group.surfaces {
          surface.removeAll(keepingCapacity: true)
          group.append(candidate, to: &surface)
          if pattern.matches(utf8: surface.span) { try matching.add(candidate.list) }
        }
        return true
      }
    } else {
      try GlobExpansion(pattern.glob, pattern.folding, areTokens: false).forEachMatch(in: dictionary, prefix: prefix) {
        _, list throws(SegmentError) in
        try matching.add(list)
      }
    }
    return (matching.finish(), try documents(under: field.prefix(.longValue)))
  }

  /// Calls `body` with each distinct value of `field` and the number of documents that have it,
  /// until `body` returns `false`.
  ///
  /// Values come in the order of their folded forms. Values of more than
  /// ``SegmentBuilder/maximumValueLength`` bytes are left out.
  package func forEachValue(
    of field: SegmentField, _ body: (Span<UInt8>, _ documentCount: Int) throws(SegmentError) -> Bool
  ) throws(SegmentError) {
    var surface: [UInt8] = []
    try attributeTerms.forEachGroup(withPrefix: field.prefix(.value)) { group throws(SegmentError) in
      for candidate in group.surfaces {
        surface.removeAll(keepingCapacity: true)
        group.append(candidate, to: &surface)
        guard try body(surface.span, candidate.list.documentCount) else { return false }
      }
      return true
    }
  }
}

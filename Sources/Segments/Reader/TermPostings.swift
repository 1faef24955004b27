// SPDX-License-Identifier: Apache-2.0

/// The terms of a segment that a prefix or a word selects from.
package enum TermSpace: Hashable, Sendable {
  /// The tokens of texts.
  case text
  /// The words of a field's values, see ``SegmentBuilder/addWords(of:to:)``.
  case words(SegmentField)
  /// A field's values, see ``SegmentBuilder/addValue(_:of:)``.
  case values(SegmentField)
}

/// The posting lists of a term: one for each surface form.
package struct TermPostings: Sendable {
  let lists: [TermList]

  /// Number of documents, if it is stored.
  package let documentCount: Int?

  init(_ group: borrowing TermGroups) {
    lists = group.surfaces.map(\.list)
    documentCount = group.documentCount
  }

  /// An upper bound of the number of documents. Exact if the term has one surface form.
  package var maximumDocumentCount: Int { lists.reduce(0) { $0 + $1.documentCount } }

  /// A lower bound of the number of documents. Exact if the term has one surface form.
  package var minimumDocumentCount: Int { lists.reduce(0) { max($0, $1.documentCount) } }
}

extension SegmentReader {
  fileprivate func dictionary(of space: TermSpace) throws(SegmentError) -> (terms: TermDictionary, prefix: [UInt8]) {
    switch space {
    case .text: (try textTerms, [])
    case .words(let field): (try attributeTerms, field.prefix(.word))
    case .values(let field): (try attributeTerms, field.prefix(.value))
    }
  }

  /// The posting lists of a folded term, or `nil` if the segment does not have it.
  ///
  /// - Complexity: O(log *n*), *n* = terms of the segment.
  package func postings(of term: [UInt8], in space: TermSpace) throws(SegmentError) -> TermPostings? {
    let (terms, prefix) = try dictionary(of: space)
    var found: TermPostings?
    try terms.withGroup(prefix + term) { group throws(SegmentError) in found = TermPostings(group) }
    return found
  }

  /// Calls `body` with each folded term that begins with `beginning`, in byte order.
  ///
  /// - Parameter isWanted: Other terms are skipped, which is faster.
  /// - Complexity: O(log *n* + *k*), *n* = terms of the segment, *k* = such terms.
  package func forEachTerm(
    in space: TermSpace, beginningWith beginning: [UInt8], where isWanted: (Span<UInt8>) -> Bool = { _ in true },
    _ body: (Span<UInt8>, TermPostings) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    let (terms, prefix) = try dictionary(of: space)
    let isWanted: ([UInt8]) -> Bool = { key in isWanted(key.span.extracting(prefix.count...)) }
    try terms.forEachGroup(withPrefix: prefix + beginning, where: isWanted) { group throws(SegmentError) in
      try body(group.key.span.extracting(prefix.count...), TermPostings(group))
      return true
    }
  }

  /// Calls `body` with each folded term that begins with `beginning`, in byte order, and an upper bound
  /// of the number of its documents.
  ///
  /// - Complexity: O(log *n* + *k*), *n* = terms of the segment, *k* = such terms. Allocates nothing for
  ///   a term.
  package func forEachTermCount(
    in space: TermSpace, beginningWith beginning: [UInt8], _ body: (Span<UInt8>, Int) -> Void
  ) throws(SegmentError) {
    let (terms, prefix) = try dictionary(of: space)
    try terms.forEachGroup(withPrefix: prefix + beginning) { group throws(SegmentError) in
      body(group.key.span.extracting(prefix.count...), group.surfaces.reduce(0) { $0 + $1.list.documentCount })
      return true
    }
  }

  /// The documents that contain one of some words or values of fields.
  package func documents(with terms: [TermPostings]) throws(SegmentError) -> OrdinalSet {
    try Self.union(of: terms, ListUnion(of: try attributeTerms))
  }

  /// The documents whose texts contain one of some terms.
  ///
  /// - Parameter candidates: Only these documents are of interest; `nil` for all documents.
  package func texts(with terms: [TermPostings], among candidates: OrdinalSet? = nil) throws(SegmentError) -> OrdinalSet {
    try Self.union(of: terms, ListUnion(of: try textTerms, among: candidates))
  }

  private static func union(of terms: [TermPostings], _ union: consuming ListUnion) throws(SegmentError) -> OrdinalSet {
    for term in terms { for list in term.lists { try union.add(list) } }
    return union.finish()
  }
}

extension SegmentReader {
  /// Calls `body` with each folded term that begins with `beginning`, in byte order, without its
  /// postings.
  ///
  /// - Complexity: O(log *n* + *k*), *n* = terms of the segment, *k* = such terms. Faster than
  ///   ``forEachTerm(in:beginningWith:_:)``.
  package func forEachTermAlone(
    in space: TermSpace, beginningWith beginning: [UInt8], _ body: (Span<UInt8>) -> Void
  ) throws(SegmentError) {
    let (terms, prefix) = try dictionary(of: space)
    try terms.forEachKey(withPrefix: prefix + beginning) { body($0.span.extracting(prefix.count...)) }
  }
}

extension TermDictionary {
  /// Calls `body` with each key that begins with `prefix`, in order. Does not read the groups.
  fileprivate func forEachKey(withPrefix prefix: [UInt8], _ body: ([UInt8]) -> Void) throws(SegmentError) {
    var key: [UInt8] = []
    for number in try blockNumber(for: prefix)..<blockCount {
      var block = try terms.cursor(blockRange(number))
      // The offsets of the first lists.
      for _ in 0..<2 { _ = block.variable() }
      let count = block.variable(atMost: block.remaining)
      let size = block.variable(atMost: block.remaining)
      let end = block.remaining - size
      key.removeAll(keepingCapacity: true)
      for _ in 0..<count {
        let shared = block.variable(atMost: key.count)
        key.removeLast(key.count - shared)
        block.append(block.variable(atMost: block.remaining - end), to: &key)
        if block.hasFailed { throw terms.inconsistent }
        if key.starts(with: prefix) {
          body(key)
        } else if prefix.lexicographicallyPrecedes(key) {
          return
        }
      }
    }
  }
}

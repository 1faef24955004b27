// SPDX-License-Identifier: Apache-2.0

/// A parsed predicate: `kMDItemFSName == "*.md"c && kMDItemFSSize > 1000`.
///
/// Its description is canonical text, which parses to an equal query.
package struct Query: Sendable {
  package let predicate: Predicate
  /// Hints about the text of the query, in the order of the text. They do not affect equality.
  package let hints: [QueryHint]

  package init(_ predicate: Predicate, hints: [QueryHint] = []) {
    self.predicate = predicate
    self.hints = hints
  }

  /// - Throws: ``QuerySyntaxError`` with the position and, for common mistakes, a corrected query.
  /// - Complexity: O(length of `text`), also for invalid text.
  package init(parsing text: String) throws(QuerySyntaxError) {
    var parser = PredicateParser(text)
    do {
      predicate = try parser.predicate()
    } catch {
      throw QuerySyntaxError(error, in: text) { text throws(SyntaxFault) in
        var parser = PredicateParser(text)
        _ = try parser.predicate()
      }
    }
    hints = parser.oddities.map { QueryHint($0.subject, at: QueryExcerpt(text, at: $0.offset)) }
  }
}

extension Query {
  /// The query without hints on attributes that nothing records.
  package var withoutHintsOnUnrecordedAttributes: Query {
    Query(predicate, hints: hints.filter { if case .unrecorded = $0.subject { false } else { true } })
  }
}

extension Query: Hashable {
  package static func == (one: Query, other: Query) -> Bool { one.predicate == other.predicate }

  package func hash(into hasher: inout Hasher) { hasher.combine(predicate) }
}

extension Query: CustomStringConvertible {
  package var description: String { predicate.description }
}

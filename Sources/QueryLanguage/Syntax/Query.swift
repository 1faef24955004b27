/// A parsed predicate: `kMDItemFSName == "*.md"c && kMDItemFSSize > 1000`.
///
/// Its description is canonical text that parses to an equal query.
package struct Query: Hashable, Sendable {
  package let predicate: Predicate

  package init(_ predicate: Predicate) { self.predicate = predicate }

  /// - Throws: ``QuerySyntaxError`` with the place and, where a common mistake is recognised, a corrected query.
  /// - Complexity: O(length of `text`), also for text that is refused.
  package init(parsing text: String) throws(QuerySyntaxError) {
    do {
      predicate = try PredicateParser.parse(text)
    } catch {
      throw QuerySyntaxError(error, in: text)
    }
  }
}

extension Query: CustomStringConvertible {
  package var description: String { predicate.description }
}

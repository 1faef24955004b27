/// What a person types into a search field: `trip kind:images created:this year -france`.
///
/// Terms next to each other must all hold. `OR` and `|` bind less than that; `NOT` and `-` apply to the next term; parentheses group;
/// `AND` may be written. Operators are in upper case. A word is a prefix, whatever its case and diacritics.
package struct FreeTextQuery: Hashable, Sendable {
  /// The predicate that the text stands for.
  package let query: Query

  /// Reads whatever has a sensible reading: a parenthesis too many is dropped, one too few added, an operator without an operand is a word.
  ///
  /// - Parameter context: For the order of day and month in dates, the year of dates without one, and the beginning of ages.
  /// - Throws: ``QuerySyntaxError`` when there is nothing to search for, a keyword's value makes no sense for it, or parentheses are nested
  ///   too deep.
  /// - Complexity: O(length of `text`).
  package init(parsing text: String, in context: EvaluationContext) throws(QuerySyntaxError) {
    var parser = FreeTextParser(text, in: context)
    do throws(SyntaxFault) {
      let predicate = try Self.predicate(&parser)
      query = Query(predicate, hints: parser.oddities.map { QueryHint($0.subject, at: QueryExcerpt(text, at: $0.offset)) })
    } catch {
      throw QuerySyntaxError(error, in: text) { text throws(SyntaxFault) in
        var parser = FreeTextParser(text, in: context)
        _ = try Self.predicate(&parser)
      }
    }
  }

  private static func predicate(_ parser: inout FreeTextParser) throws(SyntaxFault) -> Predicate {
    if let predicate = try parser.predicate() { return predicate }
    throw SyntaxFault(message: "There is nothing to search for.", offset: 0, expected: "a word, a \"phrase\" or keyword:value")
  }
}

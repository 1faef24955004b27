// SPDX-License-Identifier: Apache-2.0

/// Free text, as typed into a search field: `trip kind:images created:this year -france`.
///
/// Terms next to each other must all match. `OR` and `|` bind less tightly; `NOT` and `-` apply to
/// the next term; parentheses group; `AND` is optional. Operators are in upper case. A word is a
/// prefix and ignores case and diacritics.
package struct FreeTextQuery: Hashable, Sendable {
  /// The predicate that the text is translated to.
  package let query: Query

  /// Parses free text leniently: an extra closing parenthesis is ignored, a missing one is added,
  /// and an operator without an operand is a word.
  ///
  /// - Parameter context: Determines the order of day and month in dates, the year of dates without
  ///   one, and the beginning of ages.
  /// - Throws: ``QuerySyntaxError`` if there is nothing to search for, a keyword's value is not
  ///   valid, or parentheses are nested too deeply.
  /// - Complexity: O(length of `text`).
  package init(parsing text: String, in context: EvaluationContext) throws(QuerySyntaxError) {
    var parser = FreeTextParser(text, in: context)
    do throws(SyntaxFault) {
      let predicate = try Self.predicate(&parser)
      parser.noteWordsLikeOperators(in: predicate)
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

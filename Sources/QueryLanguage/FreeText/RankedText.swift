/// Free text for a ranked query, divided into the words to rank by and a filter:
/// `annual report kind:pdf -draft` ranks by `annual report`.
package struct RankedText: Hashable, Sendable {
  /// The words and phrases, as a person would type them. A space follows a word that is complete
  /// because another term follows it.
  package let words: String

  /// Keywords and excluded terms, which every hit satisfies, with the hints of the text. The
  /// predicate is `true` if there are none.
  package let filter: Query

  /// - Throws: ``QuerySyntaxError`` if there are no words, the text has `OR` or parentheses, or a
  ///   keyword's value is not valid.
  package init(parsing text: String, in context: EvaluationContext) throws(QuerySyntaxError) {
    var parser = FreeTextParser(text, in: context)
    do throws(SyntaxFault) {
      let (words, terms) = try parser.rankedParts()
      guard !words.isEmpty else {
        throw SyntaxFault(message: "There are no words to rank by.", offset: 0, expected: "a word or a \"phrase\"")
      }
      let isExcluded = [.minus, .not].contains(parser.tokens.dropLast().last)
      let endsWithWord = if case .word = parser.tokens.last { !isExcluded } else { false }
      let isUnfinished = endsWithWord && text.last?.isWhitespace == false
      self.words = words.joined(separator: " ") + (isUnfinished ? "" : " ")
      filter = Query(
        .all(terms), hints: parser.oddities.map { QueryHint($0.subject, at: QueryExcerpt(text, at: $0.offset)) })
    } catch {
      throw QuerySyntaxError(error, in: text) { text throws(SyntaxFault) in
        var parser = FreeTextParser(text, in: context)
        _ = try parser.rankedParts()
      }
    }
  }
}

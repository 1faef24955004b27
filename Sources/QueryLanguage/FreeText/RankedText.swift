// SPDX-License-Identifier: Apache-2.0

/// Free text for a ranked query, divided into the words to rank by and a filter:
/// `annual report kind:pdf -draft` ranks by `annual report`.
///
/// Every text that a person may type has a meaning. A keyword whose value is not valid is looked for as words, and a
/// sign or a parenthesis that belongs to nothing has no effect.
package struct RankedText: Hashable, Sendable {
  /// The words and phrases, as a person would type them; empty if there are none. A space follows a word that is
  /// complete because another term follows it.
  package let words: String

  /// What every hit satisfies, with the hints of the text: keywords, excluded terms and signs; with alternatives, the
  /// whole text. The predicate is `true` if there are none, and `false` if there is nothing to search for.
  package let filter: Query

  /// Whether the text has `OR`, so that not every hit has all words.
  package let hasAlternatives: Bool

  /// What ``FreeTextQuery`` finds: documents with all words as they were typed that satisfy the filter.
  package let query: Query

  /// Maximum length in Unicode scalars of the text that is used. The time of a search grows faster than the number of
  /// words.
  package static let maximumLength = 2000

  package init(parsing text: String, in context: EvaluationContext) {
    let end = text.unicodeScalars.index(text.startIndex, offsetBy: Self.maximumLength, limitedBy: text.endIndex)
    let isCut = end.map { $0 < text.endIndex } ?? false
    let text = isCut ? String(text.unicodeScalars.prefix(Self.maximumLength)) : text
    var parser = FreeTextParser(text, in: context, isLenient: true)
    // A lenient parser does not throw.
    let parts = (try? parser.parts()) ?? FreeTextParser.Parts()
    let isUnfinished = !isCut && parts.endsWithWord && text.last?.isWhitespace == false
    words = parts.words.joined(separator: " ") + (isUnfinished || parts.words.isEmpty ? "" : " ")
    hasAlternatives = parts.hasAlternatives
    if isCut { parser.note(.other("Only the first \(Self.maximumLength) characters are used."), at: text.utf8.count) }
    if parts.predicate == nil { parser.note(.other("There is nothing to search for."), at: 0) }
    let hints = parser.oddities.map { QueryHint($0.subject, at: QueryExcerpt(text, at: $0.offset)) }
    filter = Query(parts.predicate == nil ? .constant(false) : .all(parts.conditions), hints: hints)
    query = Query(parts.predicate ?? .constant(false))
  }
}

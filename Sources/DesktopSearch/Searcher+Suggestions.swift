// SPDX-License-Identifier: Apache-2.0

internal import Finders
internal import IndexStore
internal import QueryLanguage
package import ShellSearch

/// Another text that a person may want to search for.
package enum Suggestion: Hashable, Sendable {
  /// Continues what was typed.
  case completion(String)
  /// Words that are probably misspelled are replaced.
  case correction(String)

  package var text: String {
    switch self {
    case .completion(let text), .correction(let text): text
    }
  }
}

extension Searcher {
  /// Texts that continue or correct what was typed, a correction first.
  ///
  /// - Parameter isCorrecting: Whether words may be misspelled, because no document has all of them.
  package func suggestions(for query: ShellQuery, correcting isCorrecting: Bool, while isWanted: @escaping () -> Bool) -> [Suggestion] {
    guard !query.text.isEmpty else { return [] }
    let store = indexes.files()
    var suggestions: [Suggestion] = []
    if isCorrecting, !QueryClassifier.isMeantAsPredicate(query.text), let corrected = correction(of: query.text, store) {
      suggestions.append(.correction(corrected))
    }
    guard isWanted() else { return [] }
    let items = indexes.applications.map { ItemFinder(Query(.constant(true)), orderedBy: nil, in: $0) { _ in } }
    let search = InteractiveSearch(
      files: store.map { ($0, []) }, items: items, system: nil, named: [], limit: 0, problem: InteractiveSearch.Problem(),
      isPredicate: QueryClassifier.isMeantAsPredicate, explain: { _ in nil })
    return suggestions + search.completions(of: query.text).filter { $0 != suggestions.first?.text }.map { .completion($0) }
  }

  /// The text with words of the index in place of similar ones that no document has; `nil` if there are none.
  private func correction(of text: String, _ store: Store?) -> String? {
    let typed = RankedText(parsing: text, in: .current())
    let words = RankedQuery(typed.words, needsAllWords: !typed.hasAlternatives)
    // A search has reported what is wrong with an index.
    var best: [[UInt8]: WordCorrection] = [:]
    for correction in (try? store?.corrections(of: words)) ?? [] where best[correction.typed].map({ correction.isBetter(than: $0) }) ?? true
    {
      best[correction.typed] = correction
    }
    guard !best.isEmpty else { return nil }
    let corrected = RankedQuery.correcting(text, Array(best.values))
    return corrected == text ? nil : corrected
  }
}

// SPDX-License-Identifier: Apache-2.0

import IndexStore
import QueryLanguage

/// Typed words by which hits can be ordered.
struct TypedWords {
  let text: String
  let typed: RankedText
  let query: RankedQuery

  /// Returns `nil` if there are no words, as in `kind:pdf`.
  init?(_ text: String) {
    typed = RankedText(parsing: text, in: .current())
    query = RankedQuery(typed.words, needsAllWords: !typed.hasAlternatives).completingAllWords
    self.text = text
    if query.words.isEmpty { return nil }
  }

  /// Whether a document can have some of the words and not be a hit.
  var canBePartial: Bool { query.words.count > 1 && !typed.hasAlternatives }
}

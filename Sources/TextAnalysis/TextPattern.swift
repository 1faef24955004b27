/// What a text is compared with: words in order, side by side.
///
/// A text is the sequence of its tokens, and so is the value of the query: both are cut by ``Tokenizer``. The value's words must be found
/// at consecutive positions. What stands between words does not count: `paris-france` finds `Paris, France` (ignoring case).
///
/// - A word is found in a token that equals it. A star attached to it stands for any characters within the token: `bud*` finds a word that
///   begins with it, `*expose*` one that contains it, `foo*bar` one that begins and ends so. `foo* bar` finds a word that begins with
///   `foo`, then the word `bar`. A star that no letter or digit touches counts for nothing.
/// - A word of several parts (`MyWindow`) is found as its parts side by side (in `MyWindowClass` and in `my window`, ignoring case), or
///   whole in one token: `PostgreSQL` finds `postgresql`. The other way round `postgresql` finds `PostgreSQL`, because a text's word of
///   several parts is a token besides them. Yet some of the parts joined, `windowclass`, do not find `MyWindowClass`: an index would need a
///   term for each way to join.
/// - A word with signs (`C++`, `C#`, `.NET`; see ``Tokenizer``) is found only with these signs. A word without is found with and without.
/// - A run of letters of a script without spaces is found where a word of the text begins, whatever follows it there, and anywhere inside
///   one word; but not from inside one word into the next. `京都` finds `京都大学` and not `東京都`, which is `東京`, `都`; `日本` finds `日本語`, one
///   word, and `日本語` finds `日本語学`, though that is `日本`, `語学`. So it does not matter how the dictionary would cut the value, which nobody
///   could foresee, and the value is not cut at all. Other words in the value are borders: before them the run must end where a word
///   ends, and behind them it must begin where one begins. A star lifts these conditions: `*京都` finds `東京都`.
/// - The empty value, and one of nothing but stars, is found in every text that is not empty; so is punctuation with a star. Punctuation
///   without a star is found nowhere: a text's tokens have none.
package struct TextPattern: Hashable, Sendable {
  /// The words, each to be found right behind the one before. Their number and steps do not depend on the folding, so that an index may
  /// find candidates under ``Folding/all`` and then compare surface forms under the folding wanted.
  package let terms: [Term]
  package let folding: Folding

  /// Every text with at least one byte matches. Only when there are no terms; if `false` then, nothing matches.
  package let matchesAnyText: Bool

  /// What the first term's text must contain.
  let finder: LiteralFinder

  /// - Parameter parts: The value split at its stars: `["bud", ""]` for `bud*`. None is the empty value.
  package init(parts: [String], folding: Folding) {
    self.terms = TermBuilder.terms(of: parts, folding)
    self.folding = folding
    self.matchesAnyText = terms.isEmpty && (parts.count > 1 || parts.allSatisfy(\.isEmpty))
    self.finder = LiteralFinder(literals: terms.first?.steps.first?.glob.literals ?? [], folding: folding)
  }

  package func matches(_ text: String) -> Bool {
    matches(utf8: text.utf8.span)
  }

  package func matches(utf8 text: Span<UInt8>) -> Bool {
    var scan = makeScan()
    return scan.feed(text) || scan.finish()
  }

  /// Begins the comparison with a text that comes in chunks.
  package func makeScan() -> Scan {
    Scan(self)
  }
}

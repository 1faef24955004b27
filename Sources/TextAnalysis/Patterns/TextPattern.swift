// SPDX-License-Identifier: Apache-2.0

/// A pattern for texts: a sequence of adjacent words, or words near each other.
///
/// A text is a sequence of tokens, and so is the value of a query; ``Tokenizer`` divides both. The
/// words of the value must match at consecutive positions. Characters between words are ignored:
/// `paris-france` matches `Paris, France` (ignoring case).
///
/// - A word matches a token that equals it. A star attached to it stands for any characters within
///   the token: `bud*` matches a word that begins with it, `*expose*` a word that contains it, and
///   `foo*bar` a word that begins and ends with it. `foo* bar` matches a word that begins with
///   `foo`, followed by the word `bar`. A star that does not touch a letter or digit is ignored.
/// - A word of several parts (`MyWindow`) matches its parts next to each other (in `MyWindowClass`
///   and in `my window`, ignoring case), or one whole token: `PostgreSQL` matches `postgresql`.
///   Conversely, `postgresql` matches `PostgreSQL`, because a word of several parts in a text is a
///   token in addition to its parts. So is what begins inside such a word: `windowclass` matches
///   `MyWindowClass`, and `windowc*` does. Words that an apostrophe joins are treated alike: `dont` matches
///   `don't`, if diacritics are ignored.
/// - A word with signs (`C++`, `C#`, `.NET`; see ``Tokenizer``) matches only with these signs. A
///   word without signs matches with and without them.
/// - A run of letters of a script without spaces matches at the beginning of a word of the text,
///   regardless of what follows, and anywhere within one word, but not from within one word into
///   the next. `京都` matches `京都大学` but not `東京都`, which is `東京` and `都`; `日本` matches `日本語`, which
///   is one word; `日本語` matches `日本語学`, although that is `日本` and `語学`. The result therefore does
///   not depend on how the dictionary would divide the value, which users cannot foresee, and the
///   value is not divided. If another word of the value follows the run, the run must end at the
///   end of a word; if one precedes it, the run must begin at the beginning of a word. A star lifts
///   these conditions: `*京都` matches `東京都`.
/// - In Hangul, a group of words without spaces is one word: `전자` matches `삼성전자`.
/// - The empty value, a value of stars only, and punctuation with a star match every text that is
///   not empty. Punctuation without a star matches nothing, because tokens contain no punctuation.
///
/// With a ``slop``, the words can stand in any order and need not be adjacent. The other rules apply to each word alone.
package struct TextPattern: Hashable, Sendable {
  /// The words, each of which must directly follow the previous one. Their number and steps do not
  /// depend on the folding, so that an index can find candidates under ``Folding/all`` and then
  /// compare surface forms under the requested folding.
  package let terms: [Term]
  package let folding: Folding

  /// How many other words at most stand from the first to the last of the words, which can have any order; `nil` for a
  /// sequence of adjacent words. A word of the text whose end is in the sequence counts as many words as it has in the
  /// pattern. Always `nil` for fewer than two words.
  package let slop: Int?

  /// Whether every text with at least one byte matches. Used only if there are no terms; if it is
  /// `false` then, nothing matches.
  package let matchesAnyText: Bool

  /// Finds candidates for the first term.
  let finder: LiteralFinder

  private let parts: [String]

  /// The pattern for segments that were folded with ``Folding/earlier``.
  package var earlier: TextPattern { TextPattern(parts: parts, folding: folding.union(.earlier), slop: slop) }

  /// - Parameter parts: The value split at its stars: `["bud", ""]` for `bud*`. No part is the
  ///   empty value.
  package init(parts: [String], folding: Folding, slop: Int? = nil) {
    self.parts = parts
    self.terms = TermBuilder.terms(of: parts, folding, areAdjacent: slop == nil)
    self.folding = folding
    self.slop = terms.count > 1 ? slop : nil
    self.matchesAnyText = terms.isEmpty && (parts.count > 1 || parts.allSatisfy(\.isEmpty))
    self.finder = LiteralFinder(literals: terms.first?.steps.first?.glob.literals ?? [], folding: folding)
  }

  /// The words, folded, for display. For a word with several alternatives, the first one.
  package var spelling: String {
    let words = terms.map { term in
      term.steps.first.map { $0.glob.literals.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*") } ?? ""
    }
    return words.isEmpty ? "*" : words.joined(separator: " ")
  }

  package func matches(_ text: String) -> Bool {
    matches(utf8: text.utf8.span)
  }

  package func matches(utf8 text: Span<UInt8>) -> Bool {
    var scan = makeScan()
    return scan.feed(text) || scan.finish()
  }

  /// Begins a comparison with a text in chunks.
  package func makeScan() -> Scan {
    Scan(self)
  }
}

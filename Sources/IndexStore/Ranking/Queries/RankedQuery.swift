// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

/// What a person types into a search field: words and phrases in quotation marks.
///
/// Words are the tokens that an index has of the text (``Tokenizer``), folded. Of a word of several
/// parts, or with signs, only the longest token counts: `PostgreSQL` is `postgresql`, `C++` is
/// `c++`. A word in quotation marks stands only for itself; any other word also stands for words
/// with the same stem. The last word is a prefix unless something follows it, such as a space.
package struct RankedQuery: Hashable, Sendable {
  package struct Word: Hashable, Sendable {
    /// The folded token.
    package let token: [UInt8]
    /// Whether the word stands for all words that begin with it.
    package fileprivate(set) var isPrefix: Bool
    /// Whether the word is in quotation marks.
    package let isQuoted: Bool
    /// How often the word occurs in the query.
    package fileprivate(set) var count: Int
  }

  /// Maximum number of distinct words. Sets of words are bit masks. Of more words, those of phrases and
  /// then the first ones count.
  package static let maximumWordCount = 64

  /// Maximum number of phrases; further ones are ignored.
  package static let maximumPhraseCount = 64

  /// The distinct words in the order of their first occurrence.
  package private(set) var words: [Word] = []

  /// A text in quotation marks that has several words.
  package struct Phrase: Hashable, Sendable {
    package let pattern: TextPattern
    /// A bit for each of the query's words that the phrase contains; at least one.
    package let words: UInt64
  }

  /// Every hit contains these.
  package private(set) var phrases: [Phrase] = []

  /// Whether all words are wanted, so that only few hits lack some. If not, a filter says which documents are hits:
  /// also those with other words of ``words``, or none.
  package let needsAllWords: Bool

  /// - Parameter needsAllWords: See ``needsAllWords``.
  package init(_ typed: String, needsAllWords: Bool = true) {
    self.needsAllWords = needsAllWords
    let pieces = typed.split(omittingEmptySubsequences: false) { "\"“”„".contains($0) }
    var found = FoundWords()
    var quotes: [(text: String, words: [Int])] = []
    for (index, piece) in pieces.enumerated() {
      // The text after an unpaired quotation mark is not a phrase.
      let isQuoted = index % 2 == 1 && index < pieces.count - 1
      let words = found.add(String(piece), isQuoted: isQuoted, isLast: index == pieces.count - 1)
      if isQuoted, words.count > 1 { quotes.append((String(piece), words)) }
    }
    let kept = found.best(Self.maximumWordCount, with: quotes.prefix(Self.maximumPhraseCount).flatMap(\.words))
    words = kept.map { found.words[$0] }
    var bits: [Int: UInt64] = [:]
    for (bit, index) in kept.enumerated() { bits[index] = 1 << UInt64(bit) }
    // Of alternatives, a hit has any.
    for (text, words) in needsAllWords ? quotes.prefix(Self.maximumPhraseCount) : [] {
      let mask = words.reduce(0 as UInt64) { $0 | bits[$1, default: 0] }
      // A phrase of which no word counts does not count either.
      if mask != 0 { phrases.append(Phrase(pattern: TextPattern(parts: [text], folding: .all), words: mask)) }
    }
  }

  /// The query in which each word stands for all words that begin with it, except in quotation marks: what a search in
  /// free text finds.
  package var completingAllWords: RankedQuery {
    var query = self
    for index in words.indices where !words[index].isQuoted { query.words[index].isPrefix = true }
    return query
  }

  /// All distinct words of a text.
  private struct FoundWords {
    private(set) var words: [Word] = []
    private var indices: [Word: Int] = [:]

    /// Adds the words of a part of the text.
    ///
    /// - Returns: For each of its tokens, the index of the word.
    mutating func add(_ text: String, isQuoted: Bool, isLast: Bool) -> [Int] {
      let utf8 = Array(text.utf8)
      var added: [Int] = []
      for range in RankedQuery.longestTokens(in: utf8.span) {
        var token: [UInt8] = []
        foldToken(utf8[range].span, .all, into: &token)
        if token.isEmpty { continue }
        let word = Word(token: token, isPrefix: isLast && range.upperBound == utf8.count, isQuoted: isQuoted, count: 1)
        if let known = indices[word] {
          words[known].count += 1
          added.append(known)
        } else {
          indices[word] = words.count
          added.append(words.count)
          words.append(word)
        }
      }
      return added
    }

    /// The indices of the words that count, in ascending order.
    ///
    /// - Parameter preferred: The indices of words that precede others.
    func best(_ count: Int, with preferred: [Int]) -> [Int] {
      guard words.count > count else { return Array(words.indices) }
      var best: Set<Int> = []
      for index in [preferred, Array(words.indices)].joined() where best.count < count { best.insert(index) }
      return best.sorted()
    }
  }

  /// The ranges of the tokens that are not part of another token.
  static func longestTokens(in text: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    Tokenizer.forEachToken(in: text) { _, token in
      if let last = ranges.last, last.overlaps(token.range) {
        if token.range.count > last.count { ranges[ranges.count - 1] = token.range }
      } else {
        ranges.append(token.range)
      }
    }
    return ranges
  }
}

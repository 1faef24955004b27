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
    package let isPrefix: Bool
    /// Whether the word is in quotation marks.
    package let isQuoted: Bool
    /// How often the word occurs in the query.
    package fileprivate(set) var count: Int
  }

  /// Maximum number of distinct words; further ones are ignored. Sets of words are bit masks.
  package static let maximumWordCount = 64

  /// The distinct words in the order of their first occurrence.
  package private(set) var words: [Word] = []

  /// A text in quotation marks that has several words.
  package struct Phrase: Hashable, Sendable {
    package let pattern: TextPattern
    /// A bit for each of the query's words that the phrase contains.
    package fileprivate(set) var words: UInt64 = 0
  }

  /// Every hit contains these.
  package private(set) var phrases: [Phrase] = []

  package init(_ typed: String) {
    let pieces = typed.split(omittingEmptySubsequences: false) { "\"“”„".contains($0) }
    for (index, piece) in pieces.enumerated() {
      // The text after an unpaired quotation mark is not a phrase.
      let isQuoted = index % 2 == 1 && index < pieces.count - 1
      add(String(piece), isQuoted: isQuoted, isLast: index == pieces.count - 1)
    }
  }

  private mutating func add(_ text: String, isQuoted: Bool, isLast: Bool) {
    let utf8 = Array(text.utf8)
    let ranges = Self.longestTokens(in: utf8.span)
    var phrase = Phrase(pattern: TextPattern(parts: [text], folding: .all))
    for range in ranges {
      var token: [UInt8] = []
      foldUTF8(Array(utf8[range]).span, .all, into: &token)
      let isPrefix = isLast && range.upperBound == utf8.count
      if token.isEmpty { continue }
      if let known = words.firstIndex(where: { $0.token == token && $0.isPrefix == isPrefix && $0.isQuoted == isQuoted }) {
        words[known].count += 1
        phrase.words |= 1 << UInt64(known)
      } else if words.count < Self.maximumWordCount {
        phrase.words |= 1 << UInt64(words.count)
        words.append(Word(token: token, isPrefix: isPrefix, isQuoted: isQuoted, count: 1))
      }
    }
    if isQuoted, ranges.count > 1 { phrases.append(phrase) }
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

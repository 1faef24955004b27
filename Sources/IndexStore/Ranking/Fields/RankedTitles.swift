// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments
internal import TextAnalysis

/// The names and titles of a document, compared with a query as a whole.
struct RankedTitles {
  /// How much of the best name or title the query covers, from 0 to 1.
  private(set) var coverage = 0.0
  /// ``RankTier/wholeTitle`` or ``RankTier/titlePrefix``, if a name or title begins with the query.
  private(set) var tier: RankTier?

  /// The folded letters of the query, without what separates words.
  struct Pattern {
    let letters: [UInt8]
    /// The first word, folded.
    let firstWord: [UInt8]
    let isPrefix: Bool

    init(_ query: RankedQuery) {
      letters = query.words.flatMap(\.token)
      firstWord = query.words.first?.token ?? []
      isPrefix = query.words.last?.isPrefix ?? false
    }

    /// The tier of a folded title that begins with the first word; `nil` if it does not begin with the
    /// whole query.
    func tier(ofFolded title: Span<UInt8>) -> RankTier? {
      // Often decided without tokens.
      if firstWord.count == letters.count {
        if title.count == letters.count { return .wholeTitle }
        if title[letters.count] == UInt8(ascii: " ") { return .titlePrefix }
        if [0, letters.count - 1, letters.count].allSatisfy({ RankedTitles.isASCIIWord(title[$0]) }) {
          return isPrefix ? .titlePrefix : nil
        }
      }
      if RankedTitles.beginsOtherwise(title, than: self) { return nil }
      var titles = RankedTitles()
      titles.compare(title, with: self)
      return titles.tier
    }
  }

  /// Whether a title cannot begin with the query, judged by its first letters and digits in ASCII. Much faster than
  /// a comparison.
  static func beginsOtherwise(_ title: Span<UInt8>, than pattern: Pattern) -> Bool {
    guard let first = pattern.letters.first, isASCIIWord(first) else { return false }
    var count = 0
    for index in title.indices {
      let byte = title[index]
      if count == pattern.letters.count { return false }
      if isASCIIWord(byte) {
        // Folded: digits have this bit, too.
        if byte | 0x20 != pattern.letters[count] { return true }
        count += 1
      } else if byte >= 0x80 || count > 0 && mayBelongToWord(byte) {
        return false
      }
    }
    return count < pattern.letters.count
  }

  /// Compares the name of a file, with and without its extension.
  mutating func compare(name: Span<UInt8>, with pattern: Pattern) {
    compare(name, with: pattern)
    let stem = name.indices.last { name[$0] == UInt8(ascii: ".") } ?? name.count
    if stem > 0 { compare(name.extracting(..<stem), with: pattern) }
  }

  /// The tier of the name of a file, with and without its extension; `nil` if neither begins with the query.
  static func tier(ofName name: Span<UInt8>, with pattern: Pattern) -> RankTier? {
    var titles = RankedTitles()
    let stem = name.indices.last { name[$0] == UInt8(ascii: ".") } ?? name.count
    if stem > 0 { titles.compare(name.extracting(..<stem), with: pattern) }
    // A full stop may be a part of a word, so names with one need tokens. With its extension, a name only has more letters: it equals no
    // query with which it also begins without.
    if titles.tier == nil { titles.compare(name, with: pattern) }
    return titles.tier
  }

  mutating func compare(_ title: Span<UInt8>, with pattern: Pattern) {
    let found = Beginning(ofASCII: title, pattern) ?? Beginning(of: title, pattern)
    guard found.count > 0 else { return }
    coverage = max(coverage, min(1, Double(pattern.letters.count) / Double(found.count)))
    guard found.isEqual, found.count >= pattern.letters.count else { return }
    if found.count == pattern.letters.count {
      tier = .wholeTitle
    } else if pattern.isPrefix || found.isWord {
      tier = max(tier ?? .titlePrefix, .titlePrefix)
    }
  }

  /// The folded letters of a title, compared with those of a query.
  private struct Beginning {
    /// Number of letters of the title.
    private(set) var count = 0
    /// Whether the letters equal those of the query, as far as both go.
    private(set) var isEqual = true
    /// Whether a word of the title ends where the query does.
    private(set) var isWord = false

    init(of title: Span<UInt8>, _ pattern: Pattern) {
      var letters: [UInt8] = []
      for range in RankedQuery.longestTokens(in: title) {
        letters.removeAll(keepingCapacity: true)
        foldToken(title.extracting(range), .all, into: &letters)
        for letter in letters { add(letter, pattern) }
        endWord(pattern)
      }
    }

    /// Returns `nil` if the words of the title are not those between its separators. Much faster than finding tokens.
    init?(ofASCII title: Span<UInt8>, _ pattern: Pattern) {
      guard title.count <= Tokenizer.maximumTokenLength else { return nil }
      for index in title.indices {
        let byte = title[index]
        if RankedTitles.isASCIIWord(byte) {
          // Folded: digits have this bit, too.
          add(byte | 0x20, pattern)
        } else if byte >= 0x80 || RankedTitles.mayBelongToWord(byte) && !RankedTitles.isFullStop(title, index) {
          return nil
        } else {
          endWord(pattern)
        }
      }
      endWord(pattern)
    }

    private mutating func add(_ letter: UInt8, _ pattern: Pattern) {
      if isEqual, count < pattern.letters.count, letter != pattern.letters[count] { isEqual = false }
      count += 1
    }

    private mutating func endWord(_ pattern: Pattern) { if count == pattern.letters.count { isWord = true } }
  }

  private static func isASCIIWord(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }

  /// Whether a byte is a full stop in front of a space or the end, and thus no part of a word.
  private static func isFullStop(_ title: Span<UInt8>, _ index: Int) -> Bool {
    title[index] == UInt8(ascii: ".") && (index + 1 == title.count || title[index + 1] == UInt8(ascii: " "))
  }

  /// Whether a sign may be part of a word, as in `C++`, `C#`, `.NET` and `don't`.
  private static func mayBelongToWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ".")
  }
}

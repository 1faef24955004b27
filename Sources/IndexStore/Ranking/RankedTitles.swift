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
      if firstWord.count == letters.count {
        // Often decided without tokens.
        if title.count == letters.count { return .wholeTitle }
        if title[letters.count] == UInt8(ascii: " ") { return .titlePrefix }
      }
      var titles = RankedTitles()
      titles.compare(title, with: self)
      return titles.tier
    }
  }

  /// Whether a title cannot begin with the query, judged by its first letter. Much faster than a
  /// comparison.
  static func beginsOtherwise(_ title: Span<UInt8>, than pattern: Pattern) -> Bool {
    guard let wanted = pattern.letters.first, wanted &- 0x61 < 26 || wanted &- 0x30 < 10 else { return false }
    for index in title.indices {
      let byte = title[index]
      if byte >= 0x80 { return false }
      let letter = byte | 0x20
      if letter &- 0x61 < 26 { return letter != wanted }
      if byte &- 0x30 < 10 { return byte != wanted }
    }
    return true
  }

  /// Compares the name of a file, with and without its extension.
  mutating func compare(name: Span<UInt8>, with pattern: Pattern) {
    compare(name, with: pattern)
    let stem = name.indices.last { name[$0] == UInt8(ascii: ".") } ?? name.count
    if stem > 0 { compare(name.extracting(..<stem), with: pattern) }
  }

  mutating func compare(_ title: Span<UInt8>, with pattern: Pattern) {
    var letters: [UInt8] = []
    var ends: [Int] = []
    for range in RankedQuery.longestTokens(in: title) {
      foldUTF8(title.extracting(range), .all, into: &letters)
      ends.append(letters.count)
    }
    guard !letters.isEmpty else { return }
    coverage = max(coverage, min(1, Double(pattern.letters.count) / Double(letters.count)))
    guard letters.starts(with: pattern.letters) else { return }
    if letters.count == pattern.letters.count {
      tier = .wholeTitle
    } else if pattern.isPrefix || ends.contains(pattern.letters.count) {
      tier = max(tier ?? .titlePrefix, .titlePrefix)
    }
  }
}

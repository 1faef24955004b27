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
    let isPrefix: Bool

    init(_ query: RankedQuery) {
      letters = query.words.flatMap(\.token)
      isPrefix = query.words.last?.isPrefix ?? false
    }
  }

  mutating func compare(_ title: [UInt8], with pattern: Pattern) {
    var letters: [UInt8] = []
    var ends: [Int] = []
    for range in RankedQuery.longestTokens(in: title) {
      foldUTF8(Array(title[range]).span, .all, into: &letters)
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

// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import TextAnalysis

/// The terms for which a word of a query stands, with their weights.
///
/// A term matches or not whatever else an index contains, so the result does not depend on how
/// documents are divided into segments.
struct WordForm {
  let word: RankedQuery.Word
  /// What the other forms of the word have in common, in each language in which it is regular.
  private let stems: [(algorithm: SnowballAlgorithm, stem: [UInt8])]
  /// What all terms with one of the stems begin with. The last letter of a stem may differ: `happy` has
  /// the stem `happi`.
  private let stemBeginning: [UInt8]
  private let stemWeight: UInt32
  private let completionWeight: Double
  private let typos: EditDistance?
  private let letterCount: Int

  /// Minimum number of letters of words with other forms. Shorter stems stand for unrelated words.
  private static let minimumStemmedLength = 4

  /// Minimum number of bytes of a prefix that is completed in texts; a shorter one has too many
  /// completions. Three bytes are one Chinese character.
  private static let minimumTextPrefix = 3

  /// Minimum numbers of letters for one typo, as in Algolia, and for two, as in Meilisearch.
  private static let minimumLettersForTypo = 4
  private static let minimumLettersForTwoTypos = 9

  init(_ word: RankedQuery.Word, _ stemmer: Stemmer?, stemWeight: UInt32, completionWeight: Float = 1, isCorrected: Bool = false) {
    self.word = word
    self.completionWeight = Double(completionWeight)
    letterCount = word.token.count { $0 & 0xC0 != 0x80 }
    let hasForms = letterCount >= Self.minimumStemmedLength && !word.isQuoted && stemWeight > 0
    stems = hasForms ? Self.stems(of: word.token, stemmer) : []
    // All begin the word, so the shortest begins the others.
    stemBeginning = stems.map { Self.beginning(of: $0.stem) }.min { $0.count < $1.count } ?? []
    self.stemWeight = stemWeight
    typos =
      isCorrected
      ? Self.maximumTypos(in: word).map { EditDistance(to: word.token, maximum: $0, isPrefix: word.isPrefix) } : nil
  }

  /// Maximum number of typos in a word; `nil` if it is not corrected.
  static func maximumTypos(in word: RankedQuery.Word) -> Int? {
    let letterCount = word.token.count { $0 & 0xC0 != 0x80 }
    let isName = word.token.contains { $0 &- 0x30 < 10 || $0 >= 0xE0 }
    guard letterCount >= minimumLettersForTypo, !word.isQuoted, !isName else { return nil }
    return letterCount >= minimumLettersForTwoTypos ? 2 : 1
  }

  /// The stems of a word in the languages in which other forms of it begin like it.
  private static func stems(of token: [UInt8], _ stemmer: Stemmer?) -> [(algorithm: SnowballAlgorithm, stem: [UInt8])] {
    (stemmer?.algorithms(for: token) ?? []).map { ($0, $0.stem(token.span)) }.filter { _, stem in
      // Irregular forms do not: `dying` has the stem `die`.
      token.starts(with: beginning(of: stem))
    }
  }

  /// A stem without its last letter.
  private static func beginning(of stem: [UInt8]) -> [UInt8] {
    let lastLetter = stem.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return Array(stem.prefix(max(minimumBeginning, lastLetter)))
  }

  /// Minimum number of bytes that the last letter of a stem leaves.
  private static let minimumBeginning = 3

  /// Whether a term with this weight is the word itself or a completion, not another form. Of the
  /// terms of the last word, all count as completions.
  func isLiteral(_ weight: UInt32) -> Bool { word.isPrefix || weight == WordPostings.fullWeight }

  /// Whether the word may be misspelled.
  var hasCorrections: Bool { typos != nil }

  /// The weight of a folded term, in 64ths; 0 if the word does not stand for it.
  func weight(of term: Span<UInt8>, in space: TermSpace) -> UInt32 {
    let token = word.token.span
    let shared = sharedCount(token, term)
    if shared == token.count {
      if term.count == token.count { return WordPostings.fullWeight }
      if isCompleted(in: space) {
        let weight = (Double(token.count) / Double(term.count)).squareRoot() * completionWeight * Double(WordPostings.fullWeight)
        return max(1, UInt32(weight), isSameStem(term) ? stemWeight : 0)
      }
    }
    if isSameStem(term) { return stemWeight }
    guard let typos, shared > 0, let distance = typos.distance(of: term) else { return 0 }
    return WordPostings.fullWeight - UInt32(distance) * WordPostings.fullWeight / UInt32(letterCount)
  }

  private func isSameStem(_ term: Span<UInt8>) -> Bool {
    guard !stems.isEmpty, term.count <= word.token.count + maximumSuffix else { return false }
    return sharedCount(term, stemBeginning.span) == stemBeginning.count && stems.contains { $0.algorithm.stem(term) == $0.stem }
  }

  /// Maximum number of bytes by which another form is longer. Suffixes of at most eight letters are
  /// usual.
  private var maximumSuffix: Int { word.token.count > letterCount ? 16 : 8 }

  /// Whether terms of a space that begin with the word are its completions.
  func isCompleted(in space: TermSpace) -> Bool {
    word.isPrefix && (space != .text || word.token.count >= Self.minimumTextPrefix)
  }

  private func sharedCount(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Int {
    var count = 0
    while count < one.count, count < other.count, one[count] == other[count] { count += 1 }
    return count
  }

  /// The terms of a segment for which the word stands, with their weights.
  ///
  /// - Complexity: One lookup for a word without other forms, otherwise O(*k*), *k* = terms that
  ///   begin alike; with typos, those with the same first letter.
  func terms(
    in space: TermSpace, of segment: SegmentReader
  ) throws(SegmentError) -> [(postings: TermPostings, weight: UInt32)] {
    var found: [(postings: TermPostings, weight: UInt32)] = []
    if typos == nil, stems.isEmpty, !isCompleted(in: space) {
      if let postings = try segment.postings(of: word.token, in: space) { found.append((postings, WordPostings.fullWeight)) }
      return found
    }
    let beginning = typos != nil ? Array(word.token.prefix(1)) : stems.isEmpty ? word.token : stemBeginning
    var weight: UInt32 = 0
    func isWanted(_ term: Span<UInt8>) -> Bool {
      weight = self.weight(of: term, in: space)
      return weight > 0
    }
    try segment.forEachTerm(in: space, beginningWith: beginning, where: isWanted) { _, postings in found.append((postings, weight)) }
    return found
  }
}

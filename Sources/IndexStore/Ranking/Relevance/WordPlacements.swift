// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// How well the words of a query are placed in names and other short texts.
struct WordPlacements {
  /// For each word, its best placement so far; 0 if it was not found.
  private(set) var values: [Double]

  init(wordCount: Int) { values = [Double](repeating: 0, count: wordCount) }

  /// Whether all words are whole words of names.
  func areWhole(_ parameters: RelevanceParameters) -> Bool { values.allSatisfy { $0 >= parameters.wholeNamePlacement } }

  mutating func raise(_ word: Int, to value: Double) { values[word] = max(values[word], value) }

  mutating func raise(to other: WordPlacements) { for word in values.indices { raise(word, to: other.values[word]) } }

  /// The mean placement of the words.
  ///
  /// - Parameter weights: The weight of each word.
  func mean(_ weights: [Float]) -> Double {
    var (sum, total) = (0.0, 0.0)
    for (value, weight) in zip(values, weights) {
      sum += value * Double(weight)
      total += Double(weight)
    }
    return total > 0 ? sum / total : 0
  }
}

/// Finds words of a query in names.
struct WordFinder {
  /// How a name has a word.
  enum Match: Comparable {
    /// `budget` in `ForegroundBudget`.
    case part
    /// `budget` in `Budgets 2024`, with the length of the longer word.
    case completion(Int)
    case whole

    static func < (one: Match, other: Match) -> Bool { one.order < other.order }

    private var order: Int {
      switch self {
      case .part: .min
      case .completion(let length): -length
      case .whole: 0
      }
    }
  }

  /// Folded.
  let words: [[UInt8]]
  private let areASCII: [Bool]

  init(_ query: RankedQuery) {
    words = query.words.map(\.token)
    areASCII = words.map { $0.allSatisfy { $0 < 0x80 } }
  }

  /// Calls `body` with each word that a text has.
  ///
  /// - Complexity: A few nanoseconds for each byte of a text in ASCII; others are divided into tokens.
  func forEachMatch(in text: Span<UInt8>, _ body: (Int, Match) -> Void) {
    let isASCII = text.indices.allSatisfy { text[$0] < 0x80 }
    guard isASCII else { return forEachMatchOfTokens(in: text, body) }
    for word in words.indices where areASCII[word] {
      if let match = Self.match(of: words[word], inASCII: text) { body(word, match) }
    }
  }

  /// The placement of a match in a name.
  func placement(_ match: Match, of word: Int, _ parameters: RelevanceParameters) -> Double {
    switch match {
    case .whole: parameters.wholeNamePlacement
    case .completion(let length):
      // Never less than a part of a word.
      parameters.partOfNamePlacement
        + (parameters.completedNamePlacement - parameters.partOfNamePlacement) * Double(words[word].count) / Double(max(length, 1))
    case .part: parameters.partOfNamePlacement
    }
  }

  private static func match(of word: [UInt8], inASCII text: Span<UInt8>) -> Match? {
    guard let first = word.first, word.count <= text.count else { return nil }
    var best: Match?
    for start in 0...text.count - word.count where lowercased(text[start]) == first {
      guard word.indices.allSatisfy({ lowercased(text[start + $0]) == word[$0] }) else { continue }
      var end = start + word.count
      guard start == 0 || !isWordByte(text[start - 1]) || !isWordByte(first) else {
        // A part begins with a capital letter after another one, or between letters and digits.
        if startsPart(text, at: start) { best = max(best ?? .part, .part) }
        continue
      }
      while end < text.count, isWordByte(text[end]) { end += 1 }
      if end == start + word.count { return .whole }
      best = max(best ?? .part, .completion(end - start))
    }
    return best
  }

  private static func startsPart(_ text: Span<UInt8>, at start: Int) -> Bool {
    let (before, byte) = (text[start - 1], text[start])
    if isUppercase(byte) { return !isUppercase(before) }
    return isDigit(byte) != isDigit(before)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  private static func isUppercase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isWordByte(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || isDigit(byte) }

  private func forEachMatchOfTokens(in text: Span<UInt8>, _ body: (Int, Match) -> Void) {
    var token: [UInt8] = []
    var longest = 0..<0
    Tokenizer.forEachToken(in: text) { surface, found in
      token.removeAll(keepingCapacity: true)
      foldToken(surface, .all, into: &token)
      let isPart = found.range != longest && longest.overlaps(found.range) && found.range.count <= longest.count
      if !isPart { longest = found.range }
      for (index, word) in words.enumerated() where token.starts(with: word) {
        body(index, isPart ? .part : token.count == word.count ? .whole : .completion(token.count))
      }
    }
  }
}

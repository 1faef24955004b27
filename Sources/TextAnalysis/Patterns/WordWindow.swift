// SPDX-License-Identifier: Apache-2.0

/// Finds a place in a text where all words of a pattern stand near each other, from the ends of their matches.
///
/// A match of a word ends at the position after its last token, and begins as many positions before as the word has in
/// the pattern. From the first beginning to the last end are the words of the pattern and at most `slop` others.
struct WordWindow: Sendable {
  private let widths: [Int]
  private let longest: Int
  /// The last end of each word, up to a position; `nil` if it has not occurred yet.
  private var ends: [Int?]
  /// Later ends, which are not in order: a whole word of several parts ends behind its parts, but comes before them.
  private var waiting: [(word: Int, end: Int)] = []

  init(of terms: [TextPattern.Term], slop: Int) {
    widths = terms.map(\.width)
    longest = widths.reduce(slop, +)
    ends = [Int?](repeating: nil, count: terms.count)
  }

  mutating func add(_ word: Int, endingAt end: Int) { waiting.append((word, end)) }

  /// Takes the ends up to a position, which all later ends exceed.
  ///
  /// - Returns: Whether all words stand near each other.
  mutating func close(before position: Int) -> Bool {
    guard !waiting.isEmpty else { return false }
    waiting.sort { $0.end < $1.end }
    let count = waiting.prefix { $0.end <= position }.count
    for (word, end) in waiting.prefix(count) {
      ends[word] = end
      if isShort(endingAt: end) { return true }
    }
    waiting.removeFirst(count)
    return false
  }

  /// Whether the sequence from the first of the last matches to a position is short enough.
  private func isShort(endingAt last: Int) -> Bool {
    for (end, width) in zip(ends, widths) {
      guard let end, last - (end - width) <= longest else { return false }
    }
    return true
  }
}

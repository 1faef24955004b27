// SPDX-License-Identifier: Apache-2.0

/// How near to each other the words of a query are in a text.
///
/// For each pair of neighbouring words of the query, the smallest distance of their positions
/// counts: of several measures, the minimum distance correlates best with relevance (Tao and Zhai,
/// SIGIR 2007).
struct WordProximity {
  /// The positions of each word, ascending.
  private var positions: [[UInt32]]

  /// Whether the text has each word itself, and not only words that begin with it.
  private var areWhole: [Bool]

  init(wordCount: Int) {
    positions = [[UInt32]](repeating: [], count: wordCount)
    areWhole = [Bool](repeating: false, count: wordCount)
  }

  mutating func set(_ positions: [UInt32], of word: Int) { self.positions[word] = positions }

  mutating func setWhole(_ word: Int) { areWhole[word] = true }

  /// Whether the text has a word, not only words that begin with it.
  func hasWhole(_ word: Int) -> Bool { areWhole[word] }

  /// Whether the text has a word, or one that begins with it.
  func has(_ word: Int) -> Bool { !positions[word].isEmpty }

  /// From 0 for words that are far apart, or a single word, to 1 for a phrase.
  ///
  /// - Parameter weights: The weight of each word. A pair has the lesser weight of its words, so
  ///   that `of the` hardly counts.
  func value(_ weights: [Float]) -> Double {
    var (sum, total) = (0.0, 0.0)
    for second in positions.indices.dropFirst() {
      let weight = Double(min(weights[second - 1], weights[second]))
      sum += weight * Self.nearness(positions[second - 1], positions[second])
      total += weight
    }
    return total > 0 ? sum / total : 0
  }

  /// The inverse of the least distance; the reverse order counts as one position more.
  private static func nearness(_ first: [UInt32], _ second: [UInt32]) -> Double {
    var least = UInt32.max
    var next = 0
    for position in first {
      while next < second.count, second[next] <= position { next += 1 }
      if next < second.count { least = min(least, second[next] - position) }
      if next > 0 { least = min(least, position - second[next - 1] + 1) }
    }
    return 1 / Double(least)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Suggests corrections of misspelled words.
package enum Spelling {
  /// The candidate with the smallest edit distance from `word`, ignoring case; `nil` if all differ
  /// by more than a third of the word's length.
  ///
  /// - Complexity: O(length² × candidates). Words longer than 64 bytes have no correction.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let word = folded(word)
    guard (1...64).contains(word.count) else { return nil }
    var best: (candidate: String, distance: Int)?
    let limit = max(1, min(word.count / 3, 4))
    for candidate in candidates {
      let other = folded(candidate)
      guard abs(other.count - word.count) <= limit else { continue }
      let distance = distance(word, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The first candidate that `word` becomes by swapping neighbouring letters and adding letters, at
  /// most two in all: `cnt` for `count`, `onlny` for `onlyin`. The first letters must agree.
  ///
  /// Unlike ``nearest(to:among:)``, this finds two slips in a short word, but replaces no letter,
  /// because most short words are two replacements away from some candidate. A word of three letters
  /// must have no vowel, so that `cut` is not a slip of `count`.
  package static func nearest(toHasty word: String, among candidates: some Sequence<String>) -> String? {
    let word = folded(word)
    guard (3...64).contains(word.count), word.count > 3 || !word.contains(where: Array("aeiouy".utf8).contains) else { return nil }
    return candidates.first { candidate in
      let letters = folded(candidate)
      let missing = letters.count - word.count
      guard (0...2).contains(missing), letters.first == word.first else { return false }
      return isSubsequence(word, of: letters, swapping: 2 - missing)
    }
  }

  /// Whether `word`, after at most `swaps` swaps of neighbours, is left when letters are removed
  /// from `letters`.
  private static func isSubsequence(_ word: [UInt8], of letters: [UInt8], swapping swaps: Int) -> Bool {
    var rest = word[...]
    for letter in letters where letter == rest.first { rest = rest.dropFirst() }
    if rest.isEmpty { return true }
    guard swaps > 0 else { return false }
    return word.indices.dropFirst().contains { index in
      var swapped = word
      swapped.swapAt(index - 1, index)
      return isSubsequence(swapped, of: letters, swapping: swaps - 1)
    }
  }

  private static func folded(_ word: String) -> [UInt8] { Array(word.lowercased().utf8) }

  /// The edit distance with insertions, deletions, replacements, and swaps of neighbours.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (beforePrevious, previous) = ([Int](), Array(0...right.count))
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The distance between a word and others, in single-character edits: insertions, deletions,
/// substitutions and transpositions of neighbours (optimal string alignment).
package struct EditDistance: Sendable {
  private let word: [UInt32]
  private let maximum: Int
  private let isPrefix: Bool

  /// - Parameters:
  ///   - word: UTF-8.
  ///   - maximum: Greater distances are not computed.
  ///   - isPrefix: Whether to measure the distance to the nearest prefix of the other word.
  package init(to word: [UInt8], maximum: Int, isPrefix: Bool) {
    self.word = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
    self.maximum = maximum
    self.isPrefix = isPrefix
  }

  /// The distance of `other`, or `nil` if it is greater than the maximum.
  ///
  /// - Complexity: O(*n* · *m*); stops early for words that differ much.
  package func distance(of other: Span<UInt8>) -> Int? {
    // A byte is at least a quarter of a scalar, and at most one.
    guard other.count + maximum >= word.count, isPrefix || other.count <= 4 * (word.count + maximum) else { return nil }
    var bytes: [UInt8] = []
    unsafe other.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
    guard isPrefix || scalars.count <= word.count + maximum else { return nil }
    var before = [Int](repeating: 0, count: word.count + 1)
    var previous = Array(0...word.count)
    var least = isPrefix && word.count <= maximum ? word.count : Int.max
    for (row, scalar) in scalars.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(word.count + 1)
      for column in word.indices {
        var distance = previous[column] + (word[column] == scalar ? 0 : 1)
        distance = min(distance, previous[column + 1] + 1, current[column] + 1)
        let isTransposed = row > 0 && column > 0 && word[column] == scalars[row - 1] && word[column - 1] == scalar
        if isTransposed { distance = min(distance, before[column - 1] + 1) }
        current.append(distance)
      }
      if isPrefix { least = min(least, current[word.count]) }
      // Rows never become smaller than the row before, except by a transposition, which leads back
      // to the row before that.
      if min(current.min() ?? 0, previous.min() ?? 0) > maximum { break }
      (before, previous) = (previous, current)
    }
    let distance = isPrefix ? least : previous[word.count]
    return distance <= maximum ? distance : nil
  }
}

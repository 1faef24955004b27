// SPDX-License-Identifier: Apache-2.0

/// A set of texts of a segment that is read by windows (``TextLengths/windowSize``).
package struct WindowSet: Sendable {
  /// The texts as a bitmap; empty if they are few.
  let words: [UInt64]
  /// The texts if they are few.
  private let ordinals: [UInt32]

  init(words: [UInt64]) { (self.words, ordinals) = (words, []) }

  /// - Parameter ascending: Ordinals, strictly ascending.
  package init(ascending: [UInt32]) { (words, ordinals) = ([], ascending) }

  /// - Complexity: O(*n* / 64) for a bitmap, *n* = texts of the segment.
  package var count: Int { words.reduce(ordinals.count) { $0 + $1.nonzeroBitCount } }

  /// Maximum number of windows that have members.
  var maximumWindowCount: Int { words.isEmpty ? ordinals.count : (words.count + WindowBits.wordCount - 1) / WindowBits.wordCount }

  /// Reads windows in ascending order.
  struct Cursor {
    private let set: WindowSet
    private var index = 0

    init(_ set: WindowSet) { self.set = set }

    /// The next window that has members, after those that were read.
    mutating func next() -> Int? {
      guard set.words.isEmpty else {
        while index < set.words.count, set.words[index] == 0 { index += 1 }
        return index < set.words.count ? index / WindowBits.wordCount : nil
      }
      return index < set.ordinals.count ? Int(set.ordinals[index]) / TextLengths.windowSize : nil
    }

    /// The members in a window.
    mutating func bits(of window: Int) -> WindowBits {
      guard set.words.isEmpty else {
        index = (window + 1) * WindowBits.wordCount
        return WindowBits(set.words, of: window)
      }
      let first = window * TextLengths.windowSize
      var bits = WindowBits.none
      while index < set.ordinals.count, set.ordinals[index] < first { index += 1 }
      while index < set.ordinals.count, set.ordinals[index] < first + TextLengths.windowSize {
        bits.insert(Int(set.ordinals[index]) - first)
        index += 1
      }
      return bits
    }
  }
}

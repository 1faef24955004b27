/// A set of texts of a segment that is read by windows (``WordPostings/windowSize``).
package struct WindowSet: Sendable {
  /// The texts as a bitmap; empty if they are few.
  let words: [UInt64]
  /// The texts if they are few.
  private let ordinals: [UInt32]
  package let count: Int

  init(words: [UInt64]) {
    self.words = words
    ordinals = []
    var count = 0
    for word in words { count &+= word.nonzeroBitCount }
    self.count = count
  }

  /// - Parameter ascending: Ordinals, strictly ascending.
  package init(ascending: [UInt32]) { (words, ordinals, count) = ([], ascending, ascending.count) }

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
      return index < set.ordinals.count ? Int(set.ordinals[index]) / WordPostings.windowSize : nil
    }

    /// The members in a window.
    mutating func bits(of window: Int) -> WindowBits {
      guard set.words.isEmpty else {
        index = (window + 1) * WindowBits.wordCount
        return WindowBits(set.words, of: window)
      }
      let first = window * WordPostings.windowSize
      var bits = WindowBits.none
      while index < set.ordinals.count, set.ordinals[index] < first { index += 1 }
      while index < set.ordinals.count, set.ordinals[index] < first + WordPostings.windowSize {
        bits.insert(Int(set.ordinals[index]) - first)
        index += 1
      }
      return bits
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How often a word counts in a field of some documents.
package struct FieldColumn: Sendable {
  /// The index of the word in the query.
  let word: Int
  let frequency: Float
  /// The texts of the documents in a segment.
  let texts: WindowSet

  package init(word: Int, frequency: Float, texts: WindowSet) { (self.word, self.frequency, self.texts) = (word, frequency, texts) }
}

/// Texts of a segment by windows (``TextLengths/windowSize``) and, in each window, by the frequencies of the words of a
/// query in the fields of their documents.
///
/// Many documents have equal fields, so one bound holds for all of them.
package struct WindowClasses: Sendable {
  /// The texts of a window, at least one.
  package struct Window: Sendable {
    package let number: Int
    /// Indices of their classes.
    package let classes: Range<Int>
  }

  package private(set) var windows: [Window] = []
  /// The texts of each class.
  private(set) var texts: [WindowBits] = []
  /// For each class, the frequency of each word in the fields of its documents.
  private var frequencies: [Float] = []
  private let wordCount: Int

  /// Number of classes in a window for which memory is reserved: copies of growing arrays take longer.
  private static let usualClasses = 6

  /// - Parameters:
  ///   - all: The texts.
  ///   - columns: The frequencies of a document are added up in this order.
  /// - Complexity: O(*k* · *c*), *k* = windows, *c* = columns, plus the changes of classes.
  package init(_ all: WindowSet, _ columns: [FieldColumn], wordCount: Int) {
    self.wordCount = wordCount
    windows.reserveCapacity(all.maximumWindowCount)
    texts.reserveCapacity(all.maximumWindowCount * Self.usualClasses)
    frequencies.reserveCapacity(all.maximumWindowCount * Self.usualClasses * wordCount)
    var all = WindowSet.Cursor(all)
    var cursors = columns.map { (cursor: WindowSet.Cursor($0.texts), word: $0.word, frequency: $0.frequency) }
    while let number = all.next() {
      let found = all.bits(of: number)
      let first = texts.count
      texts.append(found)
      for _ in 0..<wordCount { frequencies.append(0) }
      for column in cursors.indices {
        let members = cursors[column].cursor.bits(of: number)
        add(cursors[column].frequency, cursors[column].word, members.intersection(found), from: first)
      }
      windows.append(Window(number: number, classes: first..<texts.count))
    }
  }

  /// Adds a frequency of a word to some texts of the classes from `first` on.
  private mutating func add(_ frequency: Float, _ word: Int, _ members: WindowBits, from first: Int) {
    var (rest, index) = (members, first)
    while !rest.isEmpty {
      let inside = texts[index].intersection(rest)
      if !inside.isEmpty {
        rest.subtract(inside)
        var target = index
        if inside != texts[index] {
          texts[index].subtract(inside)
          target = texts.count
          texts.append(inside)
          for word in 0..<wordCount { frequencies.append(frequencies[index * wordCount + word]) }
        }
        frequencies[target * wordCount + word] += frequency
      }
      index += 1
    }
  }

  /// Number of classes.
  package var count: Int { texts.count }

  /// The frequency of a word in the fields of the documents of a class.
  package func frequency(of word: Int, in number: Int) -> Float { frequencies[number * wordCount + word] }
}

// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

/// Classes of texts, compared with the sums of the columns for each text.
@Suite struct WindowClassesTests {
  private static func some(_ universe: Int, _ share: Double, _ random: inout SeededGenerator) -> Set<UInt32> {
    Set((0..<UInt32(universe)).filter { _ in Double.random(in: 0..<1, using: &random) < share })
  }

  /// - Parameter isBitmap: The form in which many texts are stored.
  private static func set(_ members: Set<UInt32>, _ universe: Int, isBitmap: Bool) -> WindowSet {
    guard isBitmap else { return WindowSet(ascending: members.sorted()) }
    var words = [UInt64](repeating: 0, count: (universe + 63) / 64)
    for member in members { words[Int(member / 64)] |= 1 << UInt64(member % 64) }
    return WindowSet(words: words)
  }

  @Test(arguments: [1, 64, 128, 129, 3000])
  func `each text is in one class, with the frequencies of its document`(universe: Int) throws {
    var random = SeededGenerator()
    for share in [0, 0.01, 0.4, 1] {
      let wordCount = Int.random(in: 1...3, using: &random)
      let all = Self.some(universe, share, &random)
      var expected = [[Float]](repeating: [Float](repeating: 0, count: wordCount), count: universe)
      let columns = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        let texts = Self.some(universe, [0.02, 0.5, 0.9].randomElement(using: &random) ?? 1, &random)
        let (word, frequency) = (Int.random(in: 0..<wordCount, using: &random), Float.random(in: 0...9, using: &random))
        for text in texts { expected[Int(text)][word] += frequency }
        return FieldColumn(word: word, frequency: frequency, texts: Self.set(texts, universe, isBitmap: .random(using: &random)))
      }
      let classes = WindowClasses(Self.set(all, universe, isBitmap: .random(using: &random)), columns, wordCount: wordCount)
      #expect(classes.windows.map(\.classes).joined().elementsEqual(0..<classes.count), "seed \(random.seed)")
      var found: [UInt32] = []
      for window in classes.windows {
        for number in window.classes {
          #expect(!classes.texts[number].isEmpty)
          classes.texts[number].forEach { offset in
            let text = window.number * TextLengths.windowSize + offset
            found.append(UInt32(text))
            #expect((0..<wordCount).map { classes.frequency(of: $0, in: number) } == expected[text], "seed \(random.seed)")
          }
        }
      }
      #expect(found.sorted() == all.sorted(), "seed \(random.seed)")
    }
  }
}

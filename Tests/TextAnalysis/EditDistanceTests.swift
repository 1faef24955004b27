// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import TextAnalysis

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("receive", "recieve", 1), ("kernel", "kernal", 1), ("kernel", "kernels", 1), ("kernel", "ernel", 1), ("kernel", "kernel", 0),
    ("straße", "strasse", 2), ("quick", "quikc", 1), ("abcdef", "badcfe", 3), ("kitten", "sitting", 3), ("größe", "grösse", 2),
  ])
  func `distances of words`(word: String, other: String, distance: Int) {
    for maximum in 0...4 {
      let measured = EditDistance(to: Array(word.utf8), maximum: maximum, isPrefix: false).distance(of: Array(other.utf8).span)
      #expect(measured == (distance <= maximum ? distance : nil))
    }
  }

  @Test(arguments: [("recie", "receipt", 1), ("kern", "kernel", 0), ("kren", "kernel", 1), ("kernal", "kern", 2), ("xyz", "kernel", nil)])
  func `distances to a prefix`(word: String, other: String, distance: Int?) {
    #expect(EditDistance(to: Array(word.utf8), maximum: 2, isPrefix: true).distance(of: Array(other.utf8).span) == distance)
  }

  @Test func `random words have the same distance as in the full matrix`() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let one = (0..<Int.random(in: 1...6, using: &random)).map { _ in "abc".utf8.randomElement(using: &random) ?? 0 }
      let other = (0..<Int.random(in: 0...6, using: &random)).map { _ in "abc".utf8.randomElement(using: &random) ?? 0 }
      let maximum = Int.random(in: 0...3, using: &random)
      let expected = Self.matrix(one, other)
      let prefix = (0...other.count).map { Self.matrix(one, Array(other[..<$0])) }.min() ?? 0
      let whole = EditDistance(to: one, maximum: maximum, isPrefix: false)
      let nearest = EditDistance(to: one, maximum: maximum, isPrefix: true)
      #expect(whole.distance(of: other.span) == (expected <= maximum ? expected : nil), "seed \(random.seed)")
      #expect(nearest.distance(of: other.span) == (prefix <= maximum ? prefix : nil), "seed \(random.seed)")
    }
  }

  private static func matrix(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var cells = [[Int]](repeating: [Int](repeating: 0, count: other.count + 1), count: one.count + 1)
    for row in 0...one.count {
      for column in 0...other.count {
        if row == 0 || column == 0 {
          cells[row][column] = row + column
          continue
        }
        let replaced = cells[row - 1][column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1)
        cells[row][column] = min(replaced, cells[row - 1][column] + 1, cells[row][column - 1] + 1)
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          cells[row][column] = min(cells[row][column], cells[row - 2][column - 2] + 1)
        }
      }
    }
    return cells[one.count][other.count]
  }
}

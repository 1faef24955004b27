// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

@Suite struct OrdinalSetTests {
  @Test(arguments: [0, 1, 63, 64, 65, 1000])
  func `set operations agree with the standard library's`(universe: Int) {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let sets = (0..<2).map { _ in
        let density = random.pick([0, 0.01, 0.5, 1])
        return Set((0..<UInt32(universe)).filter { _ in Double.random(in: 0..<1, using: &random) < density })
      }
      let (one, other) = (
        OrdinalSet(universe: universe, ascending: sets[0].sorted()), OrdinalSet(universe: universe, ascending: sets[1].sorted())
      )
      #expect(one.ordinals == sets[0].sorted())
      #expect(OrdinalSet(universe: universe, words: one.words) == one)
      let parts = stride(from: 0, to: one.count, by: 10).map { Array(one.ordinals[$0..<min($0 + 10, one.count)]) }
      #expect(OrdinalSet(universe: universe, joining: parts) == one)
      // Bits beyond the last document are ignored.
      var words = one.words
      if universe % 64 != 0 { words[words.count - 1] |= UInt64.max << UInt64(universe % 64) }
      #expect(OrdinalSet(universe: universe, words: words) == one)
      #expect(one.count == sets[0].count)
      #expect(one.intersection(other).ordinals == sets[0].intersection(sets[1]).sorted())
      #expect(one.union(other).ordinals == sets[0].union(sets[1]).sorted())
      #expect(one.subtracting(other).ordinals == sets[0].subtracting(sets[1]).sorted())
      #expect(one.complement.ordinals == Set(0..<UInt32(universe)).subtracting(sets[0]).sorted())
      #expect((one == other) == (sets[0] == sets[1]))
      for ordinal in 0..<UInt32(universe) { #expect(one.contains(ordinal) == sets[0].contains(ordinal)) }
      #expect(!one.contains(UInt32(universe)))
    }
  }
}

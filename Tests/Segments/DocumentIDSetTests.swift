// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

@Suite struct DocumentIDSetTests {
  @Test func `dense and sparse sets agree with the standard library's`() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let base = random.pick([0, 1, 63, 64, 1000, UInt64.max - 70, UInt64.max - 40_000])
      let sets = (0..<2).map { _ in
        let span = min(random.pick([1, 5, 64, 200, 5000, .max]), UInt64.max - base)
        return Set((0..<random.pick([0, 1, 2, 100, 300])).map { _ in base + .random(in: 0...span, using: &random) })
      }
      let (one, other) = (DocumentIDSet(ascending: sets[0].sorted()), DocumentIDSet(ascending: sets[1].sorted()))
      #expect(one.ascending == sets[0].sorted(), "seed \(random.seed)")
      #expect(one.count == sets[0].count)
      #expect(one.isEmpty == sets[0].isEmpty)
      let union = one.union(other)
      #expect(union.ascending == sets[0].union(sets[1]).sorted(), "seed \(random.seed)")
      #expect(union.count == sets[0].union(sets[1]).count)
      #expect((one == other) == (sets[0] == sets[1]))
      for id in sets[0].union(sets[1]).union([0, 1, base, base &- 1, base &+ 1, .max, .random(in: 0 ... .max, using: &random)]) {
        #expect(one.contains(id) == sets[0].contains(id), "seed \(random.seed)")
        #expect(union.contains(id) == (sets[0].contains(id) || sets[1].contains(id)), "seed \(random.seed)")
      }
    }
  }

  @Test func `members are visited in order until the caller stops`() {
    for set in [DocumentIDSet(ascending: [1, 1000, 100_000]), DocumentIDSet(ascending: Array(60...200))] {
      var seen: [UInt64] = []
      set.forEach { id in
        seen.append(id)
        return seen.count < 2
      }
      #expect(seen == Array(set.ascending.prefix(2)))
    }
  }
}

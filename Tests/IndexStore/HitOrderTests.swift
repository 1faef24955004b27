// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import IndexStore

@Suite struct HitOrderTests {
  @Test(arguments: [0, 1, 2, 63, 64, 65, 1000], [1, 5, 100, 1 << 31])
  func `hits are in the order of their references`(count: Int, directories: Int) {
    var random = SeededGenerator(seed: UInt64(count + directories))
    var hits = (0..<count).map { index in
      var hit = HitBatch.Hit(in: UInt64.random(in: 0..<UInt64(directories), using: &random), rank: index)
      hit.document = UInt64.random(in: 0..<1 << 44, using: &random)
      return hit
    }
    let expected = hits.sorted { $0.reference < $1.reference }.map(\.rank)
    HitOrder.sort(&hits)
    #expect(hits.map(\.rank) == expected)
  }
}

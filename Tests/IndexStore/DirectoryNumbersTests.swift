// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import IndexStore

@Suite struct DirectoryNumbersTests {
  @Test(arguments: [2, 100, 5000, 1_000_000], [0, 3, 200, 4000])
  func `each number is the last one that was set, and zero elsewhere`(directories: Int, count: Int) {
    var random = SeededGenerator(seed: UInt64(directories + count))
    var numbers = DirectoryNumbers(directoryCount: directories)
    var expected: [UInt32: UInt32] = [:]
    for _ in 0..<count {
      let directory = UInt32.random(in: 0..<UInt32(directories), using: &random)
      let number = UInt32.random(in: 0...3, using: &random) * 0x5555_5555
      numbers[directory] = number
      expected[directory] = number
      let third = UInt32.random(in: 0..<UInt32(directories), using: &random)
      let known = expected[third, default: 0]
      #expect(numbers.insert(7, for: third) == (known == 0 ? nil : known))
      if known == 0 { expected[third] = 7 }
      let other = UInt32.random(in: 0..<UInt32(directories), using: &random)
      #expect(numbers[other] == expected[other, default: 0])
    }
    for (directory, number) in expected { #expect(numbers[directory] == number) }
  }
}

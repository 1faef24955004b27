// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Threading

@Suite struct ParallelOrderTests {
  private struct Failure: Error, Equatable { let index: Int }

  /// Number of values that were computed and not taken yet.
  private final class Counts: Sendable {
    let made = Atomic<Int>(0)
    let most = Atomic<Int>(0)
  }

  @Test(arguments: [0, 1, 2, 5, 20], [1, 2, 4])
  func `values come in order, and few are in memory at the same time`(count: Int, threads: Int) throws {
    let counts = Counts()
    var values: [Int] = []
    try Parallel.forEachInOrder(count, threads: threads) { index throws(Failure) in
      counts.most.max(counts.made.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      return index * index
    } body: { value throws(Failure) in
      values.append(value)
      _ = counts.made.subtract(1, ordering: .relaxed)
    }
    #expect(values == (0..<count).map { $0 * $0 })
    #expect(counts.most.load(ordering: .relaxed) <= threads + 2)
  }

  @Test(arguments: [0, 7, 19], [1, 3])
  func `an error comes at its index, and ends the work after it`(index failing: Int, threads: Int) {
    let counts = Counts()
    var values: [Int] = []
    #expect(throws: Failure(index: failing)) {
      try Parallel.forEachInOrder(20, threads: threads) { index throws(Failure) in
        counts.made.add(1, ordering: .relaxed)
        defer { counts.most.add(1, ordering: .relaxed) }
        if index == failing { throw Failure(index: index) }
        return index
      } body: { value throws(Failure) in
        values.append(value)
      }
    }
    #expect(values == Array(0..<failing))
    #expect(counts.made.load(ordering: .relaxed) == counts.most.load(ordering: .relaxed))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Threading

@Suite struct ParallelMapTests {
  private struct Failure: Error, Equatable { let index: Int }

  /// The indices that were processed, and the number of threads that worked at the same time.
  private final class Log: Sendable {
    let taken = Mutex<[Int]>([])
    let atOnce = Atomic<Int>(0)
    let most = Atomic<Int>(0)

    func work(_ index: Int, for duration: Duration) {
      most.max(atOnce.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      taken.withLock { $0.append(index) }
      let start = ContinuousClock.now
      while ContinuousClock.now - start < duration {}
      _ = atOnce.subtract(1, ordering: .relaxed)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 50], [1, 2, 4])
  func `each element is computed once, and results are in order`(count: Int, threads: Int) throws {
    for duration in [Duration.zero, .milliseconds(1)] {
      let log = Log()
      let results = try Parallel.map(count, threads: threads) { index throws(Failure) in
        log.work(index, for: duration)
        return index * index
      }
      #expect(results == (0..<count).map { $0 * $0 })
      #expect(log.taken.withLock { $0.sorted() } == Array(0..<count))
      #expect(log.most.load(ordering: .relaxed) <= threads)
    }
  }

  @Test func `short work is done by one thread`() throws {
    let log = Log()
    // Ten very short pieces. A second thread would start only if the process were stopped for long
    // in between.
    let most = try (0..<20).map { _ in
      _ = try Parallel.map(10, threads: 4) { index throws(Failure) in log.work(index, for: .zero) }
      return log.most.exchange(0, ordering: .relaxed)
    }.min()
    #expect(most == 1)
  }

  @Test(arguments: [0, 7, 19], [1, 3])
  func `an error ends the work`(index failing: Int, threads: Int) {
    #expect(throws: Failure(index: failing)) {
      try Parallel.map(20, threads: threads) { index throws(Failure) in
        if index == failing { throw Failure(index: index) }
        return index
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Threading

/// Computes the trigrams of all names in a merge, optionally on a thread of its own.
struct TrigramWork: ~Copyable {
  private let work: @Sendable () -> Result<WrittenDictionary, SegmentError>
  private let outcome = Outcome()
  /// The thread that does the work. `nil` if ``finish()`` is to do it.
  private var thread: Thread?

  private final class Outcome: Sendable {
    let value = Mutex<Result<WrittenDictionary, SegmentError>?>(nil)
  }

  /// Memory in bytes for sorting.
  private static let budget = 8 << 20

  /// - Parameter onOwnThread: Whether to start a thread immediately. If that fails, ``finish()``
  ///   does the work.
  init(of inputs: [(segment: SegmentReader, dropped: OrdinalSet)], in folder: String, onOwnThread: Bool) {
    let work = { @Sendable in
      Result { () throws(SegmentError) in
        try SegmentAssembly.trigrams(in: folder) { sink throws(SegmentError) in
          let sorter = PostingSorter(hasPositions: false, budget: Self.budget, folder: folder)
          var trigrams = TrigramCollector(sorter)
          var number = 0
          for input in inputs {
            try input.segment.forEachName(of: input.dropped.complement) { _, name throws(SegmentError) in
              try trigrams.add(name, number)
              number += 1
            }
          }
          try sorter.merge(into: &sink)
        }
      }
    }
    self.work = work
    guard onOwnThread else { return }
    let outcome = outcome
    thread = try? Thread {
      let result = work()
      outcome.value.withLock { $0 = result }
    }
  }

  deinit { thread?.join() }

  mutating func finish() throws(SegmentError) -> WrittenDictionary {
    guard let thread else { return try work().get() }
    thread.join()
    self.thread = nil
    guard let result = outcome.value.withLock({ $0 }) else { preconditionFailure("the thread ended without a result") }
    return try result.get()
  }
}

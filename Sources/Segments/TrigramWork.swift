internal import Synchronization
internal import Threading

/// Makes the trigrams of the names that a merge unites, perhaps beside the rest of it.
struct TrigramWork: ~Copyable {
  private let work: @Sendable () -> Result<WrittenDictionary, SegmentError>
  private let outcome = Outcome()
  /// Works on it; `nil` when nobody does.
  private var thread: Thread?

  private final class Outcome: Sendable {
    let value = Mutex<Result<WrittenDictionary, SegmentError>?>(nil)
  }

  /// What sorting may use.
  private static let budget = 8 << 20

  /// - Parameter onOwnThread: Begins at once, if there is a thread to be had.
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

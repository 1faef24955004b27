internal import Synchronization

/// Work that another thread does meanwhile. Let go of, it is waited for.
final class ConcurrentWork<Value: Sendable> {
  private let outcome: Outcome
  private let thread: WorkerThread
  private var isFinished = false

  private final class Outcome: Sendable {
    let result = Mutex<Result<Value, StoreError>?>(nil)
  }

  init(_ work: @Sendable @escaping () throws(StoreError) -> Value) {
    let outcome = Outcome()
    self.outcome = outcome
    thread = WorkerThread {
      let result: Result<Value, StoreError>
      do throws(StoreError) {
        result = .success(try work())
      } catch {
        result = .failure(error)
      }
      outcome.result.withLock { $0 = result }
    }
  }

  deinit {
    if !isFinished { thread.join() }
  }

  /// Waits for the work to end. To be called once.
  func finish() throws(StoreError) -> Value {
    precondition(!isFinished, "the work is finished already")
    thread.join()
    isFinished = true
    guard let result = outcome.result.withLock({ $0.take() }) else { preconditionFailure("work that has ended has an outcome") }
    return try result.get()
  }

  /// Calls `body` with what `make` makes of each number below `count`, in their order. Other threads make the next ones meanwhile, so that as
  /// many values as threads are there at once.
  ///
  /// - Parameter threads: How many may work, the caller's included, which alone calls `body`.
  static func forEach(
    _ count: Int, threads: Int, _ make: @Sendable @escaping (Int) throws(StoreError) -> Value, body: (Value) throws(StoreError) -> Void
  ) throws(StoreError) {
    for first in stride(from: 0, to: count, by: threads) {
      let others = (first..<min(first + threads, count)).dropFirst().map { place in
        ConcurrentWork { () throws(StoreError) in try make(place) }
      }
      try body(try make(first))
      for other in others { try body(try other.finish()) }
    }
  }
}

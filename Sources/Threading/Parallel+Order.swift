// SPDX-License-Identifier: Apache-2.0

extension Parallel {
  /// Calls `body` with the values of `make` for each index below `count`, in order.
  ///
  /// Only the calling thread calls `body`. While it waits for a value, it computes later ones. At
  /// most `threads + 2` values exist at once.
  ///
  /// - Parameter threads: Maximum number of threads, including the calling one.
  /// - Throws: The error of the lowest index that failed, or the error of `body`. All threads have
  ///   ended by then.
  package static func forEachInOrder<Value: Sendable, Failure: Error>(
    _ count: Int, threads: Int, _ make: @Sendable @escaping (Int) throws(Failure) -> Value, body: (Value) throws(Failure) -> Void
  ) throws(Failure) {
    // One more than threads, so that no thread waits while the caller computes a later value than
    // the next one.
    let progress = Monitor(OrderedProgress<Value, Failure>(count: count, capacity: threads + 1))
    let helpers = (0..<min(threads, count)).dropFirst().compactMap { _ in
      try? Thread {
        while let index = progress.wait(until: { $0.isExhausted ? .some(nil) : $0.take().map(Optional.some) }) {
          let result = Result { () throws(Failure) in try make(index) }
          progress.update { $0.results[index] = result }
        }
      }
    }
    defer {
      progress.update { $0.next = count }
      for helper in helpers { helper.join() }
    }
    for index in 0..<count {
      var wanted: Result<Value, Failure>?
      while wanted == nil {
        let step = progress.wait { state -> OrderedProgress<Value, Failure>.Step? in
          state.give(index).map { .give($0) } ?? state.take().map { .make($0) }
        }
        switch step {
        case .give(let result): wanted = result
        case .make(let later):
          let result = Result { () throws(Failure) in try make(later) }
          progress.update { $0.results[later] = result }
        }
      }
      if let wanted { try body(try wanted.get()) }
    }
  }
}

/// The values in progress, and those computed but not delivered yet.
private struct OrderedProgress<Value: Sendable, Failure: Error>: Sendable {
  enum Step {
    case give(Result<Value, Failure>)
    case make(Int)
  }

  let count: Int
  /// Maximum number of values begun but not delivered.
  let capacity: Int
  /// The lowest index that no thread has begun.
  var next = 0
  /// The index whose value is delivered next.
  private var wanted = 0
  /// Computed values that have not been delivered.
  var results: [Int: Result<Value, Failure>] = [:]

  init(count: Int, capacity: Int) {
    self.count = count
    self.capacity = capacity
  }

  var isExhausted: Bool { next >= count }

  /// An index to work on, or `nil` if `capacity` values are in progress or all have been begun.
  mutating func take() -> Int? {
    guard next < count, next - wanted < capacity else { return nil }
    next += 1
    return next - 1
  }

  /// The value of `index`, or `nil` if it has not been computed.
  mutating func give(_ index: Int) -> Result<Value, Failure>? {
    guard let result = results.removeValue(forKey: index) else { return nil }
    wanted = index + 1
    return result
  }
}

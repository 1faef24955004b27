extension Parallel {
  /// Calls `body` with the values of `make` for each index below `count`, in order.
  ///
  /// Only the caller's thread calls `body`. While it waits for a value it makes later ones. At most
  /// `threads + 2` values exist at once.
  ///
  /// - Parameter threads: Maximum number of threads, including the caller's.
  /// - Throws: The error of the lowest index that failed, or that of `body`. No thread works any more then.
  package static func forEachInOrder<Value: Sendable, Failure: Error>(
    _ count: Int, threads: Int, _ make: @Sendable @escaping (Int) throws(Failure) -> Value, body: (Value) throws(Failure) -> Void
  ) throws(Failure) {
    // One more than threads, so that nobody waits while the caller makes a later value than the wanted one.
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

/// Which values were begun, and which are made but not wanted yet.
private struct OrderedProgress<Value: Sendable, Failure: Error>: Sendable {
  enum Step {
    case give(Result<Value, Failure>)
    case make(Int)
  }

  let count: Int
  /// Maximum number of values that are begun and not given.
  let capacity: Int
  /// The lowest index that no thread has begun.
  var next = 0
  /// The index whose value is wanted; all lower ones were given.
  private var wanted = 0
  /// Values of indices that are not wanted yet.
  var results: [Int: Result<Value, Failure>] = [:]

  init(count: Int, capacity: Int) {
    self.count = count
    self.capacity = capacity
  }

  var isExhausted: Bool { next >= count }

  /// An index to work on, unless as many values as `capacity` are under way.
  mutating func take() -> Int? {
    guard next < count, next - wanted < capacity else { return nil }
    next += 1
    return next - 1
  }

  /// The value of `index`, if it is made.
  mutating func give(_ index: Int) -> Result<Value, Failure>? {
    guard let result = results.removeValue(forKey: index) else { return nil }
    wanted = index + 1
    return result
  }
}

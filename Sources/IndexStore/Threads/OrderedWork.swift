internal import Segments

/// Numbered pieces of work whose results are wanted in their order. Several threads work ahead of who takes them.
enum OrderedWork<Value: Sendable> {
  private struct State {
    /// The first place that nobody has taken.
    var next = 0
    /// The place whose result is wanted now: what comes before was given.
    var wanted = 0
    /// Results of places that are not wanted yet.
    var results: [Int: Result<Value, StoreError>] = [:]

    /// A place to work on, unless so many results are on their way that there is no room for one more.
    mutating func take(of count: Int, roomFor room: Int) -> Int? {
      guard next < count, next - wanted < room else { return nil }
      next += 1
      return next - 1
    }
  }

  private enum Step {
    case give(Result<Value, StoreError>)
    case make(Int)
  }

  /// Calls `body` with what `make` makes of each number below `count`, in their order.
  ///
  /// The caller's thread, which alone calls `body`, also makes values while the one that is wanted is not there. At most two values
  /// more than threads are there at once.
  ///
  /// - Parameter threads: How many may work, the caller's included.
  /// - Throws: The first error in the order of places, or that of `body`, when no work goes on any more.
  static func forEach(
    _ count: Int, threads: Int, _ make: @Sendable @escaping (Int) throws(StoreError) -> Value, body: (Value) throws(StoreError) -> Void
  ) throws(StoreError) {
    let monitor = Monitor(State())
    // One more, so that nobody waits while the caller makes a later value than the one that is wanted.
    let room = threads + 1
    let helpers = (0..<min(threads, count)).dropFirst().compactMap { _ in
      WorkerThread {
        while let place = monitor.wait(until: { $0.next < count ? $0.take(of: count, roomFor: room).map(Optional.some) : .some(nil) }) {
          let result = outcome(of: place, make)
          monitor.update { $0.results[place] = result }
        }
      }
    }
    defer {
      monitor.update { $0.next = count }
      for helper in helpers { helper.join() }
    }
    for place in 0..<count {
      var result: Result<Value, StoreError>?
      while result == nil {
        let step = monitor.wait { state -> Step? in
          if let result = state.results.removeValue(forKey: place) {
            state.wanted = place + 1
            return .give(result)
          }
          return state.take(of: count, roomFor: room).map { .make($0) }
        }
        switch step {
        case .give(let given): result = given
        case .make(let taken):
          let made = outcome(of: taken, make)
          monitor.update { $0.results[taken] = made }
        }
      }
      if let result { try body(try result.get()) }
    }
  }

  private static func outcome(of place: Int, _ make: (Int) throws(StoreError) -> Value) -> Result<Value, StoreError> {
    do throws(StoreError) { return .success(try make(place)) } catch { return .failure(error) }
  }
}

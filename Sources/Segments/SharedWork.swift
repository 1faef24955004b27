internal import Synchronization

/// Pieces of work that threads take in turn. A second thread joins when the work turns out to take longer than starting one.
package final class SharedWork<Element: Sendable, Failure: Error>: Sendable {
  private let count: Int
  private let body: @Sendable (Int) throws(Failure) -> Element
  private let taken = Atomic<Int>(0)
  private let outcome = Mutex<Result<[(place: Int, element: Element)], Failure>>(.success([]))

  private init(_ count: Int, _ body: @Sendable @escaping (Int) throws(Failure) -> Element) {
    self.count = count
    self.body = body
  }

  /// Starting a thread costs a fifth of it.
  private static var patience: Duration { .microseconds(300) }

  /// What `body` makes of each number below `count`, in their order.
  ///
  /// - Parameters:
  ///   - threads: How many may work, the caller's included.
  ///   - isLong: Whether a piece is known to take longer than starting a thread; else that is seen when the first ones are done.
  package static func results(
    _ count: Int, threads: Int, isLong: Bool = false, _ body: @Sendable @escaping (Int) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    let work = SharedWork(count, body)
    let start = ContinuousClock.now
    var helpers: [WorkerThread] = []
    while let place = work.take() {
      if helpers.isEmpty, threads > 1, place + 1 < count, isLong || ContinuousClock.now - start > patience {
        helpers = (1..<min(threads, count - place)).compactMap { _ in
          WorkerThread { while let place = work.take() { work.run(place) } }
        }
      }
      work.run(place)
    }
    for helper in helpers { helper.join() }
    return try work.outcome.withLock { $0 }.get().sorted { $0.place < $1.place }.map(\.element)
  }

  private func take() -> Int? {
    let place = taken.add(1, ordering: .relaxed).oldValue
    return place < count ? place : nil
  }

  private func run(_ place: Int) {
    do throws(Failure) {
      let element = try body(place)
      outcome.withLock { outcome in
        guard case .success(var elements) = outcome else { return }
        outcome = .success([])
        elements.append((place, element))
        outcome = .success(elements)
      }
    } catch {
      outcome.withLock { $0 = .failure(error) }
      // Nothing that is left is worth doing.
      taken.store(count, ordering: .relaxed)
    }
  }
}

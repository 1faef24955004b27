// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Parallel {
  /// Returns the results of `transform` for each index below `count`, in order.
  ///
  /// The calling thread starts alone. Further threads join once the work has taken longer than
  /// starting them is worth.
  ///
  /// - Parameters:
  ///   - threads: Maximum number of threads, including the calling one.
  ///   - isLong: Whether the work is known to be long enough to start threads immediately.
  /// - Throws: An error of `transform`. Elements that no thread has begun by then are not computed.
  package static func map<Element: Sendable, Failure: Error>(
    _ count: Int, threads: Int, isLong: Bool = false, _ transform: @Sendable @escaping (Int) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    guard count > 1 else { return count == 1 ? [try transform(0)] : [] }
    let work = SharedIndices(count, transform)
    let start = ContinuousClock.now
    var helpers: [Thread] = []
    while let index = work.take() {
      if helpers.isEmpty, threads > 1, index + 1 < count, isLong || ContinuousClock.now - start > helpersJoinAfter {
        helpers = (1..<min(threads, count - index)).compactMap { _ in
          try? Thread { while let index = work.take() { work.run(index) } }
        }
      }
      work.run(index)
    }
    for helper in helpers { helper.join() }
    return try work.results()
  }

  /// Starting a thread takes a fifth of this.
  private static var helpersJoinAfter: Duration { .microseconds(300) }
}

/// Indices that threads take in turn, and the results of completed indices.
private final class SharedIndices<Element: Sendable, Failure: Error>: Sendable {
  private let count: Int
  private let transform: @Sendable (Int) throws(Failure) -> Element
  private let next = Atomic<Int>(0)
  private let outcome = Mutex<Result<[(index: Int, element: Element)], Failure>>(.success([]))

  init(_ count: Int, _ transform: @Sendable @escaping (Int) throws(Failure) -> Element) {
    self.count = count
    self.transform = transform
  }

  func take() -> Int? {
    let index = next.add(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  func run(_ index: Int) {
    do throws(Failure) {
      let element = try transform(index)
      outcome.withLock { outcome in
        guard case .success(var elements) = outcome else { return }
        // Drops the second reference to the array, which would force a copy on append.
        outcome = .success([])
        elements.append((index, element))
        outcome = .success(elements)
      }
    } catch {
      outcome.withLock { $0 = .failure(error) }
      next.store(count, ordering: .relaxed)
    }
  }

  /// Closures, because the first use of a key path takes as long as a search for a name.
  func results() throws(Failure) -> [Element] {
    try outcome.withLock { $0 }.get().sorted { $0.index < $1.index }.map { $0.element }
  }
}

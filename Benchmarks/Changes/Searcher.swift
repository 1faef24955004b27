// SPDX-License-Identifier: Apache-2.0

import Dispatch
import IndexStore
import QueryLanguage
import Synchronization

/// Searches on its own thread while documents change. It repeats three searches: for the next
/// change until it is found, for a name, and for a word in texts.
final class Searcher: Sendable {
  private let store: Store
  private let name: Query
  private let word: Query
  private let state = Mutex(State())
  /// Signalled when there is a change to search for, and at the end.
  private let bell = DispatchSemaphore(value: 0)

  private struct State {
    var wantsChange = false
    var change: (query: String, began: ContinuousClock.Instant)?
    var isStopped = false
    var outcome: Result<SearchTimes, any Error> = .success(SearchTimes())
  }

  init(_ store: Store, word: String) throws {
    self.store = store
    name = try Query(parsing: "kMDItemFSName == \"*\(word)*\"c")
    self.word = try Query(parsing: "kMDItemTextContent == \"\(word)\"c")
  }

  /// Searches while `body` runs.
  ///
  /// - Parameter changes: Whether to search for changes.
  func run(changes: Bool, while body: () throws -> Void) throws -> SearchTimes {
    state.withLock { $0 = State() }
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [self] in
      let outcome = Result { try search(changes: changes) }
      state.withLock { $0.outcome = outcome }
      end.signal()
    }
    let result = Result { try body() }
    state.withLock { $0.isStopped = true }
    bell.signal()
    end.wait()
    try result.get()
    return try state.withLock { $0.outcome }.get()
  }

  /// Announces a change that is about to be made.
  ///
  /// - Parameters:
  /// - query: Has hits only after the change.
  /// - began: The time when the change was due.
  func expect(_ query: String, since began: ContinuousClock.Instant) {
    let isTaken = state.withLock { state in
      guard state.wantsChange else { return false }
      state.wantsChange = false
      state.change = (query, began)
      return true
    }
    if isTaken { bell.signal() }
  }

  private func search(changes: Bool) throws -> SearchTimes {
    let clock = ContinuousClock()
    var times = SearchTimes()
    while !state.withLock({ $0.isStopped }) {
      if changes, let (query, began) = nextChange() {
        try find(Query(parsing: query))
        times.found.append(clock.now - began)
      }
      times.name.append(try clock.measure { _ = try store.search(name) })
      times.word.append(try clock.measure { _ = try store.search(word) })
    }
    return times
  }

  /// - Returns: `nil` after the last change.
  private func nextChange() -> (query: String, began: ContinuousClock.Instant)? {
    state.withLock { $0.wantsChange = true }
    bell.wait()
    return state.withLock { state in
      defer { state.change = nil }
      return state.change
    }
  }

  private func find(_ query: Query) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try store.search(query).isEmpty {
      guard .now < deadline else { throw LostChange() }
    }
  }

  private struct LostChange: Error, CustomStringConvertible {
    let description = "a change was not found within 30 seconds"
  }
}

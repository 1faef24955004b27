// SPDX-License-Identifier: Apache-2.0

internal import Threading

/// Results on their way from the thread of a query to the tasks that iterate over them.
///
/// The query waits while the buffer is full, so that a task that takes few of many results needs little
/// memory. A cancelled task gets no more results, not even those in the buffer.
final class ResultBuffer<Element: Sendable>: Sendable {
  private typealias Waiting = CheckedContinuation<Element?, any Error>

  private struct State {
    var elements = FIFO<Element>()
    /// How the query has ended; `nil` while it runs. An error is passed on once.
    var outcome: Result<Void, any Error>?
    var waiting = FIFO<Waiting>()
  }

  private let state = Monitor(State())
  /// Cancels the query.
  private let stop: @Sendable () -> Void

  /// Number of results above which the query waits. It adds them in batches, the last of which may exceed
  /// the number.
  static var capacity: Int { 512 }

  init(stop: @escaping @Sendable () -> Void) { self.stop = stop }

  /// Adds results, and waits while there are too many. The results are ignored if nobody wants any.
  func add(_ elements: [Element]) {
    let taken = state.update { state in
      var taken: [(Waiting, Element)] = []
      guard state.outcome == nil else { return taken }
      var rest = elements[...]
      while let element = rest.first, let waiting = state.waiting.popFirst() {
        taken.append((waiting, element))
        rest = rest.dropFirst()
      }
      state.elements.append(contentsOf: rest)
      return taken
    }
    for (waiting, element) in taken { waiting.resume(returning: element) }
    state.wait { state in state.outcome != nil || state.elements.count < Self.capacity ? () : nil }
  }

  /// Ends the results with the outcome of the query.
  func finish(throwing error: (any Error)? = nil) {
    end(error.map { .failure($0) } ?? .success(())) { _ in }
  }

  /// Removes the results that nobody has taken, and cancels the query unless it has ended.
  func cancel() {
    let cancelled: Result<Void, any Error> = .failure(CSSearchQueryError(.cancelled))
    let isFirst = end(cancelled) { state in
      guard state.elements.first != nil else { return }
      state.elements = FIFO()
      if state.outcome != nil { state.outcome = cancelled }
    }
    if isFirst { stop() }
  }

  /// - Returns: Whether the query had not ended before.
  @discardableResult
  private func end(_ outcome: Result<Void, any Error>, _ change: (inout State) -> Void) -> Bool {
    let (isFirst, waiting) = state.update { state in
      let isFirst = state.outcome == nil
      change(&state)
      if isFirst { state.outcome = outcome }
      var waiting: [Waiting] = []
      while let next = state.waiting.popFirst() { waiting.append(next) }
      if !waiting.isEmpty { state.outcome = .success(()) }
      return (isFirst, waiting)
    }
    for task in waiting { task.resume(with: outcome.map { nil }) }
    return isFirst
  }

  /// The next result; `nil` after the last one.
  func next() async throws -> Element? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Element?, any Error>? = state.update { state in
          if let element = state.elements.popFirst() { return .success(element) }
          guard let outcome = state.outcome else {
            state.waiting.append(continuation)
            return nil
          }
          state.outcome = .success(())
          return outcome.map { nil }
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      cancel()
    }
  }
}

/// The end of a buffer from which results are taken. The query is cancelled when it is released.
final class ResultSource<Element: Sendable>: Sendable {
  private let buffer: ResultBuffer<Element>

  init(_ buffer: ResultBuffer<Element>) { self.buffer = buffer }

  deinit { buffer.cancel() }

  func next() async throws -> Element? { try await buffer.next() }
}

extension CSSearchQuery {
  /// Starts the query with handlers that add results to a buffer. If the query was started before, there
  /// are no results.
  final func source<Element>(_ setHandlers: (ResultBuffer<Element>) -> Void) -> ResultSource<Element> {
    let buffer = ResultBuffer<Element> { [weak self] in self?.cancel() }
    guard !isStarted else {
      buffer.finish()
      return ResultSource(buffer)
    }
    setHandlers(buffer)
    completionHandler = { buffer.finish(throwing: $0) }
    // A buffer that nobody empties must not keep a thread of a queue.
    hasOwnThread = true
    start()
    return ResultSource(buffer)
  }
}

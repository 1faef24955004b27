/// A queue between threads with a maximum number of elements: a producer that is too fast waits.
///
/// After `close()` consumers take the elements that are left; elements that producers put are dropped.
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements = FIFO<Element>()
    var isClosed = false
  }

  private let capacity: Int
  private let state = Monitor(State())

  package init(capacity: Int) {
    precondition(capacity > 0, "a queue must hold at least one element")
    self.capacity = capacity
  }

  /// Adds an element; waits while the queue is full.
  ///
  /// - Returns: `false` when the queue is closed and the element was dropped.
  @discardableResult
  package func put(_ element: Element) -> Bool {
    state.wait { state in
      if state.isClosed { return false }
      guard state.elements.count < capacity else { return nil }
      state.elements.append(element)
      return true
    }
  }

  /// Takes the oldest element; waits for one.
  ///
  /// - Returns: `nil` when the queue is closed and empty.
  package func take() -> Element? {
    state.wait { state -> Element?? in
      if let element = state.elements.popFirst() { return .some(element) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// Takes the oldest element if there is one now; `nil` otherwise.
  package func takeIfAny() -> Element? { state.update { $0.elements.popFirst() } }

  /// Ends the queue: nothing more is accepted. Closing twice does no harm.
  package func close() { state.update { $0.isClosed = true } }
}

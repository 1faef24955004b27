// SPDX-License-Identifier: Apache-2.0

/// A queue between threads with a maximum number of elements. A producer waits while the queue is
/// full.
///
/// After ``close()``, consumers still get the elements left in the queue; producers' elements are
/// dropped.
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

  /// Adds an element. Waits while the queue is full.
  ///
  /// - Returns: `false` if the queue is closed and the element was dropped.
  @discardableResult
  package func put(_ element: Element) -> Bool {
    state.wait { state in
      if state.isClosed { return false }
      guard state.elements.count < capacity else { return nil }
      state.elements.append(element)
      return true
    }
  }

  /// Takes the oldest element. Waits while the queue is empty.
  ///
  /// - Returns: `nil` if the queue is closed and empty.
  package func take() -> Element? {
    state.wait { state -> Element?? in
      if let element = state.elements.popFirst() { return .some(element) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// Takes the oldest element, or returns `nil` if the queue is empty.
  package func takeIfAny() -> Element? { state.update { $0.elements.popFirst() } }

  /// Closes the queue. No elements are accepted any more. Closing twice is harmless.
  package func close() { state.update { $0.isClosed = true } }
}

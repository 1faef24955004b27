// SPDX-License-Identifier: Apache-2.0

/// A first-in, first-out queue. Both ends work in amortized O(1).
package struct FIFO<Element> {
  private var elements: [Element] = []
  /// Index of the first element not taken yet. Taken elements are removed in bulk when they are
  /// half of the array.
  private var head = 0

  package init() {}

  package var count: Int { elements.count - head }

  package var first: Element? { head < elements.count ? elements[head] : nil }

  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func append(contentsOf more: some Sequence<Element>) { elements.append(contentsOf: more) }

  package mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    head += 1
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}

extension FIFO: Sendable where Element: Sendable {}

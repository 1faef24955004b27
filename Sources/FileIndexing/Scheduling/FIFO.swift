/// First in, first out; both ends in O(1), amortised.
struct FIFO<Element> {
  private var elements: [Element] = []
  /// Elements before this index are taken already. They are dropped in bulk, when they are half of all.
  private var head = 0

  var count: Int { elements.count - head }

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func append(contentsOf more: some Sequence<Element>) { elements.append(contentsOf: more) }

  mutating func popFirst() -> Element? {
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

/// Terms in order, each with a list that can be copied: a spilled run, or a segment's dictionary.
protocol TermSource: AnyObject {
  var folded: [UInt8] { get }
  /// With the field, as the folded form has it.
  var surface: [UInt8] { get }

  /// Goes to the next term; `false` at the end. A list that was not copied is skipped.
  func advance() throws(SegmentError) -> Bool

  /// Hands over the list of the current term.
  func copyList(to sink: inout some TermSink & ~Copyable) throws(SegmentError)
}

/// Takes terms in order.
protocol TermSink: ~Copyable {
  mutating func begin(folded: [UInt8], surface: [UInt8]) throws(SegmentError)
  mutating func add(document ordinal: UInt32) throws(SegmentError)
  mutating func add(position: UInt32) throws(SegmentError)
  mutating func end() throws(SegmentError)
}

/// Unites sorted sources: of equal terms, the lists one behind the other in the order of the sources.
struct TermMerge<Source: TermSource> {
  private struct Head {
    var prefix: UInt64
    let source: Source
    let number: Int
  }

  /// A binary heap, the least term first.
  private var heap: [Head] = []

  init(_ sources: [Source]) throws(SegmentError) {
    for (number, source) in sources.enumerated() where try source.advance() {
      heap.append(Head(prefix: Self.prefix(source), source: source, number: number))
      siftUp(heap.count - 1)
    }
  }

  mutating func run(into sink: inout some TermSink & ~Copyable) throws(SegmentError) {
    var folded: [UInt8] = []
    var surface: [UInt8] = []
    var isOpen = false
    while let head = heap.first {
      let source = head.source
      if !isOpen || source.folded != folded || source.surface != surface {
        if isOpen { try sink.end() }
        folded = source.folded
        surface = source.surface
        isOpen = true
        try sink.begin(folded: folded, surface: surface)
      }
      try source.copyList(to: &sink)
      if try source.advance() {
        heap[0].prefix = Self.prefix(source)
      } else {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      siftDown()
    }
    if isOpen { try sink.end() }
  }

  private static func prefix(_ source: Source) -> UInt64 {
    unsafe source.folded.withUnsafeBytes { unsafe termPrefix($0) }
  }

  private func precedes(_ one: Int, _ other: Int) -> Bool {
    if heap[one].prefix != heap[other].prefix { return heap[one].prefix < heap[other].prefix }
    let left = heap[one].source
    let right = heap[other].source
    var order = Self.compare(left.folded, right.folded)
    if order == 0 { order = Self.compare(left.surface, right.surface) }
    return order != 0 ? order < 0 : heap[one].number < heap[other].number
  }

  private static func compare(_ one: [UInt8], _ other: [UInt8]) -> Int {
    unsafe one.withUnsafeBytes { one in unsafe other.withUnsafeBytes { unsafe compareBytes(one, $0) } }
  }

  private mutating func siftUp(_ start: Int) {
    var place = start
    while place > 0, precedes(place, (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func siftDown() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && precedes(child, least) { least = child }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}

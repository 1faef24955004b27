// SPDX-License-Identifier: Apache-2.0

/// Sorted terms, each with a posting list that can be copied: a spill, or the dictionary of a
/// segment.
protocol TermSource: ~Copyable {
  var folded: [UInt8] { get }
  /// Includes the field, like the folded form.
  var surface: [UInt8] { get }

  /// Moves to the next term. Returns `false` at the end. May be called without copying the current
  /// list.
  mutating func advance() throws(SegmentError) -> Bool

  /// Appends the posting list of the current term to `sink`. May be called once per term.
  mutating func copyList(to sink: inout TermDictionaryWriter) throws(SegmentError)
}

/// Merges sorted sources. The lists of equal terms are concatenated in the order of the sources.
struct TermMerge<Source: TermSource & ~Copyable>: ~Copyable {
  // Not private: Swift 6.3.1 emits a broken module for an array of a private type inside a
  // noncopyable type.
  struct Head {
    var prefix: UInt128
    let number: Int
  }

  private var sources: UniqueArray<Source>

  /// A binary min-heap, ordered by the current term of each source.
  private var heap: [Head] = []

  init(_ sources: consuming UniqueArray<Source>) throws(SegmentError) {
    self.sources = sources
    for number in 0..<self.sources.count where try self.sources[number].advance() {
      heap.append(Head(prefix: prefix(number), number: number))
      siftUp(heap.count - 1)
    }
  }

  mutating func run(into sink: inout TermDictionaryWriter) throws(SegmentError) {
    var folded: [UInt8] = []
    var surface: [UInt8] = []
    var isOpen = false
    while let number = heap.first?.number {
      if !isOpen || sources[number].folded != folded || sources[number].surface != surface {
        if isOpen { try sink.end() }
        folded.removeAll(keepingCapacity: true)
        folded.append(contentsOf: sources[number].folded)
        surface.removeAll(keepingCapacity: true)
        surface.append(contentsOf: sources[number].surface)
        isOpen = true
        try sink.begin(folded: folded, surface: surface)
      }
      try sources[number].copyList(to: &sink)
      if try sources[number].advance() {
        heap[0].prefix = prefix(number)
      } else {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      siftDown()
    }
    if isOpen { try sink.end() }
  }

  private func prefix(_ number: Int) -> UInt128 {
    unsafe sources[number].folded.withUnsafeBytes { unsafe termPrefix($0) }
  }

  private func precedes(_ one: Int, _ other: Int) -> Bool {
    if heap[one].prefix != heap[other].prefix { return heap[one].prefix < heap[other].prefix }
    let (left, right) = (heap[one].number, heap[other].number)
    var order = compareBytes(sources[left].folded, sources[right].folded)
    if order == 0 { order = compareBytes(sources[left].surface, sources[right].surface) }
    return order != 0 ? order < 0 : left < right
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, least) { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A source of documents in ascending order of id, then ordinal.
protocol OrderedDocuments: AnyObject {
  /// The next document, or `nil` at the end.
  func next() throws(SegmentError) -> OrderedDocument?
}

/// Merges sorted sources of documents into the sort order of a segment.
struct DocumentOrderWriter<Source: OrderedDocuments> {
  /// A binary min-heap, ordered by the next document of each source.
  private var heap: [(document: OrderedDocument, source: Source)] = []

  init(_ sources: [Source]) throws(SegmentError) {
    for source in sources {
      if let document = try source.next() { heap.append((document, source)) }
    }
    heap.sort { $0.document < $1.document }
  }

  /// Appends the ordinals of all documents to `sink`, as a ``PackedColumn``.
  consuming func write(to sink: ByteSink) throws(SegmentError) {
    var writer = PackedColumnWriter(sink)
    while let (document, source) = heap.first {
      try writer.append(UInt64(document.ordinal))
      if let next = try source.next() {
        heap[0].document = next
      } else {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      siftDown()
    }
    _ = try writer.finish()
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1..<2 * parent + 3 where child < heap.count && heap[child].document < heap[least].document { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

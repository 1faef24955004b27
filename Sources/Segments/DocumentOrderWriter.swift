/// Documents in the order of their ids, and of their ordinals where they share one.
protocol OrderedDocuments: AnyObject {
  /// The next; `nil` at the end.
  func next() throws(SegmentError) -> OrderedDocument?
}

/// Writes the order of a segment's documents from sources that are in order each.
struct DocumentOrderWriter<Source: OrderedDocuments> {
  /// A binary heap, the least document first.
  private var heap: [(document: OrderedDocument, source: Source)] = []

  init(_ sources: [Source]) throws(SegmentError) {
    for source in sources {
      if let document = try source.next() { heap.append((document, source)) }
    }
    heap.sort { $0.document < $1.document }
  }

  /// Appends the ordinals of all documents as a ``PackedColumn``.
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
    var place = 0
    while true {
      var least = place
      for child in 2 * place + 1..<2 * place + 3 where child < heap.count && heap[child].document < heap[least].document { least = child }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}

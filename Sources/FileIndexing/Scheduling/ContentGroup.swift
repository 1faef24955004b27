internal import IndexStore

/// What was read of some documents, with the texts of their texts: it is committed together. For one thread at a time.
final class ContentGroup {
  /// Whether somebody may be waiting for the documents.
  let isFresh: Bool
  let began = ContinuousClock.now
  private let store: Store
  private let budget: Int
  private var results: [(read: ReadContent, text: TextSegmentWriter.Document?)] = []
  private var texts: TextSegmentWriter?
  /// Bytes in memory, besides the texts.
  private var byteCount = 0

  /// - Parameter budget: Memory for the texts, in bytes.
  init(for store: Store, isFresh: Bool, budget: Int) {
    self.store = store
    self.isFresh = isFresh
    self.budget = budget
  }

  /// A group of one document with a long text, which has a segment of its own.
  init(_ read: ReadContent, with text: LongText, for store: Store) {
    self.store = store
    isFresh = read.reading.isFresh
    budget = 0
    texts = text.texts
    results = [(read, text.document)]
  }

  var documentCount: Int { results.count }

  var documents: [DocumentID] { results.map(\.read.reading.file.document) }

  /// Adds what was read of a document.
  ///
  /// - Parameter text: UTF-8; empty for none.
  func add(_ read: ReadContent, text: Span<UInt8>) throws(StoreError) {
    var document: TextSegmentWriter.Document?
    if !text.isEmpty {
      let texts = if let texts { texts } else { try TextSegmentWriter(for: store, budget: budget) }
      self.texts = texts
      document = try texts.beginDocument(read.reading.file.document)
      try texts.add(text)
    }
    results.append((read, document))
    byteCount += read.byteCount
  }

  /// Whether it has reached a bound.
  func isFull(_ limits: ContentLimits) -> Bool {
    results.count >= limits.documents || byteCount >= limits.bytes || texts.map { $0.textBytes >= limits.textBytes } ?? false
  }

  /// Brings everything into the catalog, in one transaction.
  ///
  /// - Returns: How many documents are done, and how many of these failed.
  func commit() throws(StoreError) -> (done: Int, failed: Int) {
    try texts?.finish()
    return try store.write { transaction throws(StoreError) in
      if let texts { try transaction.add(texts) }
      var count = (done: 0, failed: 0)
      for (read, text) in results where try transaction.store(read, text: text) {
        count.done += 1
        if case .failure = read.outcome { count.failed += 1 }
      }
      return count
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// The contents of some documents, which are committed in one transaction. Not thread-safe.
final class ContentGroup {
  /// Whether the documents changed just now, so that a user may be waiting for them.
  let isFresh: Bool
  let began = ContinuousClock.now
  private let store: Store
  private let budget: Int
  private var results: [(read: ReadContent, text: TextSegmentWriter.Document?)] = []
  private var texts: TextSegmentWriter?
  /// Bytes of attribute records and compressed texts in memory. The tokens of the texts are not
  /// counted.
  private var byteCount = 0

  /// - Parameter budget: Memory for the tokens of the texts, in bytes.
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

  /// Adds the content of a document.
  ///
  /// - Parameter text: The document's text in UTF-8; empty if it has none.
  func add(_ read: ReadContent, text: Span<UInt8>) throws(StoreError) {
    var document: TextSegmentWriter.Document?
    if !text.isEmpty {
      let texts = if let texts { texts } else { try TextSegmentWriter(for: store, budget: budget) }
      self.texts = texts
      document = try texts.beginDocument(read.reading.file.document, hasMeaning: read.textHasMeaning)
      try texts.add(text)
    }
    results.append((read, document))
    byteCount += read.byteCount
  }

  /// Whether the group has reached one of the limits and must be committed.
  func isFull(_ limits: ContentLimits) -> Bool {
    results.count >= limits.documents || byteCount >= limits.bytes || texts.map { $0.textBytes >= limits.textBytes } ?? false
  }

  /// Writes the texts as a segment, and stores all contents in one transaction.
  ///
  /// - Returns: Numbers of documents that were stored, and of failures and partly read files among these.
  ///   Documents that changed meanwhile are not counted.
  func commit() throws(StoreError) -> (done: Int, failed: Int, partial: Int) {
    try texts?.finish()
    return try store.write { transaction throws(StoreError) in
      if let texts { try transaction.add(texts) }
      var count = (done: 0, failed: 0, partial: 0)
      for (read, text) in results where try transaction.store(read, text: text) {
        count.done += 1
        switch read.outcome {
        case .failure: count.failed += 1
        case .content(let content) where content.warning != nil: count.partial += 1
        case .content, .attributes, .vanished: break
        }
      }
      return count
    }
  }
}

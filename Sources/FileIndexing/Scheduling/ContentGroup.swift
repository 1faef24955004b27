internal import IndexStore

/// What was read of some documents, with the run of their texts: it is committed together. For one thread at a time.
final class ContentGroup {
  /// Whether somebody may be waiting for the documents.
  let isFresh: Bool
  let began = ContinuousClock.now
  private let store: Store
  private let budget: Int
  private var results: [(read: ReadContent, text: TextRun.Place?)] = []
  private var run: TextRun?
  /// Bytes in memory, besides the run.
  private var byteCount = 0

  /// - Parameter budget: Memory for the run, in bytes.
  init(for store: Store, isFresh: Bool, budget: Int) {
    self.store = store
    self.isFresh = isFresh
    self.budget = budget
  }

  /// A group of one document, whose text is in a run of its own.
  init(_ read: ReadContent, in run: TextRun, at place: TextRun.Place, for store: Store, isFresh: Bool) {
    self.store = store
    self.isFresh = isFresh
    budget = 0
    self.run = run
    results = [(read, place)]
  }

  var documentCount: Int { results.count }

  var documents: [DocumentID] { results.map(\.read.file.document) }

  /// Adds what was read of a document.
  ///
  /// - Parameter text: UTF-8; empty for none.
  func add(_ read: ReadContent, text: Span<UInt8>) throws(StoreError) {
    var place: TextRun.Place?
    if !text.isEmpty {
      let run = if let run { run } else { try TextRun(for: store, budget: budget) }
      self.run = run
      place = try run.beginDocument(read.file.document)
      try run.add(text)
    }
    results.append((read, place))
    byteCount += read.byteCount
  }

  /// Whether it has reached a bound.
  func isFull(_ limits: ContentLimits) -> Bool {
    results.count >= limits.documents || byteCount >= limits.bytes || run.map { $0.textBytes >= limits.textBytes } ?? false
  }

  /// Brings everything into the catalog, in one transaction.
  ///
  /// - Returns: How many documents are done, and how many of these failed.
  func commit() throws(StoreError) -> (done: Int, failed: Int) {
    try run?.finish()
    return try store.write { transaction throws(StoreError) in
      if let run { try transaction.add(run) }
      var count = (done: 0, failed: 0)
      for (read, text) in results where try transaction.store(read, text: text) {
        count.done += 1
        if case .failure = read.outcome { count.failed += 1 }
      }
      return count
    }
  }
}

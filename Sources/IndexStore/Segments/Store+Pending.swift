internal import LMDB
internal import Segments
internal import Synchronization

extension Store {
  /// More changes than this are not left pending: searches look at each of them.
  var maximumPendingChanges: UInt64 { isImporting.load(ordering: .relaxed) ? 16_000 : 2000 }

  /// Nor are more bytes of attributes.
  static let maximumPendingBytes: UInt64 = 1 << 20

  /// Runs `body`, which writes a great many documents. Meanwhile more is left pending, for fewer and larger segments that need not be merged
  /// as often; a search may take some ten milliseconds longer.
  package func whileImporting<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    isImporting.store(true, ordering: .relaxed)
    defer { isImporting.store(false, ordering: .relaxed) }
    return try body()
  }

  /// Changes that one attributes segment takes up at most, so that memory does not grow with what has waited.
  private static let maximumAtOnce = 100_000

  /// Brings the attributes layer up to date with the catalog: what changed since the last time becomes a new segment, older versions are
  /// marked as dead.
  ///
  /// The catalog is written to only at the end, for some milliseconds. Of several threads that try at once, the later ones wait for the first
  /// and find little left; of several processes, one succeeds.
  ///
  /// - Parameter isNeeded: Asked when it is this thread's turn; `false` leaves what is pending as it is.
  /// - Returns: Whether anything was pending.
  @discardableResult
  package func indexPending() throws(StoreError) -> Bool { try indexPending { _ in true } }

  func indexPending(where isNeeded: (Counters) -> Bool) throws(StoreError) -> Bool {
    guard access != .read else { throw .openedForReading(path: path) }
    let lease = try lease()
    return try lease.generation.indexing.withLock { _ throws(StoreError) in
      defer { withExtendedLifetime(lease) {} }
      var hasWorked = false
      while isNeeded(try counters()), try indexSomePending() { hasWorked = true }
      return hasWorked
    }
  }

  /// - Returns: `false` when nothing was pending.
  private func indexSomePending() throws(StoreError) -> Bool {
    let work = try read { snapshot throws(StoreError) in try PendingWork(snapshot, store: self, limit: Self.maximumAtOnce) }
    guard let work else { return false }
    CrashPoint.flushWritten.pass()
    try commit(announcing: false) { transaction throws(StoreError) in
      // Another process was faster.
      guard transaction.pending.counters.indexed == work.from else { return }
      try transaction.bury(documents: work.superseded, in: .attributes)
      try transaction.bury(documents: work.removed, in: .text)
      if let file = work.file {
        _ = try transaction.list(file, .attributes, documentCount: work.documentCount, byteCount: work.byteCount)
      }
      transaction.pending.counters.indexed = work.through
      transaction.pending.counters.pendingBytes -= min(work.bytes, transaction.pending.counters.pendingBytes)
    }
    CrashPoint.flushDone.pass()
    return true
  }

  /// Whether so much is pending that a writer has to see to it first.
  func isOverfull(_ counters: Counters) -> Bool {
    counters.sequence - counters.indexed > maximumPendingChanges || counters.pendingBytes > Self.maximumPendingBytes
  }

  /// Does what would soon have to be done before a commit, while others commit.
  func tidy() {
    // Whoever has to wait for it is told what is wrong.
    _ = try? indexPending { $0.sequence - $0.indexed > maximumPendingChanges * 3 / 4 }
    mergeIfDue()
  }

  /// Brings the attributes layer up to date where too much is pending; and as nobody else may be there to do it, merges what this makes due.
  func relievePending() throws(StoreError) {
    guard try indexPending(where: isOverfull) else { return }
    guard var maintainer = try Maintainer(of: self) else { return }
    _ = try maintainer.step(.besideWriting)
  }
}

/// A stretch of the change log, made into a segment that is not listed yet.
private struct PendingWork {
  /// The changes after this one …
  let from: UInt64
  /// … up to this one are taken up.
  let through: UInt64
  /// What was counted as pending.
  let bytes: UInt64
  /// Ascending.
  let superseded: [UInt64]
  /// Documents that are gone, ascending.
  let removed: [UInt64]
  /// `nil` when all documents are gone.
  let file: UnlistedSegment?
  let documentCount: Int
  let byteCount: Int

  private static let budget = 16 << 20

  /// - Returns: `nil` when nothing is pending.
  init?(_ snapshot: borrowing Snapshot, store: Store, limit: Int) throws(StoreError) {
    let counters = try snapshot.counters()
    from = counters.indexed
    bytes = counters.pendingBytes
    guard let list = try snapshot.changes(since: from, limit: limit) else { throw snapshot.lostChanges(after: from) }
    guard list.latest > from else { return nil }
    through = list.latest
    let pending = PendingDocuments(list.changes)
    superseded = pending.superseded
    removed = list.changes.filter { $0.kind == .removed }.map(\.reference.document.rawValue).sorted()

    let file = try UnlistedSegment(in: store.path)
    let builder = try translatingSegmentErrors { () throws(SegmentError) in try SegmentBuilder(path: file.path, budget: Self.budget) }
    let documents = pending.references.sorted { $0.document < $1.document }
    try snapshot.withView { view throws(StoreError) in
      for reference in documents {
        guard let row = try snapshot.transaction.value(.documents, Key(reference)) else { continue }
        view.look(at: try FileRow(reference, row, owners: snapshot.owners))
        try view.add(to: builder)
      }
    }
    documentCount = Int(builder.documentCount)
    guard documentCount > 0 else {
      self.file = nil
      byteCount = 0
      return
    }
    byteCount = try translatingSegmentErrors { () throws(SegmentError) in try builder.finish(durable: false).byteCount }
    self.file = file
  }
}

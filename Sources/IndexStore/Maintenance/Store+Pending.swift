// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Segments
internal import Synchronization

extension Store {
  /// Maximum number of changes that writers leave pending, because searches evaluate each of them.
  ///
  /// Writers of items leave more, because another thread of their program indexes them (see
  /// ``maintainItems(isQuiet:recentItems:while:)``), and should not have to wait for it.
  private var maximumPendingChanges: UInt64 { access == .writeItems || isImporting.load(ordering: .relaxed) ? 16_000 : 2000 }

  /// Maximum number of bytes of attribute records that are left pending.
  static let maximumPendingBytes: UInt64 = 1 << 20

  /// Maximum number of bytes of attribute records that writers leave pending.
  private var maximumWriterBytes: UInt64 { access == .writeItems ? 8 * Self.maximumPendingBytes : Self.maximumPendingBytes }

  /// Runs `body`, which adds a great number of documents.
  ///
  /// Meanwhile more changes are left pending, which gives fewer and larger segments that need fewer
  /// merges. A search may take about 10 ms longer.
  package func whileImporting<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    isImporting.store(true, ordering: .relaxed)
    defer { isImporting.store(false, ordering: .relaxed) }
    return try body()
  }

  /// Maximum number of changes that one segment takes up, so that memory does not grow with the
  /// number of pending changes.
  private static let maximumAtOnce = 100_000

  /// Brings the attributes layer up to date with the catalog: pending changes become a new segment,
  /// and older versions become dead.
  ///
  /// The catalog is written only at the end, for a few milliseconds. If several threads try at
  /// once, the later ones wait for the first and find little left. If several processes try, one
  /// succeeds.
  ///
  /// - Returns: Whether anything was pending.
  @discardableResult
  package func indexPending() throws(StoreError) -> Bool { try indexPending { _ in true } }

  /// - Parameter isNeeded: Called when it is this thread's turn. Returning `false` leaves the
  ///   changes pending.
  func indexPending(where isNeeded: (Counters) -> Bool) throws(StoreError) -> Bool {
    guard access != .read else { throw .openedForReading(path: path) }
    return try atWritingPriority { () throws(StoreError) in
      let lease = try lease()
      return try lease.generation.indexing.withLock { _ throws(StoreError) in
        defer { withExtendedLifetime(lease) {} }
        var hasWorked = false
        while isNeeded(try counters()), try indexSomePending() { hasWorked = true }
        return hasWorked
      }
    }
  }

  /// - Returns: `false` when nothing was pending.
  private func indexSomePending() throws(StoreError) -> Bool {
    let work = try read { snapshot throws(StoreError) in try PendingWork(snapshot, store: self, limit: Self.maximumAtOnce) }
    guard let work else { return false }
    CrashPoint.flushWritten.pass()
    try commit(announcing: false) { transaction throws(StoreError) in
      // Otherwise another process has indexed these changes meanwhile.
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

  /// Whether so much is pending that a writer must index it before its own change.
  func isOverfull(_ counters: Counters) -> Bool {
    counters.sequence - counters.indexed > maximumPendingChanges || counters.pendingBytes > maximumWriterBytes
  }

  /// Indexes pending changes if there are too many. Also merges once if necessary, because there
  /// may be no maintainer to do it.
  func relievePending() throws(StoreError) {
    guard try indexPending(where: isOverfull) else { return }
    guard var maintainer = try Maintainer(of: self) else { return }
    _ = try maintainer.step(.besideWriting)
  }
}

/// A range of the change log, written as a segment that is not listed yet.
private struct PendingWork {
  /// The range contains the changes after this one.
  let from: UInt64
  /// The last change of the range.
  let through: UInt64
  /// Bytes of attribute records that were counted as pending.
  let bytes: UInt64
  /// Documents that may have older versions in segments, ascending.
  let superseded: [UInt64]
  /// Removed documents, ascending.
  let removed: [UInt64]
  /// `nil` when all documents were removed.
  let file: UnlistedSegment?
  let documentCount: Int
  let byteCount: Int

  private static let budget = 16 << 20

  /// - Returns: `nil` when nothing was pending.
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
    let vectors = try store.vectorsForWriting(in: snapshot)
    var builder = try translatingSegmentErrors { () throws(SegmentError) in
      try SegmentBuilder(path: file.path, budget: Self.budget, hasTexts: false, vectors: vectors)
    }
    let documents = pending.references.sorted { $0.document < $1.document }
    try snapshot.withView { view throws(StoreError) in
      for reference in documents {
        guard let row = try snapshot.transaction.value(.documents, Key(reference)) else { continue }
        view.look(at: try FileRow(reference, row, owners: snapshot.owners))
        try view.add(to: &builder)
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

internal import Attributes
internal import Glibc
internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// How far the reading of contents has come.
package struct ContentProgress: Sendable, Equatable {
  /// Files read, whatever came of it.
  package var done = 0
  /// Files that were to be read when the work began.
  package var total = 0
  package var failed = 0

  package init(done: Int = 0, total: Int = 0, failed: Int = 0) {
    self.done = done
    self.total = total
    self.failed = failed
  }
}

/// Reads the files whose content is not in the catalog yet: those that change meanwhile before all others, then the most recently modified
/// first.
struct ContentIndexer {
  /// Files asked for at a time: one pass over the catalog finds so many, and 24 bytes are held for each.
  private static let round = 100_000
  /// Results are committed when so many have come, or so many bytes of text, or the oldest has waited so long.
  private static let group = (files: 256, textBytes: 8 << 20, time: Duration.milliseconds(200))

  let store: Store
  let types: TypeDatabase
  let launch: WorkerLaunch
  let workers: Int
  /// Only files at or below these paths are read; `nil` for all.
  var scope: [[UInt8]]?
  /// Asked between files; `true` ends the work in order.
  var isStopped: @Sendable () -> Bool = { false }
  /// Asked for a document before the round's own.
  var fresh = FreshDocuments()
  var onProgress: (ContentProgress) -> Void = { _ in }

  /// Reads until nothing is pending.
  ///
  /// - Throws: `WorkerStartError` when no worker can be started, `StoreError` when results cannot be stored. What was committed stays.
  func run() throws -> ContentProgress {
    var progress = ContentProgress()
    while !isStopped() {
      let pending = try pending()
      guard !pending.isEmpty else { break }
      progress.total = max(progress.total, progress.done + pending.count)
      onProgress(progress)
      let before = progress.done
      try read(pending, &progress)
      // What somebody else records meanwhile stays pending; it is for the next run, not for an endless one.
      guard progress.done > before else { break }
    }
    return progress
  }

  private func pending() throws(StoreError) -> [DocumentReference] {
    try store.read { snapshot throws(StoreError) in
      guard let scope else { return try snapshot.pendingContent(limit: Self.round) }
      var found: [DocumentReference] = []
      for reference in try snapshot.pendingContent(limit: .max) {
        guard let path = try snapshot.path(of: reference), scope.contains(where: { path.isAtOrBelow($0) }) else { continue }
        found.append(reference)
      }
      return found
    }
  }

  private func read(_ pending: [DocumentReference], _ progress: inout ContentProgress) throws {
    let pool = WorkerPool<FileRecord>(launch, count: workers)
    let order = ReadingOrder(pending, fresh: fresh)
    var group = ResultGroup()
    try pool.run(
      next: { [store, types, isStopped] in
        while !isStopped() {
          guard let reference = order.next() else { return nil }
          // A catalog that cannot be read fails on the receiving side too, and is reported there.
          if let job = try? store.read({ snapshot throws(StoreError) in try Self.job(for: reference, snapshot, types) }) { return job }
          order.finish([reference.document])
        }
        return nil
      },
      receive: { imported in
        if case .stopped(let error) = imported.content { throw error }
        group.add(imported)
        if group.isFull(Self.group) { try commit(&group, order, &progress) }
      })
    try commit(&group, order, &progress)
  }

  /// - Returns: `nil` when the document is gone or was read meanwhile.
  private static func job(
    for reference: DocumentReference, _ snapshot: borrowing Snapshot, _ types: TypeDatabase
  ) throws(StoreError) -> ImportJob<FileRecord>? {
    guard let record = try snapshot.record(of: reference), record.content == .pending || record.content == .textPending,
      let path = try snapshot.path(of: reference)
    else { return nil }
    let known = types.type(forFileName: record.name.span)
    return ImportJob(tag: record, path: path, typeIdentifier: known?.type.identifier, isTypeCertain: known?.isCertain ?? false)
  }

  private func commit(_ group: inout ResultGroup, _ order: ReadingOrder, _ progress: inout ContentProgress) throws(StoreError) {
    let results = group.take()
    guard !results.isEmpty else { return }
    var done = ContentProgress()
    try store.write { transaction throws(StoreError) in
      done = ContentProgress()
      for result in results { try store(result, in: transaction, &done) }
    }
    order.finish(results.lazy.filter(\.isLast).map(\.tag.document))
    progress.done += done.done
    progress.total = max(progress.total, progress.done)
    progress.failed += done.failed
    onProgress(progress)
  }

  private func store(
    _ imported: ImportedFile<FileRecord>, in transaction: borrowing WriteTransaction, _ done: inout ContentProgress
  ) throws(StoreError) {
    let file = imported.tag
    let isSettled: Bool
    switch imported.content {
    case .text(let pieces, let first):
      try transaction.appendText(of: file.reference, pieces, from: first)
      return
    case .finished(let status, let result, let record, let pieces, let first):
      // The file may have changed between the crawl and its opening: what was read is of the status that it was opened with.
      try transaction.noteStatus(status, of: file.reference, insteadOf: file.status)
      let type = try result.mimeType.map { mimeType throws(StoreError) in
        let type = types.type(forFileName: file.name.span, contentMIMEType: mimeType)
        return try transaction.typeID(for: ContentType(type))
      }
      let warning = result.warning.map { failure(file, importer: result.importer, reason: $0.message) }
      try transaction.appendText(of: file.reference, pieces, from: first)
      isSettled = try transaction.setContent(
        file.reference, ifStatusIs: status, record: record.isEmpty ? [] : record.encoded(), type: type, textChunks: first + pieces.count,
        warning: warning)
    case .failed(let status, let problem):
      if let status { try transaction.noteStatus(status, of: file.reference, insteadOf: file.status) }
      let failure = failure(file, importer: problem.importer, reason: problem.reason)
      isSettled = try transaction.setFailure(failure, ifStatusIs: status ?? file.status)
      if isSettled { done.failed += 1 }
    case .vanished: isSettled = try transaction.remove(file.reference)
    case .stopped: isSettled = false
    }
    if isSettled { done.done += 1 }
  }

  private func failure(_ file: FileRecord, importer: String?, reason: String) -> Failure {
    Failure(reference: file.reference, importer: importer ?? "", reason: reason, when: Int64(time(nil)))
  }
}

/// Results that wait to be committed together.
private struct ResultGroup {
  private var results: [ImportedFile<FileRecord>] = []
  private var textBytes = 0
  private var began = ContinuousClock.now

  mutating func add(_ result: ImportedFile<FileRecord>) {
    if results.isEmpty { began = .now }
    results.append(result)
    switch result.content {
    case .text(let pieces, _), .finished(_, _, _, let pieces, _): textBytes += pieces.reduce(0) { $0 + $1.byteCount }
    case .failed, .vanished, .stopped: break
    }
  }

  func isFull(_ limit: (files: Int, textBytes: Int, time: Duration)) -> Bool {
    results.count >= limit.files || textBytes >= limit.textBytes || ContinuousClock.now - began >= limit.time
  }

  mutating func take() -> [ImportedFile<FileRecord>] {
    defer {
      results = []
      textBytes = 0
    }
    return results
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// Changes to the catalog that are committed together. A write transaction exists only inside the
/// closure of ``Store/write(_:)``, on the calling thread.
///
/// Keep it short, at most 256 documents or 20 ms, because all other writers wait for it.
package struct WriteTransaction: ~Copyable {
  /// The catalog including the changes made so far.
  package let snapshot: Snapshot
  let pending: Pending

  /// State that is written when the transaction commits.
  final class Pending {
    var counters: Counters
    let committed: Counters
    var changes = ChangeLogWriter()
    /// The greatest key of ``CatalogTable/documents``. Rows after it are appended.
    var lastDocument: DocumentReference?
    /// Documents whose text in the text layer is outdated.
    var staleTexts: Set<UInt64> = []
    /// The text segment that the transaction adds, and its ordinals that become live.
    var texts: (record: SegmentRecord, taken: Set<UInt32>)?
    /// Segments whose files have been renamed to their final names.
    var named: [SegmentID] = []
    /// Names of sidecars that were added, changed, renamed or removed, by their directories.
    var sidecars: [DirectoryID: Set<[UInt8]>] = [:]
    /// The directories of domains that items were put into.
    var domains: [String?: DirectoryID] = [:]
    /// Seconds since 1970 when the transaction began.
    let now: Int64
    /// See ``Store/nameIndexThreshold``.
    let nameIndexThreshold: Int
    /// Number of rows written or removed. Tests check this number for some operations.
    var rowsWritten = 0

    init(_ counters: Counters, lastDocument: DocumentReference?, now: Int64, nameIndexThreshold: Int) {
      self.counters = counters
      committed = counters
      self.lastDocument = lastDocument
      self.now = now
      self.nameIndexThreshold = nameIndexThreshold
    }
  }

  init(_ snapshot: consuming Snapshot, nameIndexThreshold: Int, now: Int64) throws(StoreError) {
    let counters = try snapshot.counters()
    pending = Pending(counters, lastDocument: try snapshot.lastDocument(), now: now, nameIndexThreshold: nameIndexThreshold)
    self.snapshot = snapshot
  }

  /// Whether there is anything to commit.
  var hasChanges: Bool { pending.rowsWritten > 0 || !pending.changes.isEmpty || pending.counters != pending.committed }

  consuming func commit() throws(StoreError) {
    try flush()
    CrashPoint.commitPrepared.pass()
    let path = snapshot.path
    let generation = snapshot.lease.generation
    generation.environment.beginCommit()
    defer { generation.environment.endCommit() }
    try snapshot.transaction.commit(path)
    CrashPoint.commitDone.pass()
    try generation.completeFile()
    CrashPoint.commitCompleted.pass()
  }

  private borrowing func flush() throws(StoreError) {
    try readDescribedFiles()
    try writeTextMasks()
    if !pending.changes.isEmpty { try writeChanges() }
    if pending.counters != pending.committed { try put(.meta, bytes: Counters.row, pending.counters.encoded()) }
  }

  // MARK: Rows

  func put(_ table: CatalogTable, _ key: Key, _ value: borrowing [UInt8], appending: Bool = false) throws(StoreError) {
    pending.rowsWritten += 1
    try snapshot.transaction.put(table, key, value, appending: appending)
  }

  func put(_ table: CatalogTable, bytes key: [UInt8], _ value: borrowing [UInt8]) throws(StoreError) {
    pending.rowsWritten += 1
    try snapshot.transaction.put(table, bytes: key, value)
  }

  @discardableResult
  func remove(_ table: CatalogTable, _ key: Key) throws(StoreError) -> Bool {
    let existed = try snapshot.transaction.remove(table, key)
    if existed { pending.rowsWritten += 1 }
    return existed
  }

  @discardableResult
  func remove(_ table: CatalogTable, bytes key: [UInt8]) throws(StoreError) -> Bool {
    let existed = try snapshot.transaction.remove(table, bytes: key)
    if existed { pending.rowsWritten += 1 }
    return existed
  }

  func putDirectory(_ record: DirectoryRecord) throws(StoreError) {
    if let old = try snapshot.directoryRecord(record.id), !old.lies(like: record) { try noteMove(of: record.id) }
    try put(.directories, Key(record.id), record.encoded())
    snapshot.memo[directory: record.id] = record
  }

  func putFile(_ file: StoredFile, at reference: DocumentReference) throws(StoreError) {
    let owner = try snapshot.owners.number(of: Owner(file.status), in: snapshot.transaction)
    let isLast = pending.lastDocument.map { $0 < reference } ?? true
    try put(.documents, Key(reference), file.encoded(owner: owner), appending: isLast)
    if isLast { pending.lastDocument = reference }
  }

  /// Removes only a document's row, not its names, attributes or text.
  func removeFile(at reference: DocumentReference) throws(StoreError) {
    try remove(.documents, Key(reference))
    let pending = pending
    if pending.lastDocument == reference { pending.lastDocument = try snapshot.lastDocument() }
  }

  func allocateDocument() -> DocumentID {
    defer { pending.counters.nextDocument += 1 }
    return DocumentID(rawValue: pending.counters.nextDocument)
  }

  func allocateDirectory() -> DirectoryID {
    defer {
      pending.counters.nextDirectory += 1
      pending.counters.counts.directories += 1
    }
    return DirectoryID(rawValue: pending.counters.nextDirectory)
  }

  func count(_ state: ContentState, by step: Int) {
    pending.counters.counts.byContent[Int(state.rawValue)] += step
  }

  func log(_ kind: Change.Kind, _ reference: DocumentReference, from old: DirectoryID? = nil) {
    pending.changes.append(kind, reference, from: old)
  }
}

extension Snapshot {
  /// The greatest key of ``CatalogTable/documents``; `nil` when the table is empty.
  fileprivate func lastDocument() throws(StoreError) -> DocumentReference? {
    let cursor = try transaction.cursor(.documents)
    return try cursor.last() ? cursor.reference : nil
  }
}

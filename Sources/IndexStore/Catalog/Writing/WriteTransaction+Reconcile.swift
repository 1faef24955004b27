// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// Reconciliation of a directory with its listing.
///
/// Invariants:
/// 1. Afterwards the directory's documents are exactly the listed entries, and those of which the
///    caller knows only that they exist.
/// 2. An entry keeps its DocumentID while its name stays, or while its inode stays in the directory
///    under another name.
/// 3. If a name belongs to another inode of the same kind, the document is updated and not
///    replaced, because editors save by replacing the file.
extension WriteTransaction {
  /// Makes the catalog agree with the listing of a directory.
  ///
  /// Call ``Snapshot/isUnchanged(_:with:_:)`` first: most listings are unchanged, and finding out
  /// needs no write lock.
  ///
  /// - Parameters:
  ///   - kept: Names of entries that exist but are not in the listing. Their documents stay as they
  ///     are.
  ///   - modified: The directory's modification time in nanoseconds since 1970, read before the
  ///     listing. It is stored for the next comparison.
  /// - Complexity: O(entries). The first listing of a directory is appended to the table. Unchanged
  ///   entries need little memory if the listing is sorted by name, bytewise.
  package func reconcile(
    _ directory: DirectoryID, with listing: [ListedFile], keeping kept: Set<[UInt8]> = [], modified: Int64 = 0
  ) throws(StoreError) -> Reconciliation {
    let isFirst = try noteListing(of: directory, modified: modified)
    // There may be documents before the first listing: roots of other indexed trees inside an
    // ancestor.
    var unchanged = try snapshot.unchangedEntries(of: listing.count, in: directory) { listing[$0] }
    if !kept.isEmpty { unchanged.others.removeAll { kept.contains($0.name) } }
    let result = try apply(listing, but: unchanged, to: directory, added: isFirst ? nil : pending.now)
    try indexNames(of: directory, entries: listing.count)
    return result
  }

  /// Adds the next entries of a directory that is listed for the first time.
  ///
  /// Splits a long listing into several transactions, so that other writers wait only for one of
  /// them and memory holds the changes of only one. The directory counts as listed after the last
  /// part.
  ///
  /// - Parameters:
  ///   - last: The last document of the previous part; `nil` for the first part.
  ///   - total: For the last part, the number of entries of all parts; otherwise `nil`.
  /// - Returns: `nil`, and nothing is changed, if another writer has listed the directory or added
  ///   an entry to it. Use ``reconcile(_:with:keeping:modified:)`` then, which compares with the
  ///   existing entries.
  package func addFirst(
    _ part: [ListedFile], to directory: DirectoryID, after last: DocumentReference?, completing total: Int?
  ) throws(StoreError) -> Reconciliation? {
    guard try existing(directory).firstListed == 0, try snapshot.lastDocument(in: directory) == last else { return nil }
    let result = try apply(part, but: UnchangedEntries(), to: directory, added: nil)
    if let total {
      _ = try noteListing(of: directory, modified: 0)
      try indexNames(of: directory, entries: total)
    }
    return result
  }

  /// Makes the catalog agree with the next part of a listing. Documents whose entries are in no part are left
  /// to the caller, who removes them after the last part, see ``StagedReconciliation/unlisted(after:limit:in:)``,
  /// and then calls ``complete(_:entries:isNamesOnly:)``.
  ///
  /// - Parameters:
  ///   - part: See ``Snapshot/unchanged(_:_:isNamesOnly:nextNames:)``.
  ///   - isNamesOnly: Whether the contents of the directory's files are not read.
  package func reconcile(
    _ part: [ListedFile], _ staged: inout StagedReconciliation, isNamesOnly: Bool
  ) throws(StoreError) -> Reconciliation {
    let record = try existing(staged.directory)
    var next = staged
    var result = Reconciliation()
    for (entry, match) in zip(part, try next.match(part, in: snapshot)) {
      let old: FileRecord?
      switch match {
      case .unchanged(let reference, let content, let subdirectory):
        result.unchanged += 1
        if content == .pending || content == .textPending { result.pending.append(reference) }
        if let subdirectory {
          result.subdirectories.append(Reconciliation.Subdirectory(id: subdirectory, name: entry.name, isNew: false))
        }
        if record.isNamesOnly != isNamesOnly { try adapt(reference, to: entry.content, &result) }
        continue
      case .changed(let record): old = record
      case .none: old = if let renamed = try next.renamed(entry, in: snapshot) { renamed } else { try next.moved(entry, in: snapshot) }
      }
      try apply(entry, continuing: old, to: staged.directory, added: record.firstListed == 0 ? nil : pending.now, &result)
      if let old, record.isNamesOnly != isNamesOnly { try adapt(old.reference, to: entry.content, &result) }
    }
    try next.noteAdditions(in: snapshot)
    staged = next
    return result
  }

  /// Records that all parts of a listing were reconciled.
  ///
  /// - Parameter entries: Number of entries of all parts.
  package func complete(_ staged: StagedReconciliation, entries: Int, isNamesOnly: Bool) throws(StoreError) {
    _ = try noteListing(of: staged.directory, modified: 0)
    try setNamesOnly(staged.directory, isNamesOnly)
    try indexNames(of: staged.directory, entries: entries)
  }

  /// - Returns: Whether this is the first listing of the directory.
  private func noteListing(of directory: DirectoryID, modified: Int64) throws(StoreError) -> Bool {
    var record = try existing(directory)
    try snapshot.checkEntry(of: record)
    let isFirst = record.firstListed == 0
    if isFirst { record.firstListed = pending.now }
    if isFirst || record.listed != modified || !record.isIndexed {
      record.listed = modified
      record.isIndexed = true
      try putDirectory(record)
    }
    return isFirst
  }

  private func indexNames(of directory: DirectoryID, entries: Int) throws(StoreError) {
    if entries > pending.nameIndexThreshold * NameIndex.listingFactor { try indexNames(of: directory) }
  }

  private func apply(
    _ listing: [ListedFile], but unchanged: UnchangedEntries, to directory: DirectoryID, added: Int64?
  ) throws(StoreError) -> Reconciliation {
    var result = Reconciliation()
    let rest = unchanged.count == 0 ? listing : listing.indices.lazy.filter { !unchanged.contains($0) }.map { listing[$0] }
    let matching = Matching(stored: unchanged.others, listing: rest)
    for old in matching.leftover {
      // The row was just read, so LMDB finds it unless it is in the wrong order.
      guard try remove(old.reference) else { throw .outOfOrder(.documents) }
      result.removed.append(old.reference)
    }
    var matched = 0
    for (index, entry) in listing.enumerated() {
      if unchanged.contains(index) {
        result.unchanged += 1
        if let document = unchanged.pending[index] { result.pending.append(document) }
        if let id = unchanged.subdirectories[index] {
          result.subdirectories.append(Reconciliation.Subdirectory(id: id, name: entry.name, isNew: false))
        }
        continue
      }
      try apply(entry, continuing: matching.partner(of: matched), to: directory, added: added, &result)
      matched += 1
    }
    return result
  }

  /// Updates a document to the listed entry, or adds one.
  ///
  /// - Parameter old: The document of the entry; `nil` if the entry is new.
  private func apply(
    _ entry: ListedFile, continuing old: FileRecord?, to directory: DirectoryID, added: Int64?, _ result: inout Reconciliation
  ) throws(StoreError) {
    let reference: DocumentReference
    if let old {
      reference = old.reference
      try update(old, to: entry, &result)
    } else {
      reference = try add(entry, to: directory, added: added)
      result.added.append(reference)
      if entry.content == .pending { result.pending.append(reference) }
    }
    if entry.status.kind == .directory, let id = try subdirectory(of: reference, old) {
      let isNew = old?.status.identity != entry.status.identity
      result.subdirectories.append(Reconciliation.Subdirectory(id: id, name: entry.name, isNew: isNew, isReplaced: isNew && old != nil))
    }
  }

  private func subdirectory(of reference: DocumentReference, _ old: FileRecord?) throws(StoreError) -> DirectoryID? {
    if let old { old.subdirectory } else { try stored(at: reference)?.subdirectory }
  }

  /// Updates a document's row to the listed entry.
  private func update(_ old: FileRecord, to entry: ListedFile, _ result: inout Reconciliation) throws(StoreError) {
    let isRenamed = old.name != entry.name
    guard isRenamed || old.status != entry.status else {
      result.unchanged += 1
      if old.content == .pending || old.content == .textPending { result.pending.append(old.reference) }
      return
    }
    guard var file = try stored(at: old.reference) else { throw .outOfOrder(.documents) }
    try change(&file, at: old.reference, to: entry)
    result.changed.append(old.reference)
    if file.content == .pending || file.content == .textPending { result.pending.append(old.reference) }
  }

  /// Gives a document the name and status of an entry. If the content may differ, the content state
  /// becomes that of the entry.
  ///
  /// - Parameter old: The directory that the document has left for its present one; `nil` for none.
  func change(
    _ file: inout StoredFile, at reference: DocumentReference, to entry: ListedFile, leaving old: DirectoryID? = nil
  ) throws(StoreError) {
    let isRenamed = file.name != entry.name
    // Renaming changes the inode's change time, so here that time says nothing about the content.
    let isTouched =
      isRenamed && file.status.identity == entry.status.identity
      ? file.status.size != entry.status.size || file.status.modified != entry.status.modified
      : file.status.mayDifferInContent(from: entry.status)
    // A different file name extension may select a different importer.
    var mayDiffer = isTouched || isRenamed && file.type != entry.type && entry.content == .pending
    // Extended attributes may have changed together with the name, and the status does not show it.
    if isRenamed, !mayDiffer {
      mayDiffer = if entry.mayHaveExtendedAttributes { true } else { try hasExtendedAttributes(reference.document) }
    }
    if isRenamed || old != nil, !mayDiffer {
      mayDiffer = try mayChangeSidecar(file, as: entry, from: old ?? reference.directory, to: reference.directory)
    }
    if mayDiffer {
      let content = try contentState(of: entry, in: reference.directory)
      count(file.content, by: -1)
      count(content, by: 1)
      if content == .none && file.content != .none {
        try removeContent(of: reference.document)
        try setText(nil, of: &file, reference.document)
      }
      file.content = content
      file.type = entry.type
    } else if isRenamed && entry.content == .none {
      file.type = entry.type
    }
    file.status = entry.status
    noteSidecar(file.name, file.status.kind, in: reference.directory)
    noteSidecar(entry.name, entry.status.kind, in: reference.directory)
    if isRenamed { try removeName(file.name, of: reference) }
    file.name = entry.name
    try putFile(file, at: reference)
    if isRenamed { try addName(entry.name, of: reference) }
    log(.changed, reference)
    if isRenamed, let subdirectory = file.subdirectory {
      var record = try existing(subdirectory)
      record.name = entry.name
      try putDirectory(record)
    }
  }

  private func hasExtendedAttributes(_ document: DocumentID) throws(StoreError) -> Bool {
    guard let record = try snapshot.attributes(of: document) else { return false }
    return record.known.contains { $0.key.definition.source == .extendedAttribute }
  }

  /// Adds or updates the document of one entry, for an event that names it.
  package func update(_ directory: DirectoryID, entry: ListedFile) throws(StoreError) -> Reconciliation {
    let stored = try child(named: entry.name, of: directory).map { [$0] } ?? []
    return try apply([entry], but: UnchangedEntries(others: stored), to: directory, added: pending.now)
  }

  /// Removes one entry of a directory.
  ///
  /// - Returns: The record of the removed document; `nil` when the catalog has no such entry.
  @discardableResult
  package func removeEntry(named name: [UInt8], in directory: DirectoryID) throws(StoreError) -> FileRecord? {
    guard let old = try child(named: name, of: directory) else { return nil }
    try remove(old.reference)
    return old
  }
}

extension Snapshot {
  /// The document of a directory with the greatest DocumentID; `nil` when it has none.
  func lastDocument(in directory: DirectoryID) throws(StoreError) -> DocumentReference? {
    let cursor = try transaction.cursor(.documents)
    let end = DocumentReference(directory: directory, document: DocumentID(rawValue: .max))
    guard try cursor.seek(atOrBefore: Key(end)) else { return nil }
    let last = cursor.reference
    return last.directory == directory ? last : nil
  }
}

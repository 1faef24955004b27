internal import Attributes
internal import LMDB

/// Agreement with a directory listing.
///
/// Invariants:
/// 1. Afterwards the directory's documents are exactly the listing's entries (and, with ``RemovalPolicy/report``, the missing ones).
/// 2. An entry keeps its DocumentID while its name stays, or while its inode stays in the directory under another name.
/// 3. A name that now belongs to another inode of the same kind is an update, not a new document: editors save by replacing.
extension WriteTransaction {
  /// Makes the catalog agree with the listing of a directory.
  ///
  /// Look first whether ``Snapshot/isUnchanged(_:with:)``: most directories are, and that needs no writer's lock.
  ///
  /// - Parameter modified: The directory's own modification time, read before it was listed; kept for the next comparison.
  /// - Complexity: O(entries); a directory listed for the first time is appended to the catalog. Little memory for entries that did not change
  ///   where the listing is sorted by name, bytewise.
  package func reconcile(
    _ directory: DirectoryID, with listing: [ListedFile], modified: Int64 = 0, removing policy: RemovalPolicy = .remove
  ) throws(StoreError) -> Reconciliation {
    let isFirst = try noteListing(of: directory, modified: modified)
    // Documents may be there before the first listing: the root of another indexed tree, below a bare ancestor.
    let unchanged = try snapshot.unchangedEntries(of: listing.count, in: directory) { listing[$0] }
    let result = try apply(listing, but: unchanged, to: directory, added: isFirst ? nil : pending.now, policy)
    try indexNames(of: directory, entries: listing.count)
    return result
  }

  /// Adds the next entries of a directory that is listed for the first time. A long listing is taken in in parts, so that other writers wait for
  /// one of them only, and the changes of one only are in memory. The directory counts as listed with the last.
  ///
  /// - Parameters:
  ///   - last: The document that the part before ended with; `nil` for the first part.
  ///   - total: With the last part, the number of entries in all.
  /// - Returns: `nil`, with nothing changed, where somebody else has listed the directory or added to it: then it is for
  ///   ``reconcile(_:with:modified:removing:)``, which knows what is there already.
  package func addFirst(
    _ part: [ListedFile], to directory: DirectoryID, after last: DocumentReference?, completing total: Int?
  ) throws(StoreError) -> Reconciliation? {
    guard try existing(directory).firstListed == 0, try snapshot.lastDocument(in: directory) == last else { return nil }
    let result = try apply(part, but: UnchangedEntries(), to: directory, added: nil, .remove)
    if let total {
      _ = try noteListing(of: directory, modified: 0)
      try indexNames(of: directory, entries: total)
    }
    return result
  }

  /// - Returns: Whether the directory was not listed before.
  private func noteListing(of directory: DirectoryID, modified: Int64) throws(StoreError) -> Bool {
    var record = try existing(directory)
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
    _ listing: [ListedFile], but unchanged: UnchangedEntries, to directory: DirectoryID, added: Int64?, _ policy: RemovalPolicy
  ) throws(StoreError) -> Reconciliation {
    var result = Reconciliation()
    let rest = unchanged.count == 0 ? listing : listing.indices.lazy.filter { !unchanged.contains($0) }.map { listing[$0] }
    let matching = Matching(stored: unchanged.others, listing: rest)
    for old in matching.leftover {
      switch policy {
      case .remove:
        try remove(old.reference)
        result.removed.append(old.reference)
      case .report: result.missing.append(old)
      }
    }
    var matched = 0
    for (place, entry) in listing.enumerated() {
      if unchanged.contains(place) {
        result.unchanged += 1
        if let document = unchanged.pending[place] { result.pending.append(document) }
        if let id = unchanged.subdirectories[place] {
          result.subdirectories.append(Reconciliation.Subdirectory(id: id, name: entry.name, isNew: false))
        }
        continue
      }
      let old = matching.partner(of: matched)
      matched += 1
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
        result.subdirectories.append(Reconciliation.Subdirectory(id: id, name: entry.name, isNew: isNew))
      }
    }
    return result
  }

  private func subdirectory(of reference: DocumentReference, _ old: FileRecord?) throws(StoreError) -> DirectoryID? {
    if let old { old.subdirectory } else { try stored(at: reference)?.subdirectory }
  }

  /// Brings a document's row up to what the listing says of it.
  private func update(_ old: FileRecord, to entry: ListedFile, _ result: inout Reconciliation) throws(StoreError) {
    let isRenamed = old.name != entry.name
    guard isRenamed || old.status != entry.status else {
      result.unchanged += 1
      if old.content == .pending || old.content == .textPending { result.pending.append(old.reference) }
      return
    }
    guard var file = try stored(at: old.reference) else { return }
    try change(&file, at: old.reference, to: entry)
    result.changed.append(old.reference)
    if file.content == .pending || file.content == .textPending { result.pending.append(old.reference) }
  }

  /// Gives a document the name, status and, where the content may differ, the initial state of an entry.
  func change(_ file: inout StoredFile, at reference: DocumentReference, to entry: ListedFile) throws(StoreError) {
    let isRenamed = file.name != entry.name
    // Renaming sets the inode's change time, so that alone says nothing about the content here.
    let isTouched =
      isRenamed && file.status.identity == entry.status.identity
      ? file.status.size != entry.status.size || file.status.modified != entry.status.modified
      : file.status.mayDifferInContent(from: entry.status)
    // Another extension may mean another importer.
    var mayDiffer = isTouched || isRenamed && file.type != entry.type && entry.content == .pending
    // Extended attributes may have been set or removed with the renaming.
    if isRenamed, !mayDiffer {
      mayDiffer = if entry.mayHaveExtendedAttributes { true } else { try hasExtendedAttributes(reference.document) }
    }
    if mayDiffer {
      count(file.content, by: -1)
      count(entry.content, by: 1)
      if entry.content == .none && file.content != .none {
        try removeContent(of: reference.document)
        try setText(nil, of: &file, reference.document)
      }
      file.content = entry.content
      file.type = entry.type
    } else if isRenamed && entry.content == .none {
      file.type = entry.type
    }
    file.status = entry.status
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

  /// Records one entry of a directory, for an event that names it: adds or updates its document.
  package func update(_ directory: DirectoryID, entry: ListedFile) throws(StoreError) -> Reconciliation {
    let stored = try child(named: entry.name, of: directory).map { [$0] } ?? []
    return try apply([entry], but: UnchangedEntries(others: stored), to: directory, added: pending.now, .remove)
  }

  /// Records that a directory no longer has an entry.
  ///
  /// - Returns: What was removed; `nil` when the catalog had no such entry.
  @discardableResult
  package func removeEntry(named name: [UInt8], in directory: DirectoryID) throws(StoreError) -> DocumentReference? {
    guard let old = try child(named: name, of: directory) else { return nil }
    try remove(old.reference)
    return old.reference
  }
}

extension Snapshot {
  /// The newest document of a directory.
  fileprivate func lastDocument(in directory: DirectoryID) throws(StoreError) -> DocumentReference? {
    let cursor = try transaction.cursor(.documents)
    let end = DocumentReference(directory: directory, document: DocumentID(rawValue: .max))
    guard try cursor.seek(atOrBefore: Key(end)) else { return nil }
    let last = try cursor.reference
    return last.directory == directory ? last : nil
  }
}

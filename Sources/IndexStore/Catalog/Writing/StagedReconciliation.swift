// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// Reconciliation of a directory with a listing that arrives in parts, in several transactions. The
/// invariants are those of a whole listing; see `WriteTransaction+Reconcile.swift`.
///
/// Memory is needed only for what differs from the last listing: 16 bytes for each row that was added since
/// the first one, and for each entry that was removed or renamed. Each other row needs one bit.
///
/// A copy has the state at the time of copying. A transaction changes a copy, which replaces the original
/// only if nothing fails.
package struct StagedReconciliation: Sendable {
  package let directory: DirectoryID
  /// Documents from this one on were added after the listing began, so it says nothing about them.
  private let firstNewDocument: DocumentID
  /// Names of entries that exist but are not in the listing. Their documents stay as they are.
  package var kept: Set<[UInt8]>
  /// Documents whose entries were in a part.
  private var seen = DocumentBitmap()
  private var merge = RowMerge()
  /// The rows that ``merge`` does not find, by their names; `nil` until they are needed.
  private var strays: HashedDocuments?
  /// The last document that is a stray or in the chain.
  private var newest = DocumentID(rawValue: 0)
  /// Documents whose names are not in the listing, by the identities of their files. Each may have been
  /// renamed. `nil` until they are needed.
  private var unnamed: HashedDocuments?

  /// - Parameter firstNewDocument: The DocumentID that the next new document gets.
  fileprivate init(of directory: DirectoryID, keeping kept: Set<[UInt8]>, before firstNewDocument: DocumentID) {
    self.directory = directory
    self.kept = kept
    self.firstNewDocument = firstNewDocument
  }

  /// Number of documents that are held one by one.
  var heldDocuments: Int { (strays?.count ?? 0) + (unnamed?.count ?? 0) }

  /// How the catalog knows a listed entry.
  enum Match {
    case unchanged(DocumentReference, ContentState, DirectoryID?)
    case changed(FileRecord)
    /// No document has the name and the kind of the entry.
    case none
  }

  /// Finds the documents that have the names and the kinds of the entries of the next part.
  mutating func match(_ part: [ListedFile], in snapshot: borrowing Snapshot) throws(StoreError) -> [Match] {
    if !kept.isEmpty { kept.subtract(part.map(\.name)) }
    var matches: [Match] = Array(repeating: .none, count: part.count)
    var documents: [DocumentID] = []
    documents.reserveCapacity(part.count)
    let names = part.map { ListedName(bytes: $0.name, kind: $0.status.kind) }
    var merge = merge
    try find(names, with: &merge, in: snapshot) { index, row throws(StoreError) in
      documents.append(row.reference.document)
      matches[index] =
        if row.status == part[index].status {
          .unchanged(row.reference, row.content, row.subdirectory)
        } else {
          .changed(try snapshot.record(row))
        }
    }
    self.merge = merge
    for document in documents { seen.insert(document.rawValue) }
    return matches
  }

  /// Whether ``renamed(_:in:)`` can find documents.
  var knowsUnnamed: Bool { unnamed != nil }

  /// Finds the documents whose names are not in the listing.
  ///
  /// - Parameter nextNames: Returns the next of all names of the listing, in ascending order; none at the
  ///   end.
  mutating func findUnnamed(_ nextNames: () throws(StoreError) -> [ListedName], in snapshot: borrowing Snapshot) throws(StoreError) {
    var named = DocumentBitmap()
    var merge = RowMerge()
    while true {
      let names = try nextNames()
      if names.isEmpty { break }
      try find(names, with: &merge, in: snapshot) { _, row in named.insert(row.reference.document.rawValue) }
    }
    var elements: [HashedDocuments.Element] = []
    try forEachUnlisted(than: named, after: nil, in: snapshot) { row in
      elements.append(HashedDocuments.Element(hash: row.status.identity.shortHash, document: row.reference.document))
      return true
    }
    unnamed = HashedDocuments(elements)
  }

  /// The document of an entry without a match, if the file had another name in the directory.
  mutating func renamed(_ entry: ListedFile, in snapshot: borrowing Snapshot) throws(StoreError) -> FileRecord? {
    guard let unnamed else { return nil }
    let identity = entry.status.identity
    for document in unnamed[identity.shortHash] where !seen.contains(document.rawValue) {
      let reference = DocumentReference(directory: directory, document: document)
      guard let record = try snapshot.record(of: reference) else { continue }
      if record.status.identity == identity, record.status.kind == entry.status.kind {
        seen.insert(document.rawValue)
        return record
      }
    }
    return nil
  }

  /// The document of an entry without a match that another program has moved into the directory meanwhile. It
  /// may be found only if the names of the directory are indexed, as those of most large directories are.
  mutating func moved(_ entry: ListedFile, in snapshot: borrowing Snapshot) throws(StoreError) -> FileRecord? {
    guard try snapshot.directoryRecord(directory)?.isNamed == true,
      let record = try snapshot.child(named: entry.name, of: directory), record.status.kind == entry.status.kind
    else { return nil }
    return seen.insert(record.document.rawValue) ? record : nil
  }

  /// Documents whose entries were in no part. Called after the last part.
  ///
  /// - Parameters:
  ///   - last: The last document of the previous call; `nil` in the first one.
  ///   - limit: Maximum number of documents.
  package func unlisted(
    after last: DocumentReference?, limit: Int, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [DocumentReference] {
    var documents: [DocumentReference] = []
    try forEachUnlisted(than: seen, after: last, in: snapshot) { row in
      documents.append(row.reference)
      return documents.count < limit
    }
    return documents
  }

  private func forEachUnlisted(
    than listed: DocumentBitmap, after last: DocumentReference?, in snapshot: borrowing Snapshot, _ body: (borrowing FileRow) -> Bool
  ) throws(StoreError) {
    try snapshot.forEachRow(in: directory, after: last) { row throws(StoreError) in
      let document = row.reference.document
      if document >= firstNewDocument { return false }
      if listed.contains(document.rawValue) || !kept.isEmpty && kept.contains(row.nameBytes) { return true }
      return body(row)
    }
  }

  // MARK: Names

  private mutating func find(
    _ names: [ListedName], with merge: inout RowMerge, in snapshot: borrowing Snapshot,
    _ body: (Int, borrowing FileRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    var isFound = Array(repeating: false, count: names.count)
    try merge.pass(names, in: directory, snapshot) { index, row throws(StoreError) in
      isFound[index] = true
      try body(index, row)
    }
    if !isFound.contains(false) { return }
    let strays = try knownStrays(in: snapshot)
    for (index, name) in names.enumerated() where !isFound[index] {
      for document in strays[NameIndex.hash(name.bytes.span)] {
        let reference = DocumentReference(directory: directory, document: document)
        guard let value = try snapshot.transaction.value(.documents, Key(reference)) else { continue }
        let row = try FileRow(reference, value, owners: snapshot.owners)
        guard row.name.isEqual(to: name.bytes.span), name.isOfKind(row.status.kind) else { continue }
        try body(index, row)
        break
      }
    }
  }

  /// ``strays``, and the documents that other programs have added meanwhile.
  private mutating func knownStrays(in snapshot: borrowing Snapshot) throws(StoreError) -> HashedDocuments {
    if let strays, try snapshot.lastDocument(in: directory)?.document ?? newest <= newest { return strays }
    var elements: [HashedDocuments.Element] = []
    var chain = RowMerge.Chain()
    var last = newest
    try snapshot.forEachRow(
      in: directory, after: strays.map { _ in DocumentReference(directory: directory, document: newest) }
    ) { row in
      last = row.reference.document
      let isInChain = strays == nil && chain.add(row)
      if !isInChain { elements.append(HashedDocuments.Element(hash: NameIndex.hash(row.name), document: last)) }
      return true
    }
    newest = last
    if strays == nil { strays = HashedDocuments(elements) } else { strays?.add(elements) }
    return strays ?? HashedDocuments([])
  }

  mutating func takeStrays(of other: StagedReconciliation) { (strays, newest) = (other.strays, other.newest) }

  /// Notes that the caller has added documents, which are not listed again.
  mutating func noteAdditions(in snapshot: borrowing Snapshot) throws(StoreError) {
    if strays != nil, let last = try snapshot.lastDocument(in: directory) { newest = max(newest, last.document) }
  }
}

extension FileIdentity {
  fileprivate var shortHash: UInt32 {
    let product = (inode ^ UInt64(bitPattern: born)) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(product >> 32)
  }
}

extension Snapshot {
  /// Begins to reconcile a directory with a listing that arrives in parts.
  ///
  /// - Parameter kept: Names of entries that exist, and are perhaps not in the listing. Their documents
  ///   stay as they are.
  /// - Throws: `StoreError.unknownDirectory` if the directory is not in the catalog.
  package func reconciliation(of directory: DirectoryID, keeping kept: Set<[UInt8]>) throws(StoreError) -> StagedReconciliation {
    guard let record = try directoryRecord(directory) else { throw .unknownDirectory(directory) }
    try checkEntry(of: record)
    return StagedReconciliation(of: directory, keeping: kept, before: DocumentID(rawValue: try counters().nextDocument))
  }

  /// Compares the next part of a listing with the catalog. Call it before
  /// ``WriteTransaction/reconcile(_:_:isNamesOnly:)``: most parts are unchanged, and finding out needs no
  /// write lock.
  ///
  /// - Parameters:
  ///   - part: In ascending order of names, which are greater than those of earlier parts.
  ///   - isNamesOnly: Whether the contents of the directory's files are not read.
  ///   - nextNames: See ``StagedReconciliation/findUnnamed(_:in:)``. Called if the part has new names and
  ///     no earlier part had.
  /// - Returns: The entries in the part if it agrees with the catalog, without pending documents. Otherwise
  ///   `nil`, and the part is to be reconciled.
  package func unchanged(
    _ part: [ListedFile], _ staged: inout StagedReconciliation, isNamesOnly: Bool, nextNames: () throws(StoreError) -> [ListedName]
  ) throws(StoreError) -> Reconciliation? {
    var next = staged
    var result = Reconciliation()
    var hasNewNames = false
    for (entry, match) in zip(part, try next.match(part, in: self)) {
      switch match {
      case .unchanged(_, _, let subdirectory):
        result.unchanged += 1
        if let subdirectory {
          result.subdirectories.append(Reconciliation.Subdirectory(id: subdirectory, name: entry.name, isNew: false))
        }
      case .changed: break
      case .none: hasNewNames = true
      }
    }
    if result.unchanged == part.count, try directoryRecord(staged.directory)?.isNamesOnly == isNamesOnly {
      staged = next
      return result
    }
    // They need not be found again in the write transaction.
    staged.takeStrays(of: next)
    if hasNewNames, !staged.knowsUnnamed { try staged.findUnnamed(nextNames, in: self) }
    return nil
  }
}

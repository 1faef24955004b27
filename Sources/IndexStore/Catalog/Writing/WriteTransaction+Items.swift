// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CXXHash
internal import LMDB

/// Items are documents. The directories of the catalog are the levels of their domains, so that a
/// domain is removed in O(1), as a tree of files is.
extension WriteTransaction {
  /// A DocumentID for an item that is being put, assigned before the transaction so that its text
  /// could be indexed under it.
  enum AssignedDocument: Hashable {
    /// The item had this document.
    case present(DocumentID)
    /// No document had this ID.
    case fresh(DocumentID)

    var id: DocumentID {
      switch self {
      case .present(let id), .fresh(let id): id
      }
    }
  }

  /// The text of an item.
  struct ItemText {
    var chunks: [TextChunk]
    var document: TextSegmentWriter.Document
  }

  /// Adds or replaces an item.
  ///
  /// - Returns: `false` when the assigned document is no longer that of the item. Nothing was
  ///   changed.
  func putItem(_ item: Item, as assigned: AssignedDocument, _ text: ItemText?) throws(StoreError) -> Bool {
    let key = ItemRow.key(item.identifier)
    let old = try takeOver(key, by: assigned)
    if case .present(let document) = assigned, old?.reference.document != document { return false }
    let reference = DocumentReference(directory: try domainDirectory(item.domain), document: assigned.id)
    var file = try old.flatMap { row throws(StoreError) in try stored(at: row.reference) } ?? newFile()
    if old == nil { count(.current, by: 1) }
    file.status.changed = pending.now * 1_000_000_000
    file.status.modified = file.status.changed
    try putRecord(item.record(), of: reference.document)
    try setText(text?.document, of: &file, reference.document)
    let chunks = text?.chunks ?? []
    for (number, chunk) in chunks.enumerated() { try put(.texts, Key(reference.document, chunk: UInt32(number)), chunk.bytes) }
    if old != nil { try removeText(of: reference.document, from: UInt32(chunks.count)) }
    try place(file, at: reference, insteadOf: old?.reference)
    try putRow(ItemRow(reference: reference, expiration: item.expiration), key, insteadOf: old)
    return true
  }

  /// Changes an existing item.
  ///
  /// - Parameters:
  ///   - assigned: The document of the new text; not used if the text does not change.
  ///   - text: Not used if the item keeps its text.
  /// - Returns: `false` when the assigned document is no longer that of the item. Nothing was
  ///   changed.
  func updateItem(_ update: ItemUpdate, as assigned: AssignedDocument, _ text: ItemText?) throws(StoreError) -> Bool {
    let key = ItemRow.key(update.identifier)
    guard let old = try presentRow(key), var file = try stored(at: old.reference) else { return true }
    let record = try snapshot.attributes(of: old.reference.document) ?? AttributeRecord()
    let (item, changesText) = update.applied(to: record, expiration: old.expiration, hasText: file.hasText)
    if changesText { return try putItem(item, as: assigned, text) }

    let reference = DocumentReference(directory: try domainDirectory(item.domain), document: old.reference.document)
    file.status.changed = pending.now * 1_000_000_000
    file.status.modified = file.status.changed
    try putRecord(item.record(), of: reference.document)
    try place(file, at: reference, insteadOf: old.reference)
    try putRow(ItemRow(reference: reference, expiration: item.expiration), key, insteadOf: old)
    return true
  }

  /// Removes an item. Does nothing if there is none.
  func removeItem(_ identifier: String) throws(StoreError) {
    guard let row = try presentRow(ItemRow.key(identifier)) else { return }
    try remove(row.reference)
  }

  /// Removes the items of a domain and of the domains below it in O(1). ``sweep(limit:)`` removes
  /// their rows.
  func removeDomain(_ domain: String) throws(StoreError) {
    guard let directory = try snapshot.domainDirectory(domain) else { return }
    try removeTree(directory)
    pending.domains = [:]
  }

  /// Removes all items in O(1), and the client state.
  func removeAllItems() throws(StoreError) {
    if let directory = try snapshot.domainDirectory(nil) { try removeTree(directory) }
    pending.domains = [:]
    try remove(.meta, bytes: Array(Snapshot.clientStateRow.utf8))
  }

  func setClientState(_ state: [UInt8]) throws(StoreError) { try setMeta(Snapshot.clientStateRow, state) }

  /// Removes items that have expired.
  ///
  /// - Parameter limit: Maximum number of items to remove in this call.
  /// - Returns: `true` when none is left.
  func removeExpired(limit: Int) throws(StoreError) -> Bool {
    var expired: [DocumentReference] = []
    try snapshot.forEachExpired(at: pending.now) { reference in
      expired.append(reference)
      return expired.count < limit
    }
    for reference in expired { try remove(reference) }
    return expired.count < limit
  }

  // MARK: Rows

  /// Removes the rows that lead to an item, before its document is removed.
  func forgetItem(at reference: DocumentReference) throws(StoreError) {
    try forgetEngagement(with: reference.document)
    guard let identifier = try snapshot.attributes(of: reference.document)?.itemIdentifier else { return }
    let key = ItemRow.key(identifier)
    // After a tree was detached, the identifier may belong to a new item.
    guard let row = try snapshot.itemRow(key), row.reference == reference else { return }
    try remove(.items, bytes: key)
    if let expiration = row.expiration { try remove(.expirations, Key(expiration: expiration, reference.document)) }
  }

  /// The row of an item that exists.
  private func presentRow(_ key: [UInt8]) throws(StoreError) -> ItemRow? {
    guard let row = try snapshot.itemRow(key), try snapshot.isAttached(row.reference.directory) else { return nil }
    // An item that has expired is gone, although its rows remain for a while.
    if let expiration = row.expiration, expiration <= pending.now {
      try remove(row.reference)
      return nil
    }
    return row
  }

  /// The row of an item that keeps its document. An item that gets another document is removed.
  private func takeOver(_ key: [UInt8], by assigned: AssignedDocument) throws(StoreError) -> ItemRow? {
    guard let known = try snapshot.itemRow(key) else { return nil }
    if let row = try presentRow(key) {
      if case .present = assigned { return row }
      try remove(row.reference)
    } else if let expiration = known.expiration {
      // The tree of the item is detached and not swept yet.
      try remove(.expirations, Key(expiration: expiration, known.reference.document))
    }
    return nil
  }

  private func newFile() -> StoredFile {
    let time = pending.now * 1_000_000_000
    let status = FileStatus(
      kind: .other, inode: 0, size: 0, allocatedBlocks: 0, modified: time, changed: time, born: time, userID: 0, groupID: 0, mode: 0,
      linkCount: 1)
    return StoredFile(name: [], status: status, type: .unknown, content: .current)
  }

  private func putRecord(_ record: AttributeRecord, of document: DocumentID) throws(StoreError) {
    let bytes = record.encoded()
    try put(.attributes, Key(document), bytes)
    pending.counters.pendingBytes += UInt64(bytes.count)
  }

  private func place(_ file: StoredFile, at reference: DocumentReference, insteadOf old: DocumentReference?) throws(StoreError) {
    if let old, old != reference { try removeFile(at: old) }
    try putFile(file, at: reference)
    switch old {
    case nil: log(.added, reference)
    case reference?: log(.content, reference)
    case let old?: log(.moved, reference, from: old.directory)
    }
  }

  private func putRow(_ row: ItemRow, _ key: [UInt8], insteadOf old: ItemRow?) throws(StoreError) {
    if old != row { try put(.items, bytes: key, row.encoded()) }
    if old?.expiration == row.expiration, old?.reference == row.reference { return }
    if let old, let expiration = old.expiration { try remove(.expirations, Key(expiration: expiration, old.reference.document)) }
    guard let expiration = row.expiration else { return }
    var writer = ByteWriter()
    writer.append(fixed: row.reference.directory.rawValue)
    try put(.expirations, Key(expiration: expiration, row.reference.document), writer.sealed())
  }

  // MARK: Domains

  /// The directory of a domain, created if necessary.
  private func domainDirectory(_ domain: String?) throws(StoreError) -> DirectoryID {
    if let directory = pending.domains[domain] { return directory }
    let directory = try storedDomainDirectory(domain)
    pending.domains[domain] = directory
    return directory
  }

  private func storedDomainDirectory(_ domain: String?) throws(StoreError) -> DirectoryID {
    var directory = DirectoryID.root
    for name in Snapshot.domainPath(domain) {
      if let next = try snapshot.ancestor(named: name, of: directory) {
        directory = next
        continue
      }
      let next = allocateDirectory()
      try putDirectory(
        DirectoryRecord(
          id: next, parent: directory, name: name, document: nil, filesystem: .unknown, isIndexed: false, listed: 0, firstListed: 0))
      try putAncestor(next, named: name, of: directory)
      directory = next
    }
    return directory
  }
}

extension Snapshot {
  /// The directory of a domain; `nil` if no item was ever in it.
  func domainDirectory(_ domain: String?) throws(StoreError) -> DirectoryID? {
    var directory = DirectoryID.root
    for name in Self.domainPath(domain) {
      guard let next = try ancestor(named: name, of: directory) else { return nil }
      directory = next
    }
    return directory
  }

  /// The names of the directories that lead to the items of a domain. All items are in one tree, so
  /// that it can be removed as a whole.
  fileprivate static func domainPath(_ domain: String?) -> [[UInt8]] {
    let levels =
      domain.map { $0.utf8.split(separator: UInt8(ascii: "."), maxSplits: maximumDomainDepth, omittingEmptySubsequences: false) } ?? []
    return [Array("items".utf8)] + levels.map(directoryName)
  }

  /// Number of levels of a domain that are directories. What follows them is one more directory, because
  /// ``isAttached(_:)`` visits all levels of an item, and takes thousands of them for a cycle.
  private static let maximumDomainDepth = 256

  private static func directoryName(_ level: String.UTF8View.SubSequence) -> [UInt8] {
    let bytes = [UInt8(ascii: ".")] + Array(level)
    guard bytes.count > 255 else { return bytes }
    let hash = unsafe bytes.withUnsafeBufferPointer { unsafe xxh3_128($0.baseAddress, $0.count) }
    return bytes.prefix(200) + Array("~\(String(hash.high64, radix: 16))\(String(hash.low64, radix: 16))".utf8)
  }
}

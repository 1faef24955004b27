// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB
internal import LogMessages
internal import SystemPlatform

extension Snapshot {
  /// The stored client state; `nil` if there is none or it is empty.
  package func clientState() throws(StoreError) -> [UInt8]? { try meta(Self.clientStateRow).flatMap { $0.isEmpty ? nil : $0 } }

  static let clientStateRow = "clientState"

  /// The document of an item; `nil` when there is none.
  ///
  /// - Parameter time: Seconds since 1970. An item that has expired by then does not count.
  package func reference(ofItem identifier: String, at time: Int64) throws(StoreError) -> DocumentReference? {
    guard let row = try itemRow(ItemRow.key(identifier)), try isAttached(row.reference.directory) else { return nil }
    return row.expiration.map { $0 <= time } ?? false ? nil : row.reference
  }

  /// The document of an item that has not expired; `nil` when there is none.
  package func reference(ofItem identifier: String) throws(StoreError) -> DocumentReference? {
    try reference(ofItem: identifier, at: Int64(UnixTime.now))
  }

  /// When an item expires, in seconds since 1970; `nil` if it does not expire or does not exist.
  package func expiration(ofItem identifier: String) throws(StoreError) -> Int64? { try itemRow(ItemRow.key(identifier))?.expiration }

  /// The text of a document as far as the catalog stores it; `nil` when there is none.
  package func text(of document: DocumentID) throws(StoreError) -> String? {
    var bytes: [UInt8]?
    try forEachTextChunk(of: document) { chunk throws(StoreError) in
      if bytes == nil { bytes = [] }
      unsafe chunk.withUnsafeBufferPointer { unsafe bytes?.append(contentsOf: $0) }
      return true
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What the tools print for an item: the path of the file that it stands for, if its content URL
  /// is one, or else its address. `nil` when the item is gone.
  package func location(ofItem reference: DocumentReference, in store: ApplicationStore) throws(StoreError) -> [UInt8]? {
    guard let record = try attributes(of: reference.document), let identifier = record.itemIdentifier else { return nil }
    if case .string(let url)? = record[.contentURL], let path = PercentEncoding.path(ofFileURL: url) { return path }
    return Array(store.address(ofItem: identifier).utf8)
  }

  /// The row of an item, which may have expired or be in a detached directory.
  func itemRow(_ key: [UInt8]) throws(StoreError) -> ItemRow? {
    guard let value = try transaction.value(.items, bytes: key) else { return nil }
    return try ItemRow(value)
  }

  /// Whether a directory is connected to the root, so that its documents exist for searches.
  func isAttached(_ directory: DirectoryID) throws(StoreError) -> Bool {
    var id = directory
    for _ in 0..<4096 {
      if id == .root { return true }
      guard let record = try directoryRecord(id) else { return false }
      id = record.parent
    }
    throw .corrupted(object: "the catalog's table 'directories'", reason: "a directory is its own parent")
  }

  /// The documents that searches leave out, in ascending order: items that have expired but are not
  /// removed yet, and mount points that are gone.
  ///
  /// - Parameter time: Seconds since 1970.
  /// - Complexity: O(hidden documents); a fraction of a microsecond if there are none.
  func hiddenDocuments(at time: Int64) throws(StoreError) -> [UInt64] {
    if content == .files { return try hiddenTrees().documents.values.compactMap { $0?.rawValue }.sorted() }
    var expired: [UInt64] = []
    try forEachExpired(at: time) { reference in
      expired.append(reference.document.rawValue)
      return true
    }
    return expired.sorted()
  }

  /// Calls `body` with documents that have expired, the earliest first, until it returns `false`.
  func forEachExpired(at time: Int64, _ body: (DocumentReference) -> Bool) throws(StoreError) {
    guard content == .items else { return }
    let cursor = try transaction.cursor(.expirations)
    var found = try cursor.first()
    while found {
      let key = cursor.key
      guard Int64(bitPattern: key.uint64(at: 0) ^ 1 << 63) <= time else { return }
      let document = DocumentID(rawValue: key.uint64(at: 8))
      let directory: DirectoryID
      do throws(DecodingError) {
        var reader = try ByteReader(checked: cursor.value)
        directory = DirectoryID(rawValue: try reader.uint32())
      } catch {
        throw .damaged(.expirations, "\(document.rawValue)", error)
      }
      guard body(DocumentReference(directory: directory, document: document)) else { return }
      found = try cursor.next()
    }
  }
}

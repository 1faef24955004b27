internal import LMDB

/// Walks a table of the catalog in key order. It lives no longer than its transaction.
struct CatalogCursor: ~Copyable {
  private let base: Cursor
  private let table: CatalogTable

  init(_ base: consuming Cursor, _ table: CatalogTable) {
    self.base = base
    self.table = table
  }

  /// Goes to the first row; `false` when there is none.
  func first() throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.first() } }

  func last() throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.last() } }

  /// Goes to the next row; `false` after the last one.
  func next() throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.next() } }

  /// Goes to the first row at or after a key.
  func seek(_ key: Key) throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.seek(key) } }

  /// Goes to the last row at or before a key.
  func seek(atOrBefore key: Key) throws(StoreError) -> Bool {
    try translatingLMDBErrors { () throws(LMDBError) in try base.seek(atOrBefore: key) }
  }

  /// Removes the row that the cursor is at; ``next()`` then gives the one after it.
  func remove() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try base.remove() } }

  /// The key of the row that the cursor is at.
  var key: Span<UInt8> {
    @_lifetime(borrow self) get { base.key }
  }

  /// The key, copied.
  var keyBytes: [UInt8] { base.keyBytes }

  /// The value of the row that the cursor is at.
  var value: Span<UInt8> {
    @_lifetime(borrow self) get { base.value }
  }

  /// The key as a number: a document's, a directory's or a type's. Zero for a key of another length: no row has the number zero.
  var number: UInt64 {
    let key = key
    return switch key.count {
    case 8: key.uint64(at: 0)
    case 4: UInt64(key.uint32(at: 0))
    case 2: UInt64(key.uint16(at: 0))
    default: 0
    }
  }

  /// The key of a row of ``CatalogTable/documents``.
  var reference: DocumentReference {
    get throws(StoreError) {
      let key = key
      guard key.count == 12 else {
        throw .corrupted(object: "the catalog's table '\(table.name)'", reason: "a key has the wrong length")
      }
      return DocumentReference(directory: DirectoryID(rawValue: key.uint32(at: 0)), document: DocumentID(rawValue: key.uint64(at: 4)))
    }
  }
}

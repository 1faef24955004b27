// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// A cursor over one table of the catalog, in key order. It must not outlive its transaction.
struct CatalogCursor: ~Copyable {
  private let base: Cursor
  private let table: CatalogTable

  init(_ base: consuming Cursor, _ table: CatalogTable) {
    self.base = base
    self.table = table
  }

  /// Moves to the first row. Returns `false` when the table is empty.
  func first() throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.first() } }

  /// Moves to the last row. Returns `false` when the table is empty.
  func last() throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.last() } }

  /// Moves to the next row. Returns `false` after the last one.
  func next() throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.next() } }

  /// Moves to the row before the current one. Returns `false`, and stays at the first row, if there
  /// is none.
  func previous() throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.previous() } }

  /// Moves to the first row at or after `key`. Returns `false` when there is none.
  func seek(_ key: Key) throws(StoreError) -> Bool { try translatingLMDBErrors { () throws(LMDBError) in try base.seek(key) } }

  /// Moves to the last row at or before `key`. Returns `false` when there is none.
  func seek(atOrBefore key: Key) throws(StoreError) -> Bool {
    try translatingLMDBErrors { () throws(LMDBError) in try base.seek(atOrBefore: key) }
  }

  /// Removes the current row. ``next()`` then moves to the row after it.
  func remove() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try base.remove() } }

  /// The key of the current row.
  var key: Span<UInt8> {
    @_lifetime(borrow self) get { base.key }
  }

  /// A copy of the key of the current row.
  var keyBytes: [UInt8] { base.keyBytes }

  /// The value of the current row.
  var value: Span<UInt8> {
    @_lifetime(borrow self) get { base.value }
  }

  /// The current key as a number: a DocumentID, a DirectoryID, a SegmentID or a TypeID.
  ///
  /// Zero for a key that is not 2, 4 or 8 bytes long. No row has the number zero.
  var number: UInt64 {
    let key = key
    return switch key.count {
    case 8: key.uint64(at: 0)
    case 4: UInt64(key.uint32(at: 0))
    case 2: UInt64(key.uint16(at: 0))
    default: 0
    }
  }

  /// ``reference``, checked against the row that comes before it in the table.
  ///
  /// - Throws: `StoreError.corrupted` if the rows are not in ascending order.
  func reference(after previous: DocumentReference?) throws(StoreError) -> DocumentReference {
    let reference = reference
    if let previous, previous >= reference { throw .outOfOrder(table) }
    return reference
  }

  /// The current key as a reference, for a cursor over ``CatalogTable/documents``.
  var reference: DocumentReference {
    let key = key
    return DocumentReference(directory: DirectoryID(rawValue: key.uint32(at: 0)), document: DocumentID(rawValue: key.uint64(at: 4)))
  }
}

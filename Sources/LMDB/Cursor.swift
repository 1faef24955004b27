internal import CLMDB
internal import Glibc

/// Walks a table in key order. Must not outlive its transaction, so it is only used as a local
/// variable next to one.
@safe
package struct Cursor: ~Copyable {
  private let handle: OpaquePointer
  private let table: Table
  private let row: UnsafeMutablePointer<(key: MDB_val, value: MDB_val)>

  init(_ handle: OpaquePointer, _ table: Table) {
    unsafe self.handle = handle
    self.table = table
    unsafe row = .allocate(capacity: 1)
    unsafe row.initialize(to: (MDB_val(), MDB_val()))
  }

  deinit {
    unsafe mdb_cursor_close(handle)
    unsafe row.deallocate()
  }

  /// Moves to the first row. Returns `false` if the table is empty.
  package func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }

  package func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }

  /// Moves to the next row. Returns `false` after the last one.
  package func next() throws(LMDBError) -> Bool { try move(MDB_NEXT) }

  /// Moves to the row before the current one. Returns `false`, and stays at the first row, if there
  /// is none.
  package func previous() throws(LMDBError) -> Bool { try move(MDB_PREV) }

  /// Moves to the first row at or after a key. Returns `false` if there is none.
  package func seek(_ key: Key) throws(LMDBError) -> Bool {
    try unsafe key.withBytes { bytes throws(LMDBError) in
      unsafe row.pointee.key = MDB_val(bytes)
      return try move(MDB_SET_RANGE)
    }
  }

  /// Moves to the last row at or before a key. Returns `false` if there is none.
  package func seek(atOrBefore key: Key) throws(LMDBError) -> Bool {
    guard try seek(key) else { return try last() }
    let isExact = unsafe key.withBytes { bytes in unsafe bytes.elementsEqual(row.pointee.key.bytes) }
    return isExact ? true : try move(MDB_PREV)
  }

  private func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
    let code = unsafe mdb_cursor_get(handle, &row.pointee.key, &row.pointee.value, operation)
    if code == MDB_NOTFOUND { return false }
    try LMDBError.check(code, "mdb_cursor_get", table.name.description)
    return true
  }

  /// The key of the current row. Valid until the cursor moves.
  package var key: Span<UInt8> {
    @_lifetime(borrow self) get { unsafe _overrideLifetime(Span(_unsafeElements: row.pointee.key.bytes), borrowing: self) }
  }

  /// A copy of the current row's key.
  package var keyBytes: [UInt8] { unsafe [UInt8](row.pointee.key.bytes) }

  /// The value of the current row. Valid until the cursor moves.
  package var value: Span<UInt8> {
    @_lifetime(borrow self) get { unsafe _overrideLifetime(Span(_unsafeElements: row.pointee.value.bytes), borrowing: self) }
  }

  /// Removes the current row. ``next()`` then moves to the row after it.
  package func remove() throws(LMDBError) {
    try unsafe LMDBError.check(mdb_cursor_del(handle, 0), "mdb_cursor_del", table.name.description)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CLMDB
internal import Glibc

/// Walks a table in key order. Must not outlive its transaction, so it is only used as a local
/// variable next to one.
@safe
package struct Cursor: ~Copyable {
  private let handle: OpaquePointer
  private let table: Table
  private let row: UnsafeMutablePointer<(key: MDB_val, value: MDB_val)>
  private let pageNumbers: PageNumbers

  init(_ handle: OpaquePointer, _ table: Table, _ pageNumbers: PageNumbers) {
    unsafe self.handle = handle
    self.table = table
    self.pageNumbers = pageNumbers
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
    try unsafe key.withBytes { bytes throws(LMDBError) in try unsafe seek(MDB_val(bytes)) }
  }

  /// If there is no such row, checks the pages on which it would be: a damaged key makes rows
  /// impossible to find.
  func seek(_ key: MDB_val) throws(LMDBError) -> Bool {
    unsafe row.pointee.key = key
    guard try move(MDB_SET_RANGE) else {
      // The key belongs to the last page.
      if try move(MDB_LAST) { try unsafe checkOrder(currentKey.isOrdered(before: UnsafeRawBufferPointer(key.bytes))) }
      return false
    }
    if unsafe currentKey.elementsEqual(key.bytes) { return true }
    try unsafe checkOrder(UnsafeRawBufferPointer(key.bytes).isOrdered(before: currentKey))
    // The key may belong to the page before.
    if unsafe pageNumbers.isFirstRow(row.pointee.key.mv_data), try move(MDB_PREV) {
      try unsafe checkOrder(currentKey.isOrdered(before: UnsafeRawBufferPointer(key.bytes)))
      _ = try move(MDB_NEXT)
    }
    return true
  }

  private var currentKey: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(row.pointee.key.bytes) }

  /// Checks the keys on the current page.
  ///
  /// - Parameter isInOrder: Whether the current key is where it must be.
  private func checkOrder(_ isInOrder: Bool) throws(LMDBError) {
    guard isInOrder, unsafe pageNumbers.areKeysInOrder(aroundKey: keyAddress, lengths: table.keyLengths) else {
      throw .unorderedKeys(table)
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
    // A long value has pages of its own.
    let isValueInPlace = unsafe row.pointee.value.mv_size == 0 || pageNumbers.isInPlace(row.pointee.value.mv_data)
    guard unsafe pageNumbers.isInPlace(keyAddress), isValueInPlace else { throw .misplacedPage(table) }
    // A page of another table can be reached through a misplaced page that leads to others.
    guard table.keyLengths.contains(unsafe row.pointee.key.mv_size) else { throw .wrongKeyLength(table) }
    return true
  }

  /// The address of the current row's key in the memory map.
  var keyAddress: UnsafeRawPointer? { unsafe UnsafeRawPointer(row.pointee.key.mv_data) }

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

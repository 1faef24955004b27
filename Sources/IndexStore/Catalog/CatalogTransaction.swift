internal import LMDB

/// A transaction of the catalog: LMDB's, over the catalog's tables, with the store's errors.
///
/// As in ``LMDB/Transaction``, bytes that it returns stay valid until its end, or until the next write if it writes.
@safe
struct CatalogTransaction: ~Copyable {
  private let base: Transaction

  /// - Parameter writing: Waits for the writer of any process to end; the transaction then belongs to the calling thread.
  init(_ environment: Environment, writing: Bool) throws(StoreError) {
    base = try translatingLMDBErrors { () throws(LMDBError) in try Transaction(environment, writing: writing) }
  }

  /// The number of the snapshot, or of the commit to be.
  var number: UInt64 { base.number }

  consuming func commit(_ path: String) throws(StoreError) {
    do throws(LMDBError) { try base.commit(path) } catch { throw StoreError(error) }
  }

  // MARK: Reading

  /// The value under a key, `nil` when there is none.
  @_lifetime(borrow self)
  func value(_ table: CatalogTable, _ key: Key) throws(StoreError) -> Span<UInt8>? {
    do throws(LMDBError) { return try base.value(table.table, key) } catch { throw StoreError(error) }
  }

  /// The value under a key of any length up to 511 bytes.
  @_lifetime(borrow self)
  func value(_ table: CatalogTable, bytes key: [UInt8]) throws(StoreError) -> Span<UInt8>? {
    do throws(LMDBError) { return try base.value(table.table, bytes: key) } catch { throw StoreError(error) }
  }

  func cursor(_ table: CatalogTable) throws(StoreError) -> CatalogCursor {
    CatalogCursor(try translatingLMDBErrors { () throws(LMDBError) in try base.cursor(table.table) }, table)
  }

  /// Rows and pages of a table.
  func size(of table: CatalogTable) throws(StoreError) -> (entries: Int, pages: Int) {
    try translatingLMDBErrors { () throws(LMDBError) in try base.size(of: table.table) }
  }

  /// Pages of the table that lists the tables.
  func rootPages() throws(StoreError) -> Int { try translatingLMDBErrors { () throws(LMDBError) in try base.rootPages() } }

  // MARK: Writing

  /// Sets a value.
  ///
  /// - Parameter appending: The key is known to be greater than every other: pages are then filled to the last byte.
  func put(_ table: CatalogTable, _ key: Key, _ value: borrowing [UInt8], appending: Bool = false) throws(StoreError) {
    do throws(LMDBError) { try base.put(table.table, key, value, appending: appending) } catch { throw StoreError(error) }
  }

  func put(_ table: CatalogTable, bytes key: [UInt8], _ value: borrowing [UInt8], appending: Bool = false) throws(StoreError) {
    do throws(LMDBError) { try base.put(table.table, bytes: key, value, appending: appending) } catch { throw StoreError(error) }
  }

  /// Copies a row from another environment, in key order.
  func append(_ table: CatalogTable, key: Span<UInt8>, value: Span<UInt8>) throws(StoreError) {
    do throws(LMDBError) { try base.append(table.table, key: key, value: value) } catch { throw StoreError(error) }
  }

  /// Removes a row; `false` when there was none.
  @discardableResult
  func remove(_ table: CatalogTable, _ key: Key) throws(StoreError) -> Bool {
    try translatingLMDBErrors { () throws(LMDBError) in try base.remove(table.table, key) }
  }

  @discardableResult
  func remove(_ table: CatalogTable, bytes key: [UInt8]) throws(StoreError) -> Bool {
    try translatingLMDBErrors { () throws(LMDBError) in try base.remove(table.table, bytes: key) }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// An LMDB transaction that takes the catalog's tables and throws the store's errors.
///
/// As in ``LMDB/Transaction``, returned bytes stay valid until the transaction ends or, in a write
/// transaction, until the next write.
@safe
struct CatalogTransaction: ~Copyable {
  private let base: Transaction

  /// - Parameter writing: Waits until the current writer, in any process, has finished. The write
  ///   transaction then belongs to the calling thread.
  init(_ environment: Environment, writing: Bool) throws(StoreError) {
    base = try translatingLMDBErrors { () throws(LMDBError) in try Transaction(environment, writing: writing) }
  }

  /// The number of the snapshot that is read, or of the commit that is being prepared.
  var number: UInt64 { base.number }

  consuming func commit(_ path: String) throws(StoreError) {
    do throws(LMDBError) { try base.commit(path) } catch { throw StoreError(error) }
  }

  // MARK: Reading

  /// The value of a key; `nil` when the table has no such key.
  @_lifetime(borrow self)
  func value(_ table: CatalogTable, _ key: Key) throws(StoreError) -> Span<UInt8>? {
    do throws(LMDBError) { return try base.value(table.table, key) } catch { throw StoreError(error) }
  }

  /// The value of a key of up to 511 bytes; `nil` when the table has no such key.
  @_lifetime(borrow self)
  func value(_ table: CatalogTable, bytes key: [UInt8]) throws(StoreError) -> Span<UInt8>? {
    do throws(LMDBError) { return try base.value(table.table, bytes: key) } catch { throw StoreError(error) }
  }

  func cursor(_ table: CatalogTable) throws(StoreError) -> CatalogCursor {
    CatalogCursor(try translatingLMDBErrors { () throws(LMDBError) in try base.cursor(table.table) }, table)
  }

  /// The number of rows and pages of a table.
  func size(of table: CatalogTable) throws(StoreError) -> (entries: Int, pages: Int) {
    try translatingLMDBErrors { () throws(LMDBError) in try base.size(of: table.table) }
  }

  /// The number of pages of the table that lists the tables.
  func rootPages() throws(StoreError) -> Int { try translatingLMDBErrors { () throws(LMDBError) in try base.rootPages() } }

  /// What is wrong with the lists of free pages; see
  /// ``LMDB/Transaction/checkFreePages(lastPage:_:)``.
  func problemsOfFreePages(_ environment: Environment) throws(StoreError) -> [String] {
    var problems: [String] = []
    try translatingLMDBErrors { () throws(LMDBError) in
      try base.checkFreePages(lastPage: environment.information.lastPage) { problems.append($0) }
    }
    return problems
  }

  // MARK: Writing

  /// Inserts a row or replaces its value.
  ///
  /// - Parameter appending: The key is greater than every other key of the table. LMDB then fills
  ///   pages completely instead of splitting them in half.
  func put(_ table: CatalogTable, _ key: Key, _ value: borrowing [UInt8], appending: Bool = false) throws(StoreError) {
    do throws(LMDBError) { try base.put(table.table, key, value, appending: appending) } catch { throw StoreError(error) }
  }

  func put(_ table: CatalogTable, bytes key: [UInt8], _ value: borrowing [UInt8], appending: Bool = false) throws(StoreError) {
    do throws(LMDBError) { try base.put(table.table, bytes: key, value, appending: appending) } catch { throw StoreError(error) }
  }

  /// Appends a row that is read from another environment. Keys must come in ascending order.
  func append(_ table: CatalogTable, key: Span<UInt8>, value: Span<UInt8>) throws(StoreError) {
    do throws(LMDBError) { try base.append(table.table, key: key, value: value) } catch { throw StoreError(error) }
  }

  /// Removes a row. Returns `false` when there was none.
  @discardableResult
  func remove(_ table: CatalogTable, _ key: Key) throws(StoreError) -> Bool {
    try translatingLMDBErrors { () throws(LMDBError) in try base.remove(table.table, key) }
  }

  @discardableResult
  func remove(_ table: CatalogTable, bytes key: [UInt8]) throws(StoreError) -> Bool {
    try translatingLMDBErrors { () throws(LMDBError) in try base.remove(table.table, bytes: key) }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CLMDB
internal import CSystem
internal import Synchronization
internal import SystemPlatform

/// An LMDB transaction. Releasing it without ``commit(_:)`` aborts it.
///
/// While a write transaction is open, a stop from the terminal (Ctrl-Z) is deferred if the program
/// has requested that with `stops_defer`. A stopped writer would block every other process, and so would one that is taking a reader slot.
///
/// Returned bytes lie in the memory map. In a read transaction they are valid until its end; in a
/// write transaction only until the next write, so callers must not keep borrowed bytes across a
/// write.
@safe
package struct Transaction: ~Copyable {
  private let handle: OpaquePointer
  private let isWriting: Bool
  private let pageNumbers: PageNumbers

  /// - Parameter writing: Whether to begin a write transaction. It waits until the current writer
  ///   of any process ends, and belongs to the calling thread.
  package init(_ environment: Environment, writing: Bool) throws(LMDBError) {
    var begun: OpaquePointer?
    var code = unsafe writing ? Self.beginWriting(environment, &begun) : Self.beginReading(environment, &begun)
    if code == MDB_READERS_FULL {
      try environment.clearStaleReaders()
      code = unsafe Self.beginReading(environment, &begun)
    }
    if code == MDB_MAP_RESIZED, environment.isOutgrown { throw .mapFull(path: environment.path) }
    guard code == 0, let begun = unsafe begun else { throw LMDBError(code: code, call: "mdb_txn_begin", path: environment.path) }
    unsafe handle = begun
    isWriting = writing
    pageNumbers = environment.pageNumbers
  }

  /// The table of readers has a lock of its own, which LMDB holds while it looks for a free slot.
  private static func beginReading(_ environment: Environment, _ begun: inout OpaquePointer?) -> Int32 {
    stops_begin_short_section()
    defer { stops_end_section() }
    return unsafe mdb_txn_begin(environment.handle, nil, UInt32(MDB_RDONLY), &begun)
  }

  private static func beginWriting(_ environment: Environment, _ begun: inout OpaquePointer?) -> Int32 {
    guard let owner = environment.writeLock.owner else { return unsafe beginInSection(environment, &begun) }
    return LockWaits.shared.during(environment) {
      // Stopping a process that another one makes wait is harmless. But it must not be stopped when it gets
      // the lock, so it waits in a section as soon as the other process makes progress.
      if environment.writingThread.load(ordering: .relaxed) == 0 { waitForProgress(of: owner, in: environment) }
      return unsafe beginInSection(environment, &begun)
    }
  }

  private static func beginInSection(_ environment: Environment, _ begun: inout OpaquePointer?) -> Int32 {
    stops_begin_section(true)
    let code = unsafe mdb_txn_begin(environment.handle, nil, 0, &begun)
    if code != 0 { stops_end_section() }
    return code
  }

  /// Waits until a thread no longer has the write lock, or has committed meanwhile.
  private static func waitForProgress(of owner: Int32, in environment: Environment) {
    let last = environment.information.lastTransaction
    while environment.writeLock.owner == owner, environment.information.lastTransaction == last { sleep(for: .milliseconds(1)) }
  }

  deinit {
    unsafe mdb_txn_abort(handle)
    if isWriting { stops_end_section() }
  }

  /// The ID of the snapshot that is read, or of the commit being written (`mdb_txn_id`).
  package var number: UInt64 { UInt64(unsafe mdb_txn_id(handle)) }

  package consuming func commit(_ path: String) throws(LMDBError) {
    let (transaction, isWriting) = unsafe (handle, isWriting)
    // LMDB frees the transaction even if the commit fails.
    discard self
    let code = unsafe mdb_txn_commit(transaction)
    if isWriting { stops_end_section() }
    try LMDBError.check(code, "mdb_txn_commit", path)
  }

  // MARK: Reading

  /// The value of a key, or `nil` if there is none.
  @_lifetime(borrow self)
  package func value(_ table: Table, _ key: Key) throws(LMDBError) -> Span<UInt8>? {
    let found = try unsafe key.withBytes { bytes throws(LMDBError) in try unsafe get(table, bytes) }
    guard let found = unsafe found else { return nil }
    return unsafe _overrideLifetime(Span(_unsafeElements: found), borrowing: self)
  }

  /// The value of a key of up to 511 bytes, or `nil` if there is none.
  @_lifetime(borrow self)
  package func value(_ table: Table, bytes key: [UInt8]) throws(LMDBError) -> Span<UInt8>? {
    let found = try unsafe key.span.withUnsafeBytes { bytes throws(LMDBError) in try unsafe get(table, bytes) }
    guard let found = unsafe found else { return nil }
    return unsafe _overrideLifetime(Span(_unsafeElements: found), borrowing: self)
  }

  private func get(_ table: Table, _ key: UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeBufferPointer<UInt8>? {
    var key = unsafe MDB_val(key)
    var value = unsafe MDB_val()
    let code = unsafe mdb_get(handle, table.handle, &key, &value)
    if code == MDB_NOTFOUND {
      try unsafe checkAbsence(of: key, in: table)
      return nil
    }
    try LMDBError.check(code, "mdb_get", table.name.description)
    // An empty value may end at the end of its page.
    guard unsafe value.mv_size == 0 || pageNumbers.isInPlace(value.mv_data) else { throw .misplacedPage(table) }
    return unsafe value.bytes
  }

  /// Checks the pages on which a missing key would be. Writers insert most of the keys that they do
  /// not find, and check the page when they read it again.
  private func checkAbsence(of key: MDB_val, in table: Table) throws(LMDBError) {
    guard !isWriting else { return }
    let cursor = try cursor(table)
    _ = try unsafe cursor.seek(key)
  }

  package func cursor(_ table: Table) throws(LMDBError) -> Cursor {
    var opened: OpaquePointer?
    let code = unsafe mdb_cursor_open(handle, table.handle, &opened)
    guard code == 0, let opened = unsafe opened else { throw LMDBError(code: code, call: "mdb_cursor_open", path: table.name.description) }
    return unsafe Cursor(opened, table, pageNumbers)
  }

  /// Number of rows and pages of a table.
  package func size(of table: Table) throws(LMDBError) -> (entries: Int, pages: Int) {
    var statistics = MDB_stat()
    try unsafe LMDBError.check(mdb_stat(handle, table.handle, &statistics), "mdb_stat", table.name.description)
    return (statistics.ms_entries, statistics.ms_branch_pages + statistics.ms_leaf_pages + statistics.ms_overflow_pages)
  }

  /// Number of pages of the table that lists all tables.
  package func rootPages() throws(LMDBError) -> Int { try size(of: .tables).pages }

  /// Checks the lists of free pages, and calls `body` with what is wrong with one of them. A page
  /// that is listed twice, or in use, would be overwritten.
  ///
  /// - Parameter lastPage: The environment's last page.
  package func checkFreePages(lastPage: Int, _ body: (String) -> Void) throws(LMDBError) {
    let cursor = try cursor(.freePages)
    let expected = try size(of: .freePages).entries
    var seen = Set<UInt>()
    var lists = 0
    var found = try cursor.first()
    while found {
      lists += 1
      guard lists <= expected else { break }
      // MDB_IDL: the number of pages, then the pages in descending order.
      let list = cursor.value
      let width = MemoryLayout<UInt>.size
      guard list.count >= width else { return body("a list of free pages is truncated") }
      let count = list.word(at: 0)
      guard count < UInt(list.count / width) else { return body("a list of free pages has an impossible length") }
      for index in 1..<Int(count) + 1 {
        let page = list.word(at: index)
        guard page >= 2, page <= UInt(lastPage) else { return body("page \(page) is listed as free and does not exist") }
        guard seen.insert(page).inserted else { return body("page \(page) is listed as free twice") }
      }
      found = try cursor.next()
    }
    if lists != expected { body("\(lists) lists of free pages instead of \(expected)") }
  }

  // MARK: Writing

  /// Sets the value of a key, replacing an existing one.
  ///
  /// - Parameter appending: Whether the key is known to be greater than all others in the table.
  ///   LMDB then fills pages completely.
  package func put(_ table: Table, _ key: Key, _ value: borrowing [UInt8], appending: Bool = false) throws(LMDBError) {
    try unsafe key.withBytes { bytes throws(LMDBError) in try unsafe put(table, bytes, value, appending: appending) }
  }

  package func put(_ table: Table, bytes key: [UInt8], _ value: borrowing [UInt8], appending: Bool = false) throws(LMDBError) {
    try unsafe key.span.withUnsafeBytes { bytes throws(LMDBError) in try unsafe put(table, bytes, value, appending: appending) }
  }

  /// Appends a row copied from another environment. Keys must be passed in ascending order.
  package func append(_ table: Table, key: Span<UInt8>, value: Span<UInt8>) throws(LMDBError) {
    let code = unsafe key.withUnsafeBytes { key in
      unsafe value.withUnsafeBytes { value in
        var key = unsafe MDB_val(key)
        var value = unsafe MDB_val(value)
        return unsafe mdb_put(handle, table.handle, &key, &value, UInt32(MDB_APPEND))
      }
    }
    // The other environment is damaged.
    if code == MDB_KEYEXIST { throw .corrupted(path: table.name.description, reason: "its rows are not in order") }
    if code == MDB_BAD_VALSIZE { throw .corrupted(path: table.name.description, reason: "the key of a row has an impossible length") }
    try LMDBError.check(code, "mdb_put", table.name.description)
  }

  private func put(_ table: Table, _ key: UnsafeRawBufferPointer, _ value: borrowing [UInt8], appending: Bool) throws(LMDBError) {
    var key = unsafe MDB_val(key)
    let code = unsafe value.span.withUnsafeBytes { bytes in
      var value = unsafe MDB_val(bytes)
      return unsafe mdb_put(handle, table.handle, &key, &value, appending ? UInt32(MDB_APPEND) : 0)
    }
    try LMDBError.check(code, "mdb_put", table.name.description)
  }

  /// Removes a row. Returns `false` if there was none.
  @discardableResult
  package func remove(_ table: Table, _ key: Key) throws(LMDBError) -> Bool {
    try unsafe key.withBytes { bytes throws(LMDBError) in try unsafe remove(table, bytes) }
  }

  @discardableResult
  package func remove(_ table: Table, bytes key: [UInt8]) throws(LMDBError) -> Bool {
    try unsafe key.span.withUnsafeBytes { bytes throws(LMDBError) in try unsafe remove(table, bytes) }
  }

  private func remove(_ table: Table, _ key: UnsafeRawBufferPointer) throws(LMDBError) -> Bool {
    var key = unsafe MDB_val(key)
    let code = unsafe mdb_del(handle, table.handle, &key, nil)
    if code == MDB_NOTFOUND { return false }
    try LMDBError.check(code, "mdb_del", table.name.description)
    return true
  }
}

extension MDB_val {
  init(_ bytes: UnsafeRawBufferPointer) {
    // LMDB does not write through the pointers in keys and values passed to it.
    unsafe self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: mv_data?.assumingMemoryBound(to: UInt8.self), count: mv_size)
  }
}

extension Span<UInt8> {
  /// A number in the byte order of this machine. `index` counts numbers.
  fileprivate func word(at index: Int) -> UInt {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
  }
}

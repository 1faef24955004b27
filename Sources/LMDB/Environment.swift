internal import CLMDB
internal import CSystem
internal import Glibc
package import Synchronization

/// An open LMDB environment.
///
/// LMDB's rules and how they are kept:
/// 1. A process opens a file only once, and never opens its lock file otherwise: whoever makes environments shares them.
/// 2. Every opener sets the same number of reader slots and of tables, and the same map: the constants below.
/// 3. `MDB_NOTLS` ties a reader's slot to its transaction, so that snapshots are not bound to threads.
/// 4. `MDB_NOSYNC` and `MDB_WRITEMAP` are never used. `MDB_NOMETASYNC` keeps all that was committed when the process dies; a power failure
///    may undo the last commit, not damage the file.
@safe
package final class Environment: Sendable {
  // LMDB locks an environment itself.
  nonisolated(unsafe) let handle: OpaquePointer
  /// The environment's folder.
  package let path: String
  /// Which thread of this process writes, 0 for none: a second write by it would wait for the first.
  package let writingThread = Atomic<UInt>(0)
  let writeLock: WriteLock

  package static let readerSlots: UInt32 = 510
  /// Address space, not memory or disk. Never changed in normal work.
  package static let mapSize = 256 << 30

  /// Opens the environment in a folder that exists.
  ///
  /// - Parameters:
  ///   - creating: Makes an empty environment when there is none; otherwise a missing file is an error.
  ///   - tables: Their names, in the order of the indices of ``Table``.
  package init(path: String, creating: Bool, tables: [String], mapSize: Int = Environment.mapSize) throws(LMDBError) {
    if !creating { try Self.checkPresence(path) }
    writeLock = try WriteLock(of: path)
    let mode = unsafe creating || access(path + "/data.mdb", W_OK) == 0 ? 0 : MDB_RDONLY
    unsafe handle = try Self.open(path, flags: UInt32(MDB_NOTLS | MDB_NOMETASYNC | mode), tableCount: tables.count, mapSize: mapSize)
    self.path = path
    try checkLength()
    try open(tables, creating: creating)
    var dead: Int32 = 0
    try LMDBError.check(unsafe mdb_reader_check(handle, &dead), "mdb_reader_check", path)
  }

  deinit { unsafe mdb_env_close(handle) }

  private static func open(_ path: String, flags: UInt32, tableCount: Int, mapSize: Int) throws(LMDBError) -> OpaquePointer {
    // A limit on the address space (ulimit -v, a sanitizer) also holds for threads and memory.
    var size = min(mapSize, addressSpaceLimit() / 4 & ~(1 << 20 - 1))
    while true {
      var created: OpaquePointer?
      try unsafe LMDBError.check(mdb_env_create(&created), "mdb_env_create", path)
      guard let environment = unsafe created else { throw .system(call: "mdb_env_create", path: path, code: ENOMEM) }
      // LMDB asserts what only damage in its own pages can break.
      unsafe mdb_env_set_assert(environment) { @Sendable _, assertion in
        if let assertion = unsafe assertion { unsafe signal_damage_found(assertion) }
      }
      unsafe mdb_env_set_mapsize(environment, size)
      unsafe mdb_env_set_maxreaders(environment, readerSlots)
      unsafe mdb_env_set_maxdbs(environment, UInt32(tableCount))
      // Who opens it first locks the others out for a moment.
      stops_begin_section(false)
      let code = unsafe mdb_env_open(environment, path, flags, 0o600)
      stops_end_section()
      if code == 0 { return unsafe environment }
      unsafe mdb_env_close(environment)
      guard code == ENOMEM, size > 64 << 20 else { throw LMDBError(code: code, call: "mdb_env_open", path: path) }
      size /= 2
    }
  }

  /// getrlimit(2).
  private static func addressSpaceLimit() -> Int {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// An absent or empty file would be taken for a new environment.
  private static func checkPresence(_ path: String) throws(LMDBError) {
    var status = stat()
    guard unsafe stat(path + "/data.mdb", &status) == 0 else {
      throw LMDBError(code: errno, call: "stat", path: path + "/data.mdb")
    }
    guard status.st_size > 0 else { throw .corrupted(path: path + "/data.mdb", reason: "the file is empty") }
  }

  /// Reading a page beyond the end of a mapped file is a bus error, so a file that was cut short is found out before.
  private func checkLength() throws(LMDBError) {
    var missing = try missingBytes()
    // A writer may be between its commit and ``completeFile()``: it needs microseconds, or it died there.
    for _ in 0..<100 where missing > 0 {
      poll(nil, 0, 1)
      missing = try missingBytes()
    }
    guard missing > 0 else { return }
    throw .corrupted(path: path + "/data.mdb", reason: "its last \(missing) bytes are missing")
  }

  /// Bytes that the file is shorter than the pages in use.
  package func missingBytes() throws(LMDBError) -> Int {
    var status = stat()
    guard unsafe stat(path + "/data.mdb", &status) == 0 else { throw LMDBError(code: errno, call: "stat", path: path + "/data.mdb") }
    return max(0, (information.lastPage + 1) * pageSize - Int(status.st_size))
  }

  /// Makes the file as long as its pages, after each commit.
  ///
  /// LMDB never writes a page that a transaction takes and gives back, so a healthy file could end before its last page; without this it would
  /// look like one that was cut short.
  package func completeFile() throws(LMDBError) {
    guard try missingBytes() > 0 else { return }
    // With the write lock held nobody appends, so that nothing is cut off. The new end is a hole: a full disk has room for it.
    let lock = try Transaction(self, writing: true)
    defer { withExtendedLifetime(lock) {} }
    guard try missingBytes() > 0 else { return }
    var file: Int32 = -1
    try unsafe LMDBError.check(mdb_env_get_fd(handle, &file), "mdb_env_get_fd", path)
    guard ftruncate(file, off_t((information.lastPage + 1) * pageSize)) == 0 else {
      throw LMDBError(code: errno, call: "ftruncate", path: path)
    }
  }

  private func open(_ tables: [String], creating: Bool) throws(LMDBError) {
    var opened: OpaquePointer?
    let mode = creating ? 0 : UInt32(MDB_RDONLY)
    try unsafe LMDBError.check(mdb_txn_begin(handle, nil, mode, &opened), "mdb_txn_begin", path)
    for (index, table) in tables.enumerated() {
      var number: UInt32 = 0
      let code = unsafe mdb_dbi_open(opened, table, creating ? UInt32(MDB_CREATE) : 0, &number)
      guard code == 0, number == index + 2 else {
        unsafe mdb_txn_abort(opened)
        if code == MDB_NOTFOUND { throw .missingTable(name: table, path: path) }
        throw LMDBError(code: code == 0 ? MDB_BAD_DBI : code, call: "mdb_dbi_open", path: path)
      }
    }
    // Handles opened in a transaction become everybody's when it is committed, also in one that reads.
    try unsafe LMDBError.check(mdb_txn_commit(opened), "mdb_txn_commit", path)
  }

  package var information: (lastPage: Int, lastTransaction: UInt64) {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(handle, &info)
    return unsafe (Int(info.me_last_pgno), UInt64(info.me_last_txnid))
  }

  package var pageSize: Int {
    var statistics = MDB_stat()
    unsafe mdb_env_stat(handle, &statistics)
    return Int(statistics.ms_psize)
  }

  /// Frees the places of readers whose process has died.
  package func clearStaleReaders() throws(LMDBError) {
    var dead: Int32 = 0
    try unsafe LMDBError.check(mdb_reader_check(handle, &dead), "mdb_reader_check", path)
  }

  /// Writes everything to the disk.
  package func synchronize() throws(LMDBError) {
    try unsafe LMDBError.check(mdb_env_sync(handle, 1), "mdb_env_sync", path)
  }
}

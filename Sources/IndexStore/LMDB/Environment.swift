internal import CLMDB
internal import CSystem
internal import Glibc
internal import Synchronization

/// An open LMDB environment: one generation of a catalog.
///
/// LMDB's rules and how they are kept:
/// 1. One environment per process for a file: only ``EnvironmentRegistry`` makes them.
/// 2. Every opener sets the same number of reader slots, of trees, and the same map: the constants below.
/// 3. `MDB_NOTLS` ties a reader's slot to its transaction, so that snapshots are not bound to threads.
/// 4. `MDB_NOSYNC` and `MDB_WRITEMAP` are never used. `MDB_NOMETASYNC` keeps all that was committed when the process dies; a power failure
///    may undo the last commit, not damage the file.
@safe
final class Environment: Sendable {
  // LMDB locks an environment itself.
  nonisolated(unsafe) let handle: OpaquePointer
  /// The folder of the generation.
  let path: String
  /// Which thread of this process writes, 0 for none: a second write by it would wait for the first.
  let writingThread = Atomic<UInt>(0)
  /// What this process has open of the generation's segments.
  let segments = SegmentCache()
  /// Held while pending changes are taken up: of two threads, one would do it for nothing.
  let indexing = Mutex<Void>(())
  /// The counter of segments when a writer last looked whether a merge is due.
  let segmentsSeen = Atomic<UInt32>(0)
  /// The last page when a writer last looked how much of the file holds nothing.
  let lastPageSeen = Atomic<Int>(0)
  /// Held while a layer that has too many segments is relieved: others wait for it.
  let relief = Mutex<Void>(())
  let writeLock: WriteLock

  static let readerSlots: UInt32 = 510
  /// Address space, not memory or disk. Never changed in normal work.
  static let mapSize = 256 << 30

  /// Opens the environment in a folder that exists.
  ///
  /// - Parameter creating: Makes an empty catalog when there is none; otherwise a missing file is an error.
  init(path: String, creating: Bool, mapSize: Int = Environment.mapSize) throws(StoreError) {
    if !creating { try Self.checkPresence(path) }
    writeLock = try WriteLock(of: path)
    let mode = unsafe creating || access(path + "/data.mdb", W_OK) == 0 ? 0 : MDB_RDONLY
    unsafe handle = try Self.open(path, flags: UInt32(MDB_NOTLS | MDB_NOMETASYNC | mode), mapSize: mapSize)
    self.path = path
    try checkLength()
    try openTrees(creating: creating)
    var dead: Int32 = 0
    try StoreError.check(unsafe mdb_reader_check(handle, &dead), "mdb_reader_check", path)
  }

  deinit { unsafe mdb_env_close(handle) }

  private static func open(_ path: String, flags: UInt32, mapSize: Int) throws(StoreError) -> OpaquePointer {
    var size = mapSize
    while true {
      var created: OpaquePointer?
      try unsafe StoreError.check(mdb_env_create(&created), "mdb_env_create", path)
      guard let environment = unsafe created else { throw .system(call: "mdb_env_create", path: path, code: ENOMEM) }
      // LMDB asserts what only damage in its own pages can break.
      unsafe mdb_env_set_assert(environment) { @Sendable _, assertion in
        if let assertion = unsafe assertion { unsafe signal_damage_found(assertion) }
      }
      unsafe mdb_env_set_mapsize(environment, size)
      unsafe mdb_env_set_maxreaders(environment, readerSlots)
      unsafe mdb_env_set_maxdbs(environment, UInt32(Tree.allCases.count))
      // Who opens it first locks the others out for a moment.
      stops_begin_section(false)
      let code = unsafe mdb_env_open(environment, path, flags, 0o600)
      stops_end_section()
      if code == 0 { return unsafe environment }
      unsafe mdb_env_close(environment)
      // A limit on the address space (`ulimit -v`, a sanitizer) leaves no room for the whole reservation.
      guard code == ENOMEM, size > 64 << 20 else { throw StoreError(code: code, call: "mdb_env_open", path: path) }
      size /= 2
    }
  }

  /// An absent or empty file would be taken for a new catalog.
  private static func checkPresence(_ path: String) throws(StoreError) {
    var status = stat()
    guard unsafe stat(path + "/data.mdb", &status) == 0 else {
      throw StoreError(code: errno, call: "stat", path: path + "/data.mdb")
    }
    guard status.st_size > 0 else { throw .corrupted(object: path + "/data.mdb", reason: "the file is empty") }
  }

  /// Reading a page beyond the end of a mapped file is a bus error, so a file that was cut short is found out before.
  private func checkLength() throws(StoreError) {
    var missing = try missingBytes()
    // A writer may be between its commit and ``completeFile()``: it needs microseconds, or it died there.
    for _ in 0..<100 where missing > 0 {
      poll(nil, 0, 1)
      missing = try missingBytes()
    }
    guard missing > 0 else { return }
    throw .corrupted(object: path + "/data.mdb", reason: "its last \(missing) bytes are missing")
  }

  /// Bytes that the file is shorter than the pages in use.
  func missingBytes() throws(StoreError) -> Int {
    var status = stat()
    guard unsafe stat(path + "/data.mdb", &status) == 0 else { throw StoreError(code: errno, call: "stat", path: path + "/data.mdb") }
    return max(0, (information.lastPage + 1) * pageSize - Int(status.st_size))
  }

  /// Makes the file as long as its pages, after each commit.
  ///
  /// LMDB never writes a page that a transaction takes and gives back, so a healthy file could end before its last page; without this it would
  /// look like one that was cut short.
  func completeFile() throws(StoreError) {
    guard try missingBytes() > 0 else { return }
    // With the write lock held nobody appends, so that nothing is cut off. The new end is a hole: a full disk has room for it.
    let lock = try Transaction(self, writing: true)
    defer { withExtendedLifetime(lock) {} }
    guard try missingBytes() > 0 else { return }
    var file: Int32 = -1
    try unsafe StoreError.check(mdb_env_get_fd(handle, &file), "mdb_env_get_fd", path)
    guard ftruncate(file, off_t((information.lastPage + 1) * pageSize)) == 0 else {
      throw StoreError(code: errno, call: "ftruncate", path: path)
    }
  }

  private func openTrees(creating: Bool) throws(StoreError) {
    var opened: OpaquePointer?
    let mode = creating ? 0 : UInt32(MDB_RDONLY)
    try unsafe StoreError.check(mdb_txn_begin(handle, nil, mode, &opened), "mdb_txn_begin", path)
    for tree in Tree.allCases {
      var number: UInt32 = 0
      let code = unsafe mdb_dbi_open(opened, tree.name, creating ? UInt32(MDB_CREATE) : 0, &number)
      guard code == 0, number == tree.handle else {
        unsafe mdb_txn_abort(opened)
        // The tables after 'meta' came with format 2, 'names' with 3.
        if code == MDB_NOTFOUND, tree == .names { throw .olderFormat(path: path, found: 2) }
        if code == MDB_NOTFOUND, tree.rawValue > Tree.meta.rawValue { throw .olderFormat(path: path, found: 1) }
        if code == MDB_NOTFOUND { throw .corrupted(object: path, reason: "the table '\(tree.name)' is missing") }
        throw StoreError(code: code == 0 ? MDB_BAD_DBI : code, call: "mdb_dbi_open", path: path)
      }
    }
    // Handles opened in a transaction become everybody's when it is committed, also in one that reads.
    try unsafe StoreError.check(mdb_txn_commit(opened), "mdb_txn_commit", path)
  }

  var information: (lastPage: Int, lastTransaction: UInt64) {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(handle, &info)
    return unsafe (Int(info.me_last_pgno), UInt64(info.me_last_txnid))
  }

  var pageSize: Int {
    var statistics = MDB_stat()
    unsafe mdb_env_stat(handle, &statistics)
    return Int(statistics.ms_psize)
  }

  /// Frees the places of readers whose process has died.
  func clearStaleReaders() throws(StoreError) {
    var dead: Int32 = 0
    try unsafe StoreError.check(mdb_reader_check(handle, &dead), "mdb_reader_check", path)
  }

  /// Writes everything to the disk.
  func synchronize() throws(StoreError) {
    try unsafe StoreError.check(mdb_env_sync(handle, 1), "mdb_env_sync", path)
  }
}

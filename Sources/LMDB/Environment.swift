// SPDX-License-Identifier: Apache-2.0

internal import CLMDB
internal import CSystem
internal import Glibc
package import Synchronization
internal import SystemPlatform

/// An open LMDB environment.
///
/// How the rules of LMDB are kept:
/// 1. A process opens an environment only once, and never opens its lock file in any other way.
///    Callers share instances.
/// 2. All openers use the same number of reader slots and tables, and the same map size: the
///    constants below.
/// 3. `MDB_NOTLS` ties a reader slot to its transaction, so snapshots are not bound to threads.
/// 4. `MDB_NOSYNC` and `MDB_WRITEMAP` are never used. With `MDB_NOMETASYNC`, all commits survive
///    the death of the process. A power failure may undo the last commit, but does not damage the
///    file.
@safe
package final class Environment: Sendable {
  // LMDB locks an environment internally.
  nonisolated(unsafe) let handle: OpaquePointer
  /// The environment's folder.
  package let path: String
  /// The thread of this process that writes, or 0. A second write transaction on that thread would
  /// wait for itself.
  package let writingThread = Atomic<UInt>(0)
  let writeLock: WriteLock
  /// Number of commits of this process that are not complete; see ``completeFile()``.
  private let commits = Mutex(0)
  /// The address of the memory map; 0 until tables are open. It never changes.
  private let mapStart = Atomic<UInt>(0)

  package static let readerSlots: UInt32 = 510
  /// Address space, not memory or disk space. Never changed during normal operation.
  package static let mapSize = 256 << 30

  /// Opens the environment in an existing folder.
  ///
  /// - Parameters:
  ///   - creating: Whether to create an empty environment if there is none. Otherwise a missing
  ///     file is an error.
  ///   - tables: Names of the tables, in the order of the indices of ``Table``.
  ///   - further: Number of tables that ``open(_:after:creating:)`` may open later.
  package init(
    path: String, creating: Bool, tables: [String], further: Int = 0, mapSize: Int = Environment.mapSize
  ) throws(LMDBError) {
    if !creating { try Self.checkPresence(path) }
    writeLock = try WriteLock(of: path)
    let isWritable = unsafe creating || access(path + "/data.mdb", W_OK) == 0
    let mode = isWritable ? 0 : Self.isUnchanging(path) ? MDB_RDONLY | MDB_NOLOCK : MDB_RDONLY
    let flags = UInt32(MDB_NOTLS | MDB_NOMETASYNC | mode)
    unsafe handle = try Self.open(path, flags: flags, tableCount: tables.count + further, mapSize: mapSize)
    self.path = path
    try checkMetaPages()
    try checkLength()
    try open(tables, after: 0, creating: creating)
    try clearStaleReaders()
  }

  deinit { unsafe mdb_env_close(handle) }

  private static func open(_ path: String, flags: UInt32, tableCount: Int, mapSize: Int) throws(LMDBError) -> OpaquePointer {
    // A limit on the address space (ulimit -v, a sanitizer) also applies to threads and the heap.
    var size = grantedSize(atMost: max(min(mapSize, addressSpaceLimit() / 4 & ~(1 << 20 - 1)), minimumMapSize), isGranted: mayMap)
    while true {
      var created: OpaquePointer?
      try unsafe LMDBError.check(mdb_env_create(&created), "mdb_env_create", path)
      guard let environment = unsafe created else { throw .system(call: "mdb_env_create", path: path, code: ENOMEM) }
      // The assertions of LMDB fail only if its pages are damaged.
      unsafe mdb_env_set_assert(environment) { @Sendable _, assertion in
        if let assertion = unsafe assertion { unsafe damage_found(assertion) }
      }
      unsafe mdb_env_set_mapsize(environment, size)
      unsafe mdb_env_set_maxreaders(environment, readerSlots)
      unsafe mdb_env_set_maxdbs(environment, UInt32(tableCount))
      // The first process to open the environment locks others out for a moment.
      stops_begin_section(false)
      let code = unsafe mdb_env_open(environment, path, flags, 0o600)
      stops_end_section()
      if code == 0 { return unsafe environment }
      unsafe mdb_env_close(environment)
      if code == ENOMEM, let reason = Self.implausibleLength(path) { throw .corrupted(path: path + "/data.mdb", reason: reason) }
      // The arguments are valid, so what LMDB computes from the file is not.
      if code == EINVAL { throw .corrupted(path: path + "/data.mdb", reason: "a page that describes it contains impossible values") }
      // LMDB maps the whole file in any case.
      guard code == ENOMEM, size > minimumMapSize else {
        throw code == ENOMEM ? .mapFull(path: path) : LMDBError(code: code, call: "mdb_env_open", path: path)
      }
      size /= 2
    }
  }

  private static let minimumMapSize = 1 << 20

  /// The largest map that a process may have, by halves of the usual size. valgrind refuses a map that is
  /// too large with the error that damage causes, so LMDB must not ask for one.
  static func grantedSize(atMost mapSize: Int, isGranted: (Int) -> Bool) -> Int {
    var size = mapSize
    while size > minimumMapSize, !isGranted(size) { size /= 2 }
    return size
  }

  private static func mayMap(_ size: Int) -> Bool {
    let map = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard unsafe map != MAP_FAILED else { return false }
    return unsafe munmap(map, size) == 0
  }

  /// Whether another process, which may have a larger map, has extended the file beyond the map of this one.
  var isOutgrown: Bool {
    var (info, status) = unsafe (MDB_envinfo(), stat())
    unsafe mdb_env_info(handle, &info)
    return unsafe info.me_mapsize < Self.mapSize && stat(path + "/data.mdb", &status) == 0 && Int(status.st_size) > info.me_mapsize
  }

  /// The soft limit on the address space in bytes, or `Int.max` if there is none. getrlimit(2).
  private static func addressSpaceLimit() -> Int {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// Whether an environment without write permission can be read without locks, because nobody
  /// writes to it: no user has write permission for the file, and no process has the environment
  /// open. LMDB itself does without locks only on a file system that is mounted read-only.
  ///
  /// A process that opened the environment while it was writable may still write. It holds a lock
  /// on the first byte of the lock file. A reader without locks does not keep it from reusing pages
  /// that are being read, so this process must not read.
  ///
  /// Must not be called while the environment is open in this process: closing the lock file
  /// releases its locks.
  private static func isUnchanging(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path + "/data.mdb", &status) == 0, status.st_mode & 0o222 == 0 else { return false }
    let file = unsafe Glibc.open(path + "/lock.mdb", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    return unsafe fcntl(file, F_GETLK, &lock) == 0 && lock.l_type == Int16(F_UNLCK)
  }

  /// Why the length in a page that describes the environment cannot be right; `nil` if it can.
  /// LMDB extends its map to that length, whatever it is.
  private static func implausibleLength(_ path: String) -> String? {
    let file = unsafe Glibc.open(path + "/data.mdb", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The two meta pages; mm_last_pg is at offset 136 of each.
    for page in 0..<2 {
      var last: UInt64 = 0
      guard unsafe pread(file, &last, 8, off_t(page * 4096 + 136)) == 8 else { continue }
      if last > UInt64(mapSize / 4096) { return "it claims to have \(last) pages" }
    }
    return nil
  }

  /// The inode number of an environment's file and the number of the last transaction, without opening
  /// the environment; `nil` if they cannot be read.
  ///
  /// - Parameter path: The environment's folder.
  package static func state(in path: String) -> (inode: UInt64, transaction: UInt64)? {
    let file = unsafe Glibc.open(path + "/data.mdb", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return nil }
    var last: UInt64 = 0
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    // The two meta pages are written in turn; mm_txnid is at offset 144 of each.
    for page in 0..<2 {
      var number: UInt64 = 0
      guard unsafe pread(file, &number, 8, off_t(page * pageSize + 144)) == 8 else { return nil }
      last = max(last, number)
    }
    return (UInt64(status.st_ino), last)
  }

  /// LMDB would treat an absent or empty file as a new environment.
  private static func checkPresence(_ path: String) throws(LMDBError) {
    var status = stat()
    // Another opener may be creating the lock file.
    for name in ["/lock.mdb", "/data.mdb"] {
      guard unsafe stat(path + name, &status) == 0 else {
        if errno == ELOOP { throw .corrupted(path: path + name, reason: "it is not a file") }
        if name == "/lock.mdb" { continue }
        throw LMDBError(code: errno, call: "stat", path: path + name)
      }
      guard status.st_mode & S_IFMT == S_IFREG else { throw .corrupted(path: path + name, reason: "it is not a file") }
    }
    guard status.st_size > 0 else { throw .corrupted(path: path + "/data.mdb", reason: "the file is empty") }
  }

  /// Checks the heads of the two meta pages, each of which describes a state of the file. One that was copied
  /// from the other could make an outdated state look like the last one. LMDB itself looks only when it opens
  /// a file, and never writes the heads again.
  package func checkMetaPages() throws(LMDBError) {
    var file: Int32 = -1
    try unsafe LMDBError.check(mdb_env_get_fd(handle, &file), "mdb_env_get_fd", path)
    for page in 0..<2 {
      // The number of the page, its flags (P_META) at offset 10, and mm_magic at offset 16.
      var (number, flags, magic): (UInt64, UInt16, UInt32) = (0, 0, 0)
      let start = off_t(page * pageSize)
      guard unsafe pread(file, &number, 8, start) == 8, number == UInt64(page) else {
        throw .corrupted(path: path + "/data.mdb", reason: "a meta page is in the place of another")
      }
      guard unsafe pread(file, &flags, 2, start + 10) == 2, flags & 0x08 != 0, unsafe pread(file, &magic, 4, start + 16) == 4,
        magic == 0xBEEF_C0DE
      else { throw .corrupted(path: path + "/data.mdb", reason: "a meta page is overwritten") }
    }
  }

  /// Reading a page beyond the end of a mapped file raises SIGBUS, so a truncated file must be
  /// detected before use.
  package func checkLength() throws(LMDBError) {
    let end = ContinuousClock.now + Self.maximumCommitTime
    var missing = try missingBytes()
    while missing > 0 {
      let last = information.lastTransaction
      if try isCommitting() {
        // Its process is suspended. That is no damage.
        guard .now < end else { throw LMDBError(code: ETIMEDOUT, call: "fcntl", path: path + "/data.mdb") }
        sleep(for: .milliseconds(1))
        missing = try missingBytes()
        continue
      }
      missing = try missingBytes()
      // Otherwise another writer has begun to commit.
      if missing > 0, information.lastTransaction == last {
        throw .corrupted(path: path + "/data.mdb", reason: "its last \(missing) bytes are missing")
      }
    }
  }

  /// A writer needs microseconds to complete the file, but on a busy machine it may have to wait for its
  /// turn.
  private static let maximumCommitTime = Duration.seconds(60)

  /// Whether a writer is between its commit and ``completeFile()``.
  private func isCommitting() throws(LMDBError) -> Bool {
    let file = unsafe Glibc.open(path + "/data.mdb", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw LMDBError(code: errno, call: "open", path: path + "/data.mdb") }
    defer { close(file) }
    return file_is_marked(file) != 0
  }

  /// Marks the file as one that may end before its last page. Called before a commit, and followed by
  /// ``endCommit()`` after ``completeFile()``.
  package func beginCommit() {
    commits.withLock { commits in
      commits += 1
      if commits == 1 { setMark(true) }
    }
  }

  package func endCommit() {
    commits.withLock { commits in
      commits -= 1
      if commits == 0 { setMark(false) }
    }
  }

  /// On a file system without locks there is no mark. Then a reader takes the file for truncated if it looks
  /// at the wrong moment.
  private func setMark(_ isSet: Bool) {
    var file: Int32 = -1
    if unsafe mdb_env_get_fd(handle, &file) == 0 { _ = file_set_mark(file, isSet ? 1 : 0) }
  }

  /// Number of bytes by which the file is shorter than the pages in use.
  package func missingBytes() throws(LMDBError) -> Int {
    var status = stat()
    guard unsafe stat(path + "/data.mdb", &status) == 0 else { throw LMDBError(code: errno, call: "stat", path: path + "/data.mdb") }
    let pages = information.lastPage + 1
    // A damaged page can have any number here.
    guard pages <= Int.max / max(1, pageSize) else { return Int.max }
    return max(0, pages * pageSize - Int(status.st_size))
  }

  /// Extends the file to the length of its pages. Called after each commit.
  ///
  /// LMDB never writes a page that a transaction allocates and frees again, so an intact file may
  /// end before its last page. It would then look truncated.
  package func completeFile() throws(LMDBError) {
    guard try missingBytes() > 0 else { return }
    // While the write lock is held, no other process appends, so ftruncate cannot cut off data. The
    // new end of the file is a hole, which needs no disk space.
    let lock = try Transaction(self, writing: true)
    defer { withExtendedLifetime(lock) {} }
    guard try missingBytes() > 0 else { return }
    var file: Int32 = -1
    try unsafe LMDBError.check(mdb_env_get_fd(handle, &file), "mdb_env_get_fd", path)
    guard ftruncate(file, off_t((information.lastPage + 1) * pageSize)) == 0 else {
      throw LMDBError(code: errno, call: "ftruncate", path: path)
    }
    // The commit is on the disk, and so must be the new end. This is too rare to cost anything.
    guard fdatasync(file) == 0 else { throw LMDBError(code: errno, call: "fdatasync", path: path) }
  }

  /// Opens tables. Call it only before other threads use the environment.
  ///
  /// - Parameter count: Number of tables that are open already.
  /// - Throws: ``LMDBError/missingTable(name:path:)`` if one does not exist.
  package func open(_ tables: [String], after count: Int, creating: Bool) throws(LMDBError) {
    // Not to be stopped with the lock of the table of readers or of writers.
    stops_begin_short_section()
    defer { stops_end_section() }
    var opened: OpaquePointer?
    let mode = creating ? 0 : UInt32(MDB_RDONLY)
    try unsafe LMDBError.check(mdb_txn_begin(handle, nil, mode, &opened), "mdb_txn_begin", path)
    for (index, table) in tables.enumerated() {
      var number: UInt32 = 0
      let code = unsafe mdb_dbi_open(opened, table, creating ? UInt32(MDB_CREATE) : 0, &number)
      guard code == 0, number == count + index + 2 else {
        unsafe mdb_txn_abort(opened)
        if code == MDB_NOTFOUND { throw .missingTable(name: table, path: path) }
        throw LMDBError(code: code == 0 ? MDB_BAD_DBI : code, call: "mdb_dbi_open", path: path)
      }
    }
    // Committing makes the handles available to all transactions, even if this one is read-only.
    try unsafe LMDBError.check(mdb_txn_commit(opened), "mdb_txn_commit", path)
    try locateMap()
  }

  /// Finds the memory map from a page of the table that lists all tables, because LMDB does not
  /// disclose its address. If that page is in the wrong place, all others seem to be.
  private func locateMap() throws(LMDBError) {
    let transaction = try Transaction(self, writing: false)
    let cursor = try transaction.cursor(.tables)
    guard try cursor.first() else { return }
    let start = unsafe PageNumbers.mapStart(from: cursor.keyAddress, pageSize: pageSize)
    mapStart.store(start, ordering: .relaxed)
  }

  var pageNumbers: PageNumbers {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(handle, &info)
    return unsafe PageNumbers(mapStart: mapStart.load(ordering: .relaxed), mapSize: info.me_mapsize, pageSize: pageSize)
  }

  package var information: (lastPage: Int, lastTransaction: UInt64) {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(handle, &info)
    return unsafe (min(Int(clamping: info.me_last_pgno), .max - 1), UInt64(info.me_last_txnid))
  }

  package var pageSize: Int {
    var statistics = MDB_stat()
    unsafe mdb_env_stat(handle, &statistics)
    return Int(statistics.ms_psize)
  }

  /// Frees the reader slots of processes that have died.
  package func clearStaleReaders() throws(LMDBError) {
    stops_begin_short_section()
    defer { stops_end_section() }
    var dead: Int32 = 0
    try unsafe LMDBError.check(mdb_reader_check(handle, &dead), "mdb_reader_check", path)
  }

  /// Writes all changes to disk (`mdb_env_sync`).
  package func synchronize() throws(LMDBError) {
    try unsafe LMDBError.check(mdb_env_sync(handle, 1), "mdb_env_sync", path)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LMDB
internal import LogMessages
internal import Synchronization
internal import SystemPlatform
internal import Threading
internal import WordVectors

/// An index on disk.
///
///     CURRENT              names the catalog's generation in use
///     catalog-0001/        that generation: an LMDB environment
///     segments/            files of segments, which the catalog lists
///     cookies/             files of processes that wait for the daemon; see ``Cookie``
///     trees                the roots of the trees in it, in case that the catalog is lost
///     generation           rewritten after each commit; watch it to be notified
///     maintenance.lock     held by the process that maintains the store
///     daemon.lock          held by the daemon that keeps the store current
///
/// Invariants:
/// 1. `CURRENT` is replaced only by the holder of the write lock of the generation that it names.
///    Who gets that lock reads `CURRENT` again.
/// 2. A generation that `CURRENT` does not name is never written to and may be removed. Processes
///    that have it open keep it until they close it.
/// 3. Generation numbers increase. A DocumentID is never reused, not even after erasing the store.
/// 4. A commit survives the death of the process; see ``Environment``.
@safe package final class Store: Sendable {
  package enum Access: Sendable, Equatable {
    case read
    /// Opens a store of files.
    ///
    /// - Parameter creating: Creates a store if the folder has none.
    case write(creating: Bool)
    /// Opens a store of items, and creates one if the folder has none.
    case writeItems

    /// The content that the store must have; `nil` for any.
    fileprivate var content: StoreContent? {
      switch self {
      case .read: nil
      case .write: .files
      case .writeItems: .items
      }
    }
  }

  /// The path of the store's folder.
  package let path: String
  let access: Access
  let mapSize: Int
  /// Directories with more entries get their names indexed when a writer looks one up.
  let nameIndexThreshold: Int
  /// Minimum number of directories for which a directory table is written.
  let directoryTableThreshold: Int
  /// Whether an import is running in this process; see ``whileImporting(_:)``.
  let isImporting = Atomic(false)
  /// See ``retire()``.
  let isRetired = Atomic(false)
  private let current: Mutex<Opened>
  let announcer: ChangeAnnouncer
  /// The current time in seconds since 1970. Tests set it.
  let clock: @Sendable () -> Int64
  /// The model of the vectors of documents that are written; `nil` for none. Tests set it; see ``vectorsForWriting()``.
  let writingVectors: @Sendable () -> WordVectorModel?
  /// The model of the vectors of queries; `nil` for none.
  let searchingVectors: @Sendable () -> WordVectorModel?
  /// See ``startWritingThread()``.
  // Never freed.
  nonisolated(unsafe) let nameInMessages: UnsafePointer<CChar>?
  let writingThread = Mutex<ExecutorThread?>(nil)
  /// DocumentIDs that this process has reserved and not used yet.
  let reserved = Mutex<Range<UInt64>>(0..<0)

  /// An open generation, and the stamp of `CURRENT` when it was opened.
  struct Opened: Sendable {
    var lease: GenerationLease
    var pointer: GenerationPointer.Stamp
  }

  /// The format that this program writes and the only one that it reads. An older index is rebuilt,
  /// not converted.
  static let format: UInt64 = 4

  /// Default of ``directoryTableThreshold``.
  static let directoryTableThreshold = 1000

  /// Opens the store in a folder.
  ///
  /// A store may be open any number of times, in any number of processes.
  package static func open(_ path: String, _ access: Access) throws(StoreError) -> Store {
    try open(
      path, access, mapSize: Environment.mapSize, writingVectors: { WordVectorModel.installedForWriting },
      searchingVectors: { WordVectorModel.installed })
  }

  static func open(
    _ path: String, _ access: Access, mapSize: Int = Environment.mapSize, nameIndexThreshold: Int = NameIndex.threshold,
    directoryTableThreshold: Int = Store.directoryTableThreshold, clock: @escaping @Sendable () -> Int64 = { Int64(UnixTime.now) },
    writingVectors: @escaping @Sendable () -> WordVectorModel? = { nil },
    searchingVectors: @escaping @Sendable () -> WordVectorModel? = { nil }
  ) throws(StoreError) -> Store {
    unsafe damage_use_store(damage_store_name(PrintableText.path(Array(path.utf8))))
    if access == .write(creating: true) { try create(path, .files, mapSize: mapSize) }
    if access == .writeItems { try create(path, .items, mapSize: mapSize) }
    try checkFolder(path)
    if access != .read { try checkAccess(path) }
    return try Store(
      path: path, access: access, mapSize: mapSize, nameIndexThreshold: nameIndexThreshold,
      directoryTableThreshold: directoryTableThreshold, clock: clock, writingVectors: writingVectors, searchingVectors: searchingVectors)
  }

  private init(
    path: String, access: Access, mapSize: Int, nameIndexThreshold: Int, directoryTableThreshold: Int,
    clock: @escaping @Sendable () -> Int64, writingVectors: @escaping @Sendable () -> WordVectorModel?,
    searchingVectors: @escaping @Sendable () -> WordVectorModel?
  ) throws(StoreError) {
    self.writingVectors = writingVectors
    self.searchingVectors = searchingVectors
    self.path = path
    unsafe nameInMessages = damage_store_name(PrintableText.path(Array(path.utf8)))
    self.access = access
    self.mapSize = mapSize
    self.nameIndexThreshold = nameIndexThreshold
    self.directoryTableThreshold = directoryTableThreshold
    self.clock = clock
    let opened: Opened
    do throws(StoreError) {
      opened = try Self.openGeneration(path, mapSize: mapSize)
    } catch {
      if error.isDamageOfCatalog, access == .read { Self.reportDamageOfCatalog(in: path) }
      throw error
    }
    // Writing files to a store of items would destroy the only copy of the items.
    let content = opened.lease.generation.content
    if let expected = access.content, content != expected { throw .unexpectedContent(path: path, found: content) }
    current = Mutex(opened)
    announcer = ChangeAnnouncer(path: path + "/generation")
  }

  /// Opens the generation that `CURRENT` names, and starts again if `CURRENT` was replaced
  /// meanwhile.
  private static func openGeneration(_ path: String, mapSize: Int) throws(StoreError) -> Opened {
    while true {
      let pointer = try GenerationPointer(of: path)
      do throws(StoreError) {
        let lease = try GenerationRegistry.lease(path: path + "/" + pointer.name, mapSize: mapSize)
        try checkFormat(lease, path)
        return Opened(lease: lease, pointer: pointer.stamp)
      } catch {
        guard try GenerationPointer(of: path).stamp == pointer.stamp else { continue }
        // The LMDB layer detects an old format by a missing table and knows only the generation's
        // path.
        if case .olderFormat(_, let found) = error { throw .olderFormat(path: path, found: found) }
        guard case .system(_, _, Errno.noSuchFileOrDirectory.rawValue) = error else { throw error }
        let folder = path + "/" + pointer.name
        guard !Path(folder).exists else { throw .corrupted(object: folder, reason: "its file data.mdb does not exist") }
        throw .corrupted(object: path + "/CURRENT", reason: "it names '\(pointer.name)', which does not exist")
      }
    }
  }

  private static func checkFormat(_ lease: GenerationLease, _ path: String) throws(StoreError) {
    let found = try Snapshot(lease).format()
    guard found >= format else { throw .olderFormat(path: path, found: found) }
    guard found <= format else { throw .newerFormat(path: path, found: found, supported: format) }
  }

  /// The generation in use now. Checking that `CURRENT` still names it takes one microsecond.
  func lease() throws(StoreError) -> GenerationLease {
    try current.withLock { opened throws(StoreError) in
      if try GenerationPointer.stamp(of: path) != opened.pointer { opened = try Self.openGeneration(path, mapSize: mapSize) }
      return opened.lease
    }
  }

  /// Calls `body` with a snapshot of the catalog. Later commits are not visible in it.
  ///
  /// The snapshot delays the reuse of pages, so `body` must not print, wait or call back.
  package func read<Result>(_ body: (borrowing Snapshot) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try reportingDamageOfCatalog { () throws(StoreError) in try body(try Snapshot(try lease())) }
  }

  func counters() throws(StoreError) -> Counters { try read { snapshot throws(StoreError) in try snapshot.counters() } }

  /// The sequence number of the last change.
  package func latestChange() throws(StoreError) -> UInt64 { try counters().sequence }

  /// Commits changes, regardless of how many changes are pending.
  ///
  /// - Parameters:
  ///   - announces: Whether other processes are notified. Changes that do not affect search results
  ///     need no notification.
  ///   - isWanted: Whether to commit the changes, given the result of `body`.
  func commit<Result>(
    announcing announces: Bool = true, if isWanted: (Result) -> Bool = { _ in true },
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var pending: WriteTransaction.Pending?
    var isAbandoned = false
    do throws(StoreError) {
      let result = try whileWriting { snapshot throws(StoreError) in
        guard !isRetired.load(ordering: .acquiring) else {
          throw StoreError.system(call: "write", path: path, code: Errno.canceled.rawValue)
        }
        let transaction = try WriteTransaction(snapshot, nameIndexThreshold: nameIndexThreshold, now: clock())
        pending = transaction.pending
        let result = try body(transaction)
        guard isWanted(result) else {
          isAbandoned = true
          return result
        }
        guard transaction.hasChanges else { return result }
        let number = transaction.snapshot.number
        try transaction.commit()
        if announces { announcer.announce(number) }
        CrashPoint.commitAnnounced.pass()
        return result
      }
      if isAbandoned, let pending, !pending.named.isEmpty { removeUncommitted(pending.named) }
      return result
    } catch {
      if let pending, !pending.named.isEmpty { removeUncommitted(pending.named) }
      throw error
    }
  }

  /// Calls `body` with a write snapshot of the generation that is in use once the write lock is
  /// held (invariant 1).
  func whileWriting<Result>(_ body: (consuming Snapshot) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try atWritingPriority { () throws(StoreError) in try whileWritingHere(body) }
  }

  private func whileWritingHere<Result>(_ body: (consuming Snapshot) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let thread = ProcessFacts.thread
    unsafe damage_use_store(nameInMessages)
    while true {
      let lease = try lease()
      let writer = lease.generation.environment
      precondition(
        writer.writingThread.load(ordering: .relaxed) != thread, "A write inside a write of the same store would wait for itself")
      let snapshot = try Snapshot(lease, writing: true)
      // A stop by the terminal (Ctrl-Z) is deferred until the commit is announced, not only until
      // the transaction ends: other processes rely on the announcement.
      stops_begin_section(false)
      defer { stops_end_section() }
      guard try self.lease() === lease else { continue }
      writer.writingThread.store(thread, ordering: .relaxed)
      defer { writer.writingThread.store(0, ordering: .relaxed) }
      return try body(snapshot)
    }
  }
}

extension Snapshot {
  /// The format of the store.
  func format() throws(StoreError) -> UInt64 {
    guard let bytes = try meta("format"), bytes.count == 8 else {
      throw .corrupted(object: path, reason: "the row 'format' is missing")
    }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

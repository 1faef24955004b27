internal import CSystem
internal import Glibc
internal import LMDB
internal import Synchronization

/// An index on disk.
///
///     CURRENT              names the catalog's generation in use
///     catalog-0001/        that generation: an LMDB environment
///     segments/            what makes searching fast; the catalog lists them
///     generation           its content changes after each commit; watch it to learn of them
///     maintenance.lock     held by the process that looks after the store
///
/// Invariants:
/// 1. `CURRENT` is replaced only by a holder of the write lock of the generation that it named; whoever gets that lock looks again.
/// 2. A generation that `CURRENT` does not name is never written to and may be removed: who has it open keeps it until done.
/// 3. Generations are numbered upwards; a DocumentID is never reused, not by erasing either.
/// 4. A commit is durable against the death of the process; see ``Environment``.
package final class Store: Sendable {
  package enum Access: Sendable, Equatable {
    case read
    /// - Parameter creating: Makes the store when the folder has none.
    case write(creating: Bool)
  }

  /// The store's folder.
  package let path: String
  let access: Access
  let mapSize: Int
  /// Directories with more entries have their names indexed when one is looked up.
  let nameIndexThreshold: Int
  /// So many directories have a table.
  let directoryTableThreshold: Int
  /// Whether an import goes on in this process; see ``whileImporting(_:)``.
  let isImporting = Atomic(false)
  private let current: Mutex<Opened>
  let announcer: ChangeAnnouncer

  /// A generation, and what `CURRENT` was when it was opened.
  struct Opened: Sendable {
    var lease: GenerationLease
    var pointer: GenerationPointer.Stamp
  }

  /// The format that this program writes, and the only one that it reads: an index of files is built again rather than converted.
  static let format: UInt64 = 4

  /// Minimum number of directories for which a table of directories is written.
  static let directoryTableThreshold = 1000

  /// Opens the store in a folder.
  ///
  /// A store may be open any number of times, in any number of processes.
  package static func open(_ path: String, _ access: Access) throws(StoreError) -> Store {
    try open(path, access, mapSize: Environment.mapSize)
  }

  static func open(
    _ path: String, _ access: Access, mapSize: Int = Environment.mapSize, nameIndexThreshold: Int = NameIndex.threshold,
    directoryTableThreshold: Int = Store.directoryTableThreshold
  ) throws(StoreError) -> Store {
    if access == .write(creating: true) { try create(path, mapSize: mapSize) }
    try checkFolder(path)
    return try Store(
      path: path, access: access, mapSize: mapSize, nameIndexThreshold: nameIndexThreshold, directoryTableThreshold: directoryTableThreshold
    )
  }

  private init(path: String, access: Access, mapSize: Int, nameIndexThreshold: Int, directoryTableThreshold: Int) throws(StoreError) {
    self.path = path
    self.access = access
    self.mapSize = mapSize
    self.nameIndexThreshold = nameIndexThreshold
    self.directoryTableThreshold = directoryTableThreshold
    current = Mutex(try Self.openGeneration(path, mapSize: mapSize))
    announcer = ChangeAnnouncer(path: path + "/generation")
  }

  /// Opens what `CURRENT` names, again if it was replaced meanwhile.
  private static func openGeneration(_ path: String, mapSize: Int) throws(StoreError) -> Opened {
    while true {
      let pointer = try GenerationPointer(of: path)
      do throws(StoreError) {
        let lease = try GenerationRegistry.lease(path: path + "/" + pointer.name, mapSize: mapSize)
        try checkFormat(lease, path)
        return Opened(lease: lease, pointer: pointer.stamp)
      } catch {
        guard try GenerationPointer(of: path).stamp == pointer.stamp else { continue }
        // LMDB tells it by a table that is missing, and knows only the generation.
        if case .olderFormat(_, let found) = error { throw .olderFormat(path: path, found: found) }
        guard case .system(_, _, ENOENT) = error else { throw error }
        throw .corrupted(object: path + "/CURRENT", reason: "it names '\(pointer.name)', which does not exist")
      }
    }
  }

  private static func checkFormat(_ lease: GenerationLease, _ path: String) throws(StoreError) {
    let found = try Snapshot(lease).format()
    guard found >= format else { throw .olderFormat(path: path, found: found) }
    guard found <= format else { throw .newerFormat(path: path, found: found, supported: format) }
  }

  /// The generation in use now. Looking whether it is still the same one takes a microsecond.
  func lease() throws(StoreError) -> GenerationLease {
    try current.withLock { opened throws(StoreError) in
      if try GenerationPointer.stamp(of: path) != opened.pointer { opened = try Self.openGeneration(path, mapSize: mapSize) }
      return opened.lease
    }
  }

  /// Answers from the catalog as it is now. Later commits are not seen.
  ///
  /// The snapshot holds back the reuse of space: `body` computes and returns; it does not print, wait or call back.
  package func read<Result>(_ body: (borrowing Snapshot) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try body(try Snapshot(try lease()))
  }

  func counters() throws(StoreError) -> Counters { try read { snapshot throws(StoreError) in try snapshot.counters() } }

  /// Changes the catalog, however much is pending.
  ///
  /// - Parameter announces: Whether others are told. What changes no answer is nobody's business.
  func commit<Result>(
    announcing announces: Bool = true, _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var pending: WriteTransaction.Pending?
    do throws(StoreError) {
      return try whileWriting { snapshot throws(StoreError) in
        let transaction = try WriteTransaction(snapshot, nameIndexThreshold: nameIndexThreshold)
        pending = transaction.pending
        let result = try body(transaction)
        guard transaction.hasChanges else { return result }
        let number = transaction.snapshot.number
        try transaction.commit()
        if announces { announcer.announce(number) }
        CrashPoint.commitAnnounced.pass()
        return result
      }
    } catch {
      if let pending, !pending.named.isEmpty { removeUncommitted(pending.named) }
      throw error
    }
  }

  /// Calls `body` with a writing snapshot of the generation that is in use once the lock is held (invariant 1).
  func whileWriting<Result>(_ body: (consuming Snapshot) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let thread = UInt(pthread_self())
    while true {
      let lease = try lease()
      let writer = lease.generation.environment
      precondition(
        writer.writingThread.load(ordering: .relaxed) != thread, "A write inside a write of the same store would wait for itself")
      let snapshot = try Snapshot(lease, writing: true)
      // Longer than the transaction: until a commit is announced, the store is not as others expect it.
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
  /// The format in which the store was written.
  func format() throws(StoreError) -> UInt64 {
    guard let bytes = try meta("format"), bytes.count == 8 else {
      throw .corrupted(object: path, reason: "the row 'format' is missing")
    }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

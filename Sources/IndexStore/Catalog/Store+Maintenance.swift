internal import Glibc
internal import LMDB

extension Store {
  /// Becomes the one process that looks after the store.
  ///
  /// - Returns: `nil` when another one does.
  package func maintenanceLock() throws(StoreError) -> MaintenanceLock? { try MaintenanceLock(path + "/maintenance.lock") }

  /// Has the program told when one of its threads has waited some seconds for another process that writes to the same store, once for each wait.
  ///
  /// - Parameter report: Called for any store of this process, on a thread of its own.
  package static func onLongWait(_ report: @escaping @Sendable (String) -> Void) {
    LockWaits.shared.setReport { holder in report(holder.message) }
  }

  /// How many documents there are, and how the catalog uses its file.
  package func statistics() throws(StoreError) -> StoreStatistics {
    try read { snapshot throws(StoreError) in
      let pageSize = snapshot.lease.generation.environment.pageSize
      var tables: [(name: String, entries: Int, bytes: Int)] = []
      for tree in CatalogTable.allCases {
        let size = try snapshot.transaction.size(of: tree)
        tables.append((tree.name, size.entries, size.pages * pageSize))
      }
      let space = try snapshot.space()
      let counters = try snapshot.counters()
      return StoreStatistics(
        counts: counters.counts, fileBytes: space.fileBytes, freeBytes: space.freeBytes, bytesByTable: tables,
        segmentsByLayer: try snapshot.segmentStatistics(), pendingChanges: Int(counters.sequence - counters.indexed),
        removedDocuments: Int(counters.removed), transaction: snapshot.number)
    }
  }

  /// Opens a file for reading and writing on the store's disk that is gone with its descriptor.
  package func openScratchFile() throws(StoreError) -> Int32 {
    // Has its name for a moment only.
    let place = try UnlistedSegment(in: path)
    defer { withExtendedLifetime(place) {} }
    let descriptor = unsafe Glibc.open(place.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(code: errno, call: "open", path: place.path) }
    return descriptor
  }

  /// Frees the places in the reader table of processes that died.
  package func clearStaleReaders() throws(StoreError) { try lease().generation.clearStaleReaders() }
}

extension Snapshot {
  /// Length of the catalog's file, and how much of it holds nothing: pages without rows, and the lists of those. Some microseconds.
  func space() throws(StoreError) -> (fileBytes: Int, freeBytes: Int) {
    let environment = lease.generation.environment
    let pages = environment.information.lastPage + 1
    // LMDB begins a file with two headers.
    var used = 2 + (try transaction.rootPages())
    for tree in CatalogTable.allCases { used += try transaction.size(of: tree).pages }
    return (pages * environment.pageSize, max(0, pages - used) * environment.pageSize)
  }
}

/// Held by the process that merges, compacts and sweeps; the kernel frees it when the process dies.
@safe
package struct MaintenanceLock: ~Copyable, Sendable {
  private let file: Int32

  /// `F_OFD_SETLK`: a lock that belongs to the open file and not, as the older kind, to the process, where closing any descriptor ends it.
  private static let setOpenFileLock: Int32 = 37

  init?(_ path: String) throws(StoreError) {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError(code: errno, call: "open", path: path) }
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    guard unsafe fcntl(file, Self.setOpenFileLock, &request) == 0 else {
      let code = errno
      close(file)
      guard code == EAGAIN || code == EACCES else { throw StoreError(code: code, call: "fcntl", path: path) }
      return nil
    }
    self.file = file
  }

  deinit { close(file) }
}

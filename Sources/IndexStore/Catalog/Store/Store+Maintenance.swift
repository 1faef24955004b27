// SPDX-License-Identifier: Apache-2.0

internal import LMDB
package import SystemPlatform

extension Store {
  /// Takes the maintenance lock.
  ///
  /// - Returns: `nil` when another process, or another part of this one, holds it.
  package func maintenanceLock() throws(StoreError) -> MaintenanceLock? { try MaintenanceLock(path + "/maintenance.lock") }

  /// Sets a function that is called when a thread has waited several seconds for another process
  /// that writes to the same store, once for each wait.
  ///
  /// - Parameter report: Called for all stores of this process, on a separate thread.
  package static func onLongWait(_ report: @escaping @Sendable (String) -> Void) {
    LockWaits.shared.setReport { holder in report(holder.message) }
  }

  /// Counts of documents and segments, and how the catalog uses its file.
  package func statistics() throws(StoreError) -> StoreStatistics {
    try read { snapshot throws(StoreError) in
      let pageSize = snapshot.lease.generation.environment.pageSize
      var tables: [(name: String, entries: Int, bytes: Int)] = []
      for table in snapshot.lease.generation.tables {
        let size = try snapshot.transaction.size(of: table)
        tables.append((table.name, size.entries, size.pages * pageSize))
      }
      let space = try snapshot.space()
      let counters = try snapshot.counters()
      return StoreStatistics(
        counts: counters.counts, fileBytes: space.fileBytes, freeBytes: space.freeBytes, bytesByTable: tables,
        segmentsByLayer: try snapshot.segmentStatistics(), pendingChanges: Int(counters.sequence - counters.indexed),
        removedDocuments: Int(counters.removed), transaction: snapshot.number)
    }
  }

  /// Opens a temporary file for reading and writing on the store's disk. The file is removed when
  /// its descriptor is closed.
  package func openScratchFile() throws(StoreError) -> OwnedDescriptor {
    // The name exists only until this function returns.
    let file = try UnlistedSegment(in: path)
    defer { withExtendedLifetime(file) {} }
    return try translatingSystemErrors { () throws(SystemError) in
      try OwnedDescriptor(opening: Path(file.path), [.readAndWrite, .createNew])
    }
  }

  /// Makes all commits survive a power failure, which could otherwise undo the last one. Segments that do not
  /// survive are built again.
  package func flush() throws(StoreError) { try lease().generation.synchronize() }

  /// Frees the reader slots of processes that have died.
  package func clearStaleReaders() throws(StoreError) { try lease().generation.clearStaleReaders() }
}

extension Snapshot {
  /// Length of the catalog's file, and bytes of it that hold no rows: free pages and LMDB's list of
  /// them. Takes a few microseconds.
  func space() throws(StoreError) -> (fileBytes: Int, freeBytes: Int) {
    let environment = lease.generation.environment
    let pages = environment.information.lastPage + 1
    // An LMDB file starts with two meta pages.
    var used = 2 + (try transaction.rootPages())
    for table in lease.generation.tables { used += try transaction.size(of: table).pages }
    return (pages * environment.pageSize, max(0, pages - used) * environment.pageSize)
  }
}

/// The maintenance lock. The process that merges, compacts and sweeps holds it; the kernel releases
/// it when the process dies.
package struct MaintenanceLock: ~Copyable, Sendable {
  private let lock: FileLock

  init?(_ path: String) throws(StoreError) {
    guard let lock = try FileLock.take(path) else { return nil }
    self.lock = lock
  }
}

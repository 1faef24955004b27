internal import LMDB
internal import Synchronization

/// One generation of the catalog, open in this process: its environment and the state that the
/// process's threads share about it.
final class CatalogGeneration: Sendable {
  let environment: Environment
  /// Segments of this generation that this process has mapped.
  let segments = SegmentCache()
  /// Held while pending changes are indexed, so that two threads do not index the same changes.
  let indexing = Mutex<Void>(())
  /// Held while a layer with too many segments is merged. Other writers wait for it.
  let relief = Mutex<Void>(())
  /// Value of the segment counter when a writer last checked whether a merge is due.
  let segmentsSeen = Atomic<UInt32>(0)
  /// The environment's last page when a writer last checked how much of the file is free.
  let lastPageSeen = Atomic<Int>(0)

  /// - Parameters:
  ///   - path: The generation's folder. It must exist.
  ///   - creating: Creates an empty catalog when the folder has none. Otherwise a missing file is
  ///     an error.
  init(path: String, creating: Bool, mapSize: Int) throws(StoreError) {
    environment = try translatingLMDBErrors { () throws(LMDBError) in
      try Environment(path: path, creating: creating, tables: CatalogTable.allCases.map { $0.name }, mapSize: mapSize)
    }
  }

  var path: String { environment.path }

  /// Extends the file to cover all pages; called after each commit. See
  /// ``LMDB/Environment/completeFile()``.
  func completeFile() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.completeFile() } }

  /// Frees the reader slots of processes that have died.
  func clearStaleReaders() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.clearStaleReaders() } }

  /// Flushes the catalog's file to the disk.
  func synchronize() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.synchronize() } }
}

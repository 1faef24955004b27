internal import LMDB
internal import Synchronization

/// One generation of a catalog, open in this process: its environment, and what the process's threads share about it.
final class CatalogGeneration: Sendable {
  let environment: Environment
  /// The generation's segments that this process has mapped.
  let segments = SegmentCache()
  /// Held while pending changes are indexed: a second thread would do the same work.
  let indexing = Mutex<Void>(())
  /// Held while a layer with too many segments is relieved; other writers wait for it.
  let relief = Mutex<Void>(())
  /// The segment counter when a writer last checked whether a merge is due.
  let segmentsSeen = Atomic<UInt32>(0)
  /// The environment's last page when a writer last checked how much of the file is free.
  let lastPageSeen = Atomic<Int>(0)

  /// - Parameters:
  ///   - path: The generation's folder, which exists.
  ///   - creating: Makes an empty catalog when there is none; otherwise a missing file is an error.
  init(path: String, creating: Bool, mapSize: Int) throws(StoreError) {
    environment = try translatingLMDBErrors { () throws(LMDBError) in
      try Environment(path: path, creating: creating, tables: CatalogTable.allCases.map { $0.name }, mapSize: mapSize)
    }
  }

  var path: String { environment.path }

  /// Makes the file as long as its pages, after each commit. See ``LMDB/Environment/completeFile()``.
  func completeFile() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.completeFile() } }

  /// Frees the slots of readers whose process has died.
  func clearStaleReaders() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.clearStaleReaders() } }

  /// Writes everything to the disk.
  func synchronize() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.synchronize() } }
}

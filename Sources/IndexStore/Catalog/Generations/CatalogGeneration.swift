// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Synchronization

/// One generation of the catalog, open in this process: its environment and the state that the
/// process's threads share about it.
final class CatalogGeneration: Sendable {
  let environment: Environment
  let content: StoreContent
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
  ///   - content: Creates an empty catalog for this content. `nil` opens the existing one.
  init(path: String, creating content: StoreContent?, mapSize: Int) throws(StoreError) {
    let (common, further) = (CatalogTable.common.map(\.name), CatalogTable.ofItems.map(\.name))
    let environment = try translatingLMDBErrors { () throws(LMDBError) in
      try Environment(path: path, creating: content != nil, tables: common, further: further.count, mapSize: mapSize)
    }
    self.environment = environment
    do throws(LMDBError) {
      if content != .files { try environment.open(further, after: common.count, creating: content != nil) }
      self.content = content ?? .items
    } catch {
      guard content == nil, case .missingTable = error else { throw StoreError(error) }
      self.content = .files
    }
  }

  /// The tables of this catalog, in the order of their numbers.
  var tables: [CatalogTable] { content == .items ? CatalogTable.allCases : CatalogTable.common }

  var path: String { environment.path }

  /// Extends the file to cover all pages; called after each commit. See
  /// ``LMDB/Environment/completeFile()``.
  func completeFile() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.completeFile() } }

  /// Frees the reader slots of processes that have died.
  func clearStaleReaders() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.clearStaleReaders() } }

  /// Flushes the catalog's file to the disk.
  func synchronize() throws(StoreError) { try translatingLMDBErrors { () throws(LMDBError) in try environment.synchronize() } }
}

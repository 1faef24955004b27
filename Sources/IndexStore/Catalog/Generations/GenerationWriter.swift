// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import SystemPlatform

/// Fills a new generation in key order, so that its pages have no gaps.
///
/// Other processes cannot see the generation until `CURRENT` names it.
struct GenerationWriter: ~Copyable {
  private let generation: CatalogGeneration
  /// The path of the store's folder.
  private let store: String
  private var transaction: CatalogTransaction?
  private var uncommitted = 0

  /// Bytes of keys and values after which ``append(_:key:value:)`` commits.
  ///
  /// LMDB keeps a list of the pages that a transaction has touched. Regular commits keep that list
  /// and the dirty pages in memory small.
  private static let step = 64 << 20

  /// - Parameters:
  ///   - store: The path of the store's folder.
  ///   - number: The number of the generation.
  init(in store: String, number: Int, _ content: StoreContent, mapSize: Int) throws(StoreError) {
    self.store = store
    let path = store + "/" + GenerationPointer.name(of: number)
    removeFolder(path)
    try translatingSystemErrors { () throws(SystemError) in try Path(path).createFolder() }
    generation = try CatalogGeneration(path: path, creating: content, mapSize: mapSize)
    CrashPoint.generationMade.pass()
  }

  /// Appends a row; the keys of a table must come in ascending order.
  mutating func append(_ table: CatalogTable, key: Span<UInt8>, value: Span<UInt8>) throws(StoreError) {
    if uncommitted > Self.step { try commit() }
    uncommitted += key.count + value.count
    try begin()
    try transaction?.append(table, key: key, value: value)
  }

  /// Inserts a row at any position of the table.
  mutating func put(_ table: CatalogTable, bytes key: [UInt8], _ value: [UInt8]) throws(StoreError) {
    try begin()
    try transaction?.put(table, bytes: key, value)
  }

  private mutating func begin() throws(StoreError) {
    if transaction == nil { transaction = try CatalogTransaction(generation.environment, writing: true) }
  }

  private mutating func commit() throws(StoreError) {
    uncommitted = 0
    guard let transaction = transaction.take() else { return }
    try transaction.commit(generation.path)
  }

  /// Flushes everything to the disk and closes the environment.
  ///
  /// `CURRENT` may name the generation only after this, because from then on this process may open
  /// it again.
  consuming func finish() throws(StoreError) {
    try commit()
    CrashPoint.generationFilled.pass()
    try generation.synchronize()
    try synchronizeFolder(generation.path)
    try synchronizeFolder(store)
    CrashPoint.generationFinished.pass()
  }
}

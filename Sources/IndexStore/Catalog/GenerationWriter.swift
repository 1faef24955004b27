internal import Glibc
internal import LMDB

/// Fills a new generation in key order, so that its pages have no gaps. Nobody knows of the generation until `CURRENT` names it.
struct GenerationWriter: ~Copyable {
  private let generation: CatalogGeneration
  private var transaction: CatalogTransaction?
  private var uncommitted = 0

  /// LMDB keeps a list of the pages that a transaction touched: a commit now and then keeps it and the memory behind it short.
  private static let step = 64 << 20

  init(_ path: String, mapSize: Int) throws(StoreError) {
    removeFolder(path)
    guard unsafe mkdir(path, 0o700) == 0 else { throw StoreError(code: errno, call: "mkdir", path: path) }
    generation = try CatalogGeneration(path: path, creating: true, mapSize: mapSize)
    CrashPoint.generationMade.pass()
  }

  mutating func append(_ tree: CatalogTable, key: Span<UInt8>, value: Span<UInt8>) throws(StoreError) {
    if uncommitted > Self.step { try commit() }
    uncommitted += key.count + value.count
    try begin()
    try transaction?.append(tree, key: key, value: value)
  }

  /// Sets a row out of order.
  mutating func put(_ tree: CatalogTable, bytes key: [UInt8], _ value: [UInt8]) throws(StoreError) {
    try begin()
    try transaction?.put(tree, bytes: key, value)
  }

  private mutating func begin() throws(StoreError) {
    if transaction == nil { transaction = try CatalogTransaction(generation.environment, writing: true) }
  }

  private mutating func commit() throws(StoreError) {
    uncommitted = 0
    guard let transaction = transaction.take() else { return }
    try transaction.commit(generation.path)
  }

  /// Brings everything to the disk and closes the environment: only then may `CURRENT` name it, since from then on this process may open it.
  consuming func finish() throws(StoreError) {
    try commit()
    CrashPoint.generationFilled.pass()
    try generation.synchronize()
    try synchronizeFolder(generation.path)
    CrashPoint.generationFinished.pass()
  }
}

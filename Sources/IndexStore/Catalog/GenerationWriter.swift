internal import Glibc

/// Fills a new generation in key order, so that its pages have no gaps. Nobody knows of the generation until `CURRENT` names it.
struct GenerationWriter: ~Copyable {
  private let environment: Environment
  private var transaction: Transaction?
  private var uncommitted = 0

  /// LMDB keeps a list of the pages that a transaction touched: a commit now and then keeps it and the memory behind it short.
  private static let step = 64 << 20

  init(_ path: String, mapSize: Int) throws(StoreError) {
    removeFolder(path)
    guard unsafe mkdir(path, 0o700) == 0 else { throw StoreError(code: errno, call: "mkdir", path: path) }
    environment = try Environment(path: path, creating: true, mapSize: mapSize)
    CrashPoint.generationMade.pass()
  }

  mutating func append(_ tree: Tree, key: Span<UInt8>, value: Span<UInt8>) throws(StoreError) {
    if uncommitted > Self.step { try commit() }
    uncommitted += key.count + value.count
    try begin()
    try transaction?.append(tree, key: key, value: value)
  }

  /// Sets a row out of order.
  mutating func put(_ tree: Tree, bytes key: [UInt8], _ value: [UInt8]) throws(StoreError) {
    try begin()
    try transaction?.put(tree, bytes: key, value)
  }

  private mutating func begin() throws(StoreError) {
    if transaction == nil { transaction = try Transaction(environment, writing: true) }
  }

  private mutating func commit() throws(StoreError) {
    uncommitted = 0
    guard let transaction = transaction.take() else { return }
    try transaction.commit(environment.path)
  }

  /// Brings everything to the disk and closes the environment: only then may `CURRENT` name it, since from then on this process may open it.
  consuming func finish() throws(StoreError) {
    try commit()
    CrashPoint.generationFilled.pass()
    try environment.synchronize()
    try synchronizeFolder(environment.path)
    CrashPoint.generationFinished.pass()
  }
}

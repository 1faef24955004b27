internal import Attributes
internal import Foundation
internal import IndexStore
internal import QueryLanguage
internal import Synchronization

/// One execution of a query over the indexes of this program.
final class ItemSearch: Sendable {
  private let isCancelledFlag = Atomic(false)

  var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

  func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }

  /// Number of items that are delivered first, so that they appear soon, and later.
  private static let (firstBatch, laterBatches) = (32, 512)

  /// What to search for.
  struct Request: Sendable {
    var query: String
    var filters: [String]
    var fetched: [AttributeName]
    /// Indexes with these protection classes; empty for all.
    var protections: [ApplicationStore.Protection] = []
  }

  /// Finds items and passes them on in batches.
  func run(_ request: Request, _ deliver: ([FoundItem]) -> Void) throws {
    let predicate = try Self.predicate(request.filters) { try Query(parsing: request.query) }
    for store in try stores(request) { try run(predicate, in: store, request, deliver) }
    try checkCancellation()
  }

  /// Number of items that match.
  func count(_ request: Request) throws -> Int {
    let predicate = try Self.predicate(request.filters) { try Query(parsing: request.query) }
    var count = 0
    for store in try stores(request) {
      try checkCancellation()
      count += try store.count(predicate)
    }
    return count
  }

  /// Passes on the items of one store that match.
  ///
  /// - Parameter known: Documents to leave out.
  func run(
    _ predicate: CompiledPredicate, in store: Store, _ request: Request, except known: Set<DocumentReference> = [],
    limit: Int = .max, _ deliver: ([FoundItem]) -> Void
  ) throws {
    let limited = limit == .max ? nil : limit + known.count
    let results = try store.search(predicate, limit: limited)
    var (size, left) = (Self.firstBatch, limit)
    func deliverItems(_ references: [DocumentReference]) throws {
      var rest = (known.isEmpty ? references : references.filter { !known.contains($0) }).prefix(left)
      left -= rest.count
      while !rest.isEmpty {
        try checkCancellation()
        let items = try Self.read(rest.prefix(size), of: store, request.fetched)
        if !items.isEmpty { deliver(items) }
        rest = rest.dropFirst(size)
        size = Self.laterBatches
      }
    }
    let first = try results.firstReferences()
    try deliverItems(first)
    try checkCancellation()
    try deliverItems(try results.references(after: first.count))
  }

  func checkCancellation() throws {
    if isCancelled { throw CSSearchQueryError(.cancelled) }
  }

  /// A query together with filters.
  static func predicate(_ filters: [String], _ query: () throws -> Query) throws -> CompiledPredicate {
    do {
      let filters = try filters.map { try Query(parsing: $0).predicate }
      return CompiledPredicate(Query(.all([try query().predicate] + filters)), in: .current())
    } catch let error as QuerySyntaxError {
      throw CSSearchQueryError(.invalidQuery, userInfo: [NSLocalizedDescriptionKey: error.description])
    }
  }

  /// The stores of the program that exist.
  func stores(_ request: Request) throws -> [Store] {
    var stores: [Store] = []
    for index in try indexes(request) {
      if let store = try index.readableStore() { stores.append(store) }
    }
    return stores
  }

  /// The indexes of the program that exist.
  func indexes(_ request: Request) throws -> [ItemIndex] {
    guard let folder = ProgramIdentity.storesFolder else {
      throw CSSearchQueryError(.indexUnreachable, userInfo: [NSLocalizedDescriptionKey: "The user has no home directory."])
    }
    ItemIndex.replaceLost(in: folder)
    return try ApplicationStore.all(in: folder, of: ProgramIdentity.bundleIdentifier)
      .filter { request.protections.isEmpty || request.protections.contains($0.protection) }
      .map { ItemIndex.shared($0, in: folder) }
  }

  static func read(
    _ references: ArraySlice<DocumentReference>, of store: Store, _ fetched: [AttributeName]
  ) throws(StoreError) -> [FoundItem] {
    try store.read { snapshot throws(StoreError) in
      var items: [FoundItem] = []
      items.reserveCapacity(references.count)
      for reference in references {
        if let item = try FoundItem(reference, snapshot, fetched) { items.append(item) }
      }
      return items
    }
  }
}

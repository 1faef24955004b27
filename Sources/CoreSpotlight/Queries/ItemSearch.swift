// SPDX-License-Identifier: Apache-2.0

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

  /// An index that is searched.
  struct SearchedStore: Sendable {
    let store: Store
    /// Whether its items are user activities.
    let hasActivities: Bool
  }

  /// Finds items and passes them on in batches.
  func run(_ request: Request, _ deliver: ([FoundItem]) -> Void) throws {
    let predicate = try Self.predicate(request.filters) { try Query(parsing: request.query) }
    let stores = try stores(request)
    var related = try relatedResults(predicate, in: stores)
    for store in stores { try run(predicate, in: store, request, merging: &related, deliver) }
    try checkCancellation()
  }

  /// Number of items that match.
  func count(_ request: Request) throws -> Int {
    let predicate = try Self.predicate(request.filters) { try Query(parsing: request.query) }
    let stores = try stores(request)
    var count = 0
    if try relatedResults(predicate, in: stores) != nil {
      var identifiersOnly = request
      identifiersOnly.fetched = []
      try run(identifiersOnly) { count += $0.count }
      return count
    }
    for searched in stores {
      try checkCancellation()
      count += try searched.store.count(predicate)
    }
    return count
  }

  /// Passes on the items of one store that match.
  ///
  /// - Parameters:
  ///   - known: Documents to leave out.
  ///   - related: Leaves out results that stand for the same content as others; `nil` if there are none.
  func run(
    _ predicate: CompiledPredicate, in searched: SearchedStore, _ request: Request, except known: Set<DocumentReference> = [],
    limit: Int = .max, merging related: inout RelatedResults?, _ deliver: ([FoundItem]) -> Void
  ) throws {
    let isLimited = related == nil && limit <= .max - known.count
    let results = try searched.store.search(predicate, limit: isLimited ? limit + known.count : nil)
    var (size, left) = (Self.firstBatch, limit)
    func deliverItems(_ references: [DocumentReference], _ related: inout RelatedResults?) throws {
      var rest = (known.isEmpty ? references : references.filter { !known.contains($0) })[...]
      while !rest.isEmpty, left > 0 {
        try checkCancellation()
        let batch = rest.prefix(min(size, left))
        rest = rest.dropFirst(batch.count)
        let items = try Self.read(batch, of: searched.store, request.fetched).filter { item in
          related?.admits(item, isActivity: searched.hasActivities) ?? true
        }
        left -= items.count
        if !items.isEmpty { deliver(items) }
        size = Self.laterBatches
      }
    }
    let first = try results.firstReferences()
    try deliverItems(first, &related)
    try checkCancellation()
    try deliverItems(try results.references(after: first.count), &related)
  }

  /// What makes one result of an item and an activity that belong together; `nil` if no activity is found.
  ///
  /// - Parameter others: Activities that may be passed on although they do not match.
  func relatedResults(
    _ predicate: CompiledPredicate, in stores: [SearchedStore], and others: [DocumentReference] = []
  ) throws -> RelatedResults? {
    guard let activities = stores.first(where: \.hasActivities)?.store else { return nil }
    let references = try activities.search(predicate).references() + others
    return references.isEmpty ? nil : RelatedResults(try Self.read(references[...], of: activities, []))
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

  /// The stores of the program that exist. Activities are last, because they may stand for items.
  func stores(_ request: Request) throws -> [SearchedStore] {
    var (stores, activities): ([SearchedStore], [SearchedStore]) = ([], [])
    for index in try indexes(request) {
      guard let store = try index.readableStore() else { continue }
      if index.name.index == .activities {
        activities.append(SearchedStore(store: store, hasActivities: true))
      } else {
        stores.append(SearchedStore(store: store, hasActivities: false))
      }
    }
    return stores + activities
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

import CommandLine
import IndexStore
import QueryLanguage

/// Finds items of programs, which `mdfind` prints after files.
struct ItemFinder {
  /// The hits in the store of one index.
  struct Found {
    let store: Store
    let hits: [SearchHit]
  }

  let query: Query
  let order: SearchOrder?
  /// Called with the reason why a store cannot be searched.
  let report: (String) -> Void
  private let folder: String
  private let stores: [(name: ApplicationStore, store: Store)]
  /// Whether all stores could be searched so far.
  private(set) var isComplete = true

  /// - Parameter folder: The folder of the stores. Protected ones are left out.
  init(_ query: Query, orderedBy order: SearchOrder?, in folder: String, report: @escaping (String) -> Void) {
    (self.query, self.order, self.folder, self.report) = (query, order, folder, report)
    var stores: [(name: ApplicationStore, store: Store)] = []
    var names: [ApplicationStore] = []
    do throws(StoreError) {
      names = try ApplicationStore.all(in: folder)
    } catch {
      isComplete = false
      report("\(error)")
    }
    for name in names where name.protection == .none {
      do throws(StoreError) {
        stores.append((name, try Store.open(name.path(in: folder), .read)))
      } catch {
        // A program may be creating the store.
        if case .notFound = error { continue }
        isComplete = false
        Self.requestItems(of: name.path(in: folder), after: error)
        report(name.message(about: error))
      }
    }
    self.stores = stores
  }

  /// The matching items of each store in turn.
  ///
  /// - Parameter limit: Maximum number of items; `nil` for no limit.
  mutating func found(limit: Int?) -> [Found] {
    var rest = limit ?? .max
    var found: [Found] = []
    let (query, order) = (query, order)
    for (name, store) in stores where rest > 0 {
      let hits = trying(name) { () throws(StoreError) in
        let references = try store.search(query, orderedBy: order, limit: limit == nil ? nil : rest).references()
        return try store.read { snapshot throws(StoreError) in
          var hits: [SearchHit] = []
          for reference in references {
            if let path = try snapshot.location(ofItem: reference, in: name) { hits.append(SearchHit(reference: reference, path: path)) }
          }
          return hits
        }
      }
      guard let hits, !hits.isEmpty else { continue }
      rest -= hits.count
      found.append(Found(store: store, hits: hits))
    }
    return found
  }

  /// Number of matching items.
  mutating func count() -> Int {
    var count = 0
    let query = query
    for (name, store) in stores {
      count += trying(name) { () throws(StoreError) in try store.count(query) } ?? 0
    }
    return count
  }

  /// Calls `body` with each store. If `body` throws, the reason is reported, and the next store
  /// follows.
  mutating func forEachStore(_ body: (ApplicationStore, Store) throws(StoreError) -> Void) {
    for (name, store) in stores { trying(name) { () throws(StoreError) in try body(name, store) } }
  }

  @discardableResult
  private mutating func trying<Result>(_ name: ApplicationStore, _ body: () throws(StoreError) -> Result) -> Result? {
    do throws(StoreError) {
      return try body()
    } catch {
      isComplete = false
      Self.requestItems(of: name.path(in: folder), after: error)
      report(name.message(about: error))
      return nil
    }
  }

  /// Asks the program of a damaged store, or its index extension, to add its items again. If that fails,
  /// the program notices the damage itself when it next runs.
  private static func requestItems(of store: String, after error: StoreError) {
    guard case .corrupted = error, !ReindexRequest.isPending(for: store) else { return }
    try? ReindexRequest.record(for: store)
  }
}

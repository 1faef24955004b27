// SPDX-License-Identifier: Apache-2.0

internal import CommandLine
package import IndexStore
package import QueryLanguage
internal import Synchronization
internal import Threading

/// Finds items of programs, which `mdfind` prints after files.
package struct ItemFinder {
  /// The hits in the store of one index.
  package struct Found {
    package let store: Store
    package let hits: [SearchHit]
  }

  /// May be replaced by one that finds no item that the first one does not find.
  package var query: Query
  let order: SearchOrder?
  /// Called with the reason why a store cannot be searched.
  let report: (String) -> Void
  private let folder: String
  private let stores: [OpenStore]
  /// Whether all stores could be searched so far.
  package private(set) var isComplete = true

  private struct OpenStore: Sendable {
    let name: ApplicationStore
    let store: Store
  }

  /// More stores than this are opened and searched by several threads.
  private static let parallelThreshold = 4

  /// - Parameter folder: The folder of the stores. Protected ones are left out.
  package init(_ query: Query, orderedBy order: SearchOrder?, in folder: String, report: @escaping (String) -> Void) {
    (self.query, self.order, self.folder, self.report) = (query, order, folder, report)
    var names: [ApplicationStore] = []
    do throws(StoreError) {
      names = try ApplicationStore.all(in: folder).filter { $0.protection == .none }
    } catch {
      isComplete = false
      report("\(error)")
    }
    guard !names.isEmpty else {
      stores = []
      return
    }
    let predicate = CompiledPredicate(query, in: .current())
    let outdatedFilters = Atomic(0)
    let opened = Self.map(names) { name throws(StoreError) -> Store? in
      let path = name.path(in: folder)
      switch Store.itemFilterAnswer(to: predicate, in: path) {
      case .noItemMatches: return nil
      case .itemsMayMatch: break
      case .unknown: outdatedFilters.add(1, ordering: .relaxed)
      }
      return try Store.open(path, .read)
    }
    if outdatedFilters.load(ordering: .relaxed) > 0 { ApplicationStore.announceOutdatedFilters(in: folder) }
    var stores: [OpenStore] = []
    var failures: [(ApplicationStore, StoreError)] = []
    for (name, result) in zip(names, opened) {
      switch result {
      case .success(let store?): stores.append(OpenStore(name: name, store: store))
      case .success(nil): continue
      // A program may be creating the store.
      case .failure(.notFound): continue
      case .failure(let error):
        isComplete = false
        failures.append((name, error))
      }
    }
    self.stores = stores
    for (name, error) in failures {
      requestRepair(of: name.path(in: folder), after: error)
      report(name.message(about: error))
    }
  }

  /// The results for each element, in order.
  private static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) throws(StoreError) -> Result
  ) -> [Swift.Result<Result, StoreError>] {
    let threads = elements.count > parallelThreshold ? Parallel.threadCount : 1
    return Parallel.map(elements.count, threads: threads, isLong: true) { index in
      Swift.Result { () throws(StoreError) in try transform(elements[index]) }
    }
  }

  /// The matching items of each store in turn.
  ///
  /// - Parameter limit: Maximum number of items of each store; `nil` for no limit.
  package mutating func found(limit: Int?) -> [Found] {
    guard !stores.isEmpty else { return [] }
    let (predicate, order) = (CompiledPredicate(query, in: .current()), order)
    let hits = Self.map(stores) { opened throws(StoreError) in
      let references = try opened.store.search(predicate, orderedBy: order, limit: limit).references()
      if references.isEmpty { return [SearchHit]() }
      return try opened.store.read { snapshot throws(StoreError) in
        var hits: [SearchHit] = []
        for reference in references {
          guard let path = try snapshot.location(ofItem: reference, in: opened.name) else { continue }
          hits.append(SearchHit(reference: reference, path: path))
        }
        return hits
      }
    }
    var found: [Found] = []
    for (opened, result) in zip(stores, hits) {
      let hits = trying(opened.name) { () throws(StoreError) in try result.get() } ?? []
      if !hits.isEmpty { found.append(Found(store: opened.store, hits: hits)) }
    }
    return found
  }

  /// Number of matching items.
  package mutating func count() -> Int {
    guard !stores.isEmpty else { return 0 }
    let predicate = CompiledPredicate(query, in: .current())
    let counts = Self.map(stores) { opened throws(StoreError) in try opened.store.count(predicate) }
    var count = 0
    for (opened, result) in zip(stores, counts) { count += trying(opened.name) { () throws(StoreError) in try result.get() } ?? 0 }
    return count
  }

  /// Calls `body` with each store. If `body` throws, the reason is reported, and the next store
  /// follows.
  package mutating func forEachStore(_ body: (ApplicationStore, Store) throws(StoreError) -> Void) {
    for opened in stores { trying(opened.name) { () throws(StoreError) in try body(opened.name, opened.store) } }
  }

  @discardableResult
  private mutating func trying<Result>(_ name: ApplicationStore, _ body: () throws(StoreError) -> Result) -> Result? {
    do throws(StoreError) {
      return try body()
    } catch {
      isComplete = false
      requestRepair(of: name.path(in: folder), after: error)
      report(name.message(about: error))
      return nil
    }
  }

  /// Asks `mds` to repair a damaged store, or its program or index extension to add its items again. If
  /// that fails, the program notices the damage itself when it next runs.
  private func requestRepair(of store: String, after error: StoreError) {
    if error.isRepairable { return ApplicationStore.announceDamage(in: folder) }
    guard case .corrupted = error, !ReindexRequest.isPending(for: store) else { return }
    try? ReindexRequest.record(for: store)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Dispatch
public import Foundation
internal import IndexStore
internal import LogMessages
internal import Threading

/// A search for items of this program, in all of its indexes.
///
/// The query string is a predicate, such as `title == "budget*"cdw`. A query runs once: install the
/// handlers and call ``start()``, or iterate over ``results``. Handlers are called one at a time on
/// a background queue. The query finds everything that this process has submitted to its indexes before
/// the query begins, and first waits until it is written.
open class CSSearchQuery: NSObject, @unchecked Sendable {
  // Everything below is guarded by this lock, except what never changes.
  private let lock = NSLock()
  private var foundItems: (@Sendable ([CSSearchableItem]) -> Void)?
  private var completion: (@Sendable ((any Error)?) -> Void)?
  private var classes: [FileProtectionType] = []
  private var count = 0
  private var hasStarted = false
  private var runsOnOwnThread = false

  let queryString: String
  let context: CSSearchQueryContext
  let search = ItemSearch()

  /// Receives found items in batches. Without it, items are only counted.
  @preconcurrency
  open var foundItemsHandler: (@Sendable ([CSSearchableItem]) -> Void)? {
    get { lock.withLock { foundItems } }
    set { lock.withLock { foundItems = newValue } }
  }

  /// Called once, when no more items follow. The error is `nil` unless the query failed or was
  /// cancelled (``CSSearchQueryError``).
  @preconcurrency
  open var completionHandler: (@Sendable ((any Error)?) -> Void)? {
    get { lock.withLock { completion } }
    set { lock.withLock { completion = newValue } }
  }

  /// The protection classes of the indexes to search; empty, the default, for all.
  open var protectionClasses: [FileProtectionType] {
    get { lock.withLock { classes } }
    set { lock.withLock { classes = newValue } }
  }

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - queryString: A predicate. A mistake in it is reported when the query runs, as
  ///     ``CSSearchQueryError/Code/invalidQuery``.
  ///   - queryContext: Which attributes found items have, and further conditions. It is copied.
  public init(queryString: String, queryContext: CSSearchQueryContext?) {
    self.queryString = queryString
    context = queryContext?.copy() as? CSSearchQueryContext ?? CSSearchQueryContext()
    super.init()
  }

  /// Creates a query.
  ///
  /// - Parameter attributes: The names of the attributes that found items have.
  @available(*, deprecated, message: "Use init(queryString:queryContext:)")
  public convenience init(queryString: String, attributes: [String]?) {
    let context = CSSearchQueryContext()
    context.fetchAttributes = attributes ?? []
    self.init(queryString: queryString, queryContext: context)
  }

  /// Whether ``cancel()`` was called.
  open var isCancelled: Bool { search.isCancelled }

  /// The number of items found so far. It includes a batch before ``foundItemsHandler`` receives
  /// it.
  open var foundItemCount: Int { lock.withLock { count } }

  /// Starts the query. Further calls have no effect.
  open func start() {
    guard beginOnce() else { return }
    do throws(ThreadError) {
      if hasOwnThread { return try Threading.Thread { self.run() }.detach() }
    } catch {
      // The queue has a thread.
    }
    DispatchQueue.global(qos: .userInitiated).async { self.run() }
  }

  /// Whether the query does not run on a thread of a queue, because its handlers wait.
  final var hasOwnThread: Bool {
    get { lock.withLock { runsOnOwnThread } }
    set { lock.withLock { runsOnOwnThread = newValue } }
  }

  /// Stops the query. No handler receives items after this, except a call that is under way. The
  /// completion handler receives ``CSSearchQueryError/Code/cancelled``.
  open func cancel() { search.cancel() }

  // MARK: Running

  /// - Returns: `false` if the query was started before.
  final func beginOnce() -> Bool {
    lock.withLock {
      defer { hasStarted = true }
      return !hasStarted
    }
  }

  final var isStarted: Bool { lock.withLock { hasStarted } }

  private func run() {
    var failure: (any Error)?
    do {
      try search.checkCancellation()
      SubmittedChanges.finish()
      try findAndRepair()
    } catch {
      failure = queryError(error)
    }
    completionHandler?(failure)
  }

  /// Finds items. If a segment is lost or damaged, which the catalog can replace, it is built again
  /// first.
  private func findAndRepair() throws {
    do {
      try find()
    } catch let error as StoreError where error.isRepairable && foundItemCount == 0 {
      for index in try search.indexes(request) { index.repair() }
      try find()
    }
  }

  /// Finds items and passes them to the handler, or counts them if there is none.
  func find() throws {
    if foundItemsHandler == nil {
      let found = try search.count(request)
      lock.withLock { count = found }
    } else {
      try search.run(request) { items in deliver(items.map { $0.searchableItem() }) }
    }
  }

  final func deliver(_ items: [CSSearchableItem]) {
    lock.withLock { count += items.count }
    guard !isCancelled else { return }
    foundItemsHandler?(items)
  }

  final var request: ItemSearch.Request {
    ItemSearch.Request(
      query: queryString, filters: context.filterQueries, fetched: context.fetchAttributes.map { AttributeName($0) },
      protections: protectionClasses.map { ApplicationStore.Protection($0) })
  }

  /// The error for the program. A damaged catalog is replaced, so that the program can add its items again.
  private func queryError(_ error: any Error) -> any Error {
    guard let error = error as? StoreError else { return error }
    var reason = error.problem.description
    if case .corrupted = error {
      reason += "; an empty index takes its place, and all items have to be added again"
      for index in (try? search.indexes(request)) ?? [] { index.replaceIfDamaged() }
    }
    return CSSearchQueryError(.indexUnreachable, userInfo: [NSLocalizedDescriptionKey: reason])
  }
}

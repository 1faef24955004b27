// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import SystemPlatform

/// Keeps application stores usable while their programs do not run: builds segments that are lost,
/// damaged or of an earlier format again, writes outdated filters anew, puts empty stores in the place of
/// lost and damaged ones, and makes index extensions answer the requests to add lost items again.
///
/// It verifies all stores when it begins. Whoever records a request, finds a damaged segment or an outdated filter, removes the
/// folder of a store, or changes a file of a store without a transaction wakes the thread. While
/// something is left to do, it tries again after some time, because extensions, their data and room on the
/// disk can appear at any time.
package struct ApplicationStoreUpkeep: Sendable {
  /// What happened to a store or a request.
  package enum Notice: Sendable {
    /// Its segments were built again.
    case repaired(ApplicationStore)
    /// A store could not be repaired.
    case unrepaired(ApplicationStore, StoreError)
    /// The folder of a store is gone, and an empty store takes its place.
    case lost(ApplicationStore)
    /// The catalog of a store was damaged and is set aside. An empty store takes its place.
    case damaged(ApplicationStore, StoreError)
    case started(ApplicationStore, by: IndexExtension)
    /// An extension is started because the index has found out something about items.
    case telling(ApplicationStore, IndexExtension)
    case told(ApplicationStore, IndexExtension)
    case finished(ApplicationStore, by: IndexExtension)
    case failed(ApplicationStore, by: IndexExtension, ExtensionError)
    /// The folder of the stores cannot be read.
    case problem(StoreError)
  }

  private let root: String
  private let records: ApplicationStoreRecords
  private let folders: DataFolders
  private let notify: @Sendable (Notice) -> Void

  /// Time after which requests that are still pending are tried again. It doubles with each attempt, up
  /// to ``maximumDelay``.
  private static let firstDelay = Duration.seconds(60)
  private static let maximumDelay = Duration.seconds(6 * 3600)

  /// - Parameters:
  ///   - root: The folder of all application stores.
  ///   - records: Which of them there are.
  ///   - folders: The folders with the manifests of extensions.
  package init(
    of root: String, recordedIn records: ApplicationStoreRecords, extensions folders: DataFolders,
    notify: @escaping @Sendable (Notice) -> Void
  ) {
    (self.root, self.records, self.folders, self.notify) = (root, records, folders, notify)
  }

  /// Works until the process ends. Returns only if the folder cannot be watched.
  package func run() {
    var watches: StoreWatches
    do throws(StoreError) { watches = try StoreWatches(of: root) } catch { return notify(.problem(error)) }
    var told: StoreError?
    var delay = Self.firstDelay
    var numbers: [ApplicationStore: UInt64] = [:]
    // The stores that something has happened to; `nil` for all.
    var changes: StoreWatches.Changes?
    var (isFirst, areDamaged) = (true, false)
    var attempts = 0
    while true {
      // Without programs that have indexes, the folder does not exist yet.
      do throws(StoreError) {
        try Store.makeFolders(root)
        if let problem = try watches.watch(root, stores.map { $0.path(in: root) }), problem != told {
          notify(.problem(problem))
          told = problem
        }
      } catch {
        // Somebody has removed it in this moment.
        guard case .system(_, _, Errno.noSuchFileOrDirectory.rawValue) = error, attempts < Self.maximumAttempts else {
          return notify(.problem(error))
        }
        attempts += 1
        changes = nil
        continue
      }
      attempts = 0
      if changes?.areOfFolders ?? true {
        let areLost = !replaceLost()
        areDamaged = areLost
      }
      let changed = changes?.stores ?? []
      for store in stores {
        let path = store.path(in: root)
        let isAmongAll = changes?.areOfFolders ?? true
        guard isAmongAll || changed.contains(path) else { continue }
        let (inCatalog, inSegments) = (changes?.catalogs.contains(path) ?? false, changes?.segments.contains(path) ?? false)
        let doubts = Doubts(catalog: isFirst ? .certain : inCatalog ? .possible : .none, segments: isFirst || inSegments)
        if keep(store, doubts, updatingFilter: isAmongAll, &numbers[store]) { areDamaged = true }
      }
      isFirst = false
      let arePending = answerAll() || areDamaged
      let isWoken = WaitSource.input(watches.descriptor).isReady(within: arePending ? delay : nil)
      delay = isWoken ? Self.firstDelay : min(delay * 2, Self.maximumDelay)
      changes = isWoken ? Self.changes(&watches) : nil
    }
  }

  private var stores: [ApplicationStore] { ((try? ApplicationStore.all(in: root)) ?? []).filter { $0.protection == .none } }

  /// The events that have come, and those that follow soon: whoever removes a folder may be removing the one around it, and
  /// what is created there meanwhile.
  private static func changes(_ watches: inout StoreWatches) -> StoreWatches.Changes {
    var changes = StoreWatches.Changes()
    for _ in 0..<maximumPauses {
      watches.take(&changes)
      sleep(for: pause)
      guard WaitSource.input(watches.descriptor).isReady(within: .zero) else { break }
    }
    watches.take(&changes)
    return changes
  }

  /// How often in a row the folder can be removed between its creation and its watch.
  private static let maximumAttempts = 100

  /// Time without further events after which they are acted on, and how often more may come before: programs may write
  /// all the time.
  private static let (pause, maximumPauses) = (Duration.milliseconds(100), 10)

  /// Puts empty stores in the place of those that were lost, with requests to add their items again.
  ///
  /// - Returns: Whether all of them were replaced.
  package func replaceLost() -> Bool {
    var areReplaced = true
    do throws(StoreError) {
      for store in try records.lost() {
        do throws(StoreError) {
          _ = try records.open(store)
          notify(.lost(store))
        } catch {
          notify(.unrepaired(store, error))
          areReplaced = false
        }
      }
    } catch {
      notify(.problem(error))
      return false
    }
    return areReplaced
  }

  /// What has to be verified although nobody has found damage.
  private struct Doubts {
    enum Doubt { case none, possible, certain }

    /// Whether the catalog was written. Without a transaction, that was no program that uses it: doubt is certain then.
    var catalog: Doubt
    var segments: Bool
  }

  /// Builds lost and damaged segments of a store again, writes its filter if that is outdated, and puts an empty store in the
  /// place of one with a damaged catalog.
  ///
  /// - Parameter number: That of the last transaction when the store was last seen.
  /// - Returns: Whether the store could not be repaired.
  private func keep(_ store: ApplicationStore, _ doubts: Doubts, updatingFilter: Bool, _ number: inout UInt64?) -> Bool {
    do throws(StoreError) {
      return try repair(store, doubts, updatingFilter: updatingFilter, &number)
    } catch {
      // A program may be creating or removing the store.
      if case .notFound = error { return false }
      guard error.isDamageOfCatalog else {
        notify(.unrepaired(store, error))
        return true
      }
      return replaceDamaged(store)
    }
  }

  private func repair(
    _ store: ApplicationStore, _ doubts: Doubts, updatingFilter: Bool, _ number: inout UInt64?
  ) throws(StoreError) -> Bool {
    let path = store.path(in: root)
    let present = try Store.open(path, .read)
    let last = try present.lastTransaction()
    let isDoubtful = doubts.catalog == .certain || doubts.catalog == .possible && number == last
    number = last
    if isDoubtful, let damage = try present.verifyCatalog().first { throw damage }
    if doubts.segments { try present.reportDamagedSegments() }
    if try present.knownDamage().isEmpty {
      // Without one, for want of space perhaps, searches only take longer.
      if updatingFilter { try? present.updateItemFilter() }
      return false
    }
    let opened = try Store.open(path, .writeItems)
    try opened.settle()
    number = try opened.lastTransaction()
    // Its program may be doing the same.
    guard try opened.knownDamage().isEmpty else { return true }
    notify(.repaired(store))
    return false
  }

  /// - Returns: Whether the damaged store is still there.
  private func replaceDamaged(_ store: ApplicationStore) -> Bool {
    do throws(StoreError) {
      guard let damage = try Store.setDamagedItemsAside(store.path(in: root)) else { return false }
      _ = try records.open(store)
      notify(.damaged(store, damage))
      return false
    } catch {
      notify(.unrepaired(store, error))
      return true
    }
  }

  /// Makes extensions answer all pending requests.
  ///
  /// - Returns: Whether requests are still pending.
  package func answerAll() -> Bool {
    do throws(StoreError) {
      var arePending = false
      for store in try ApplicationStore.all(in: root) where ReindexRequest.isPending(for: store.path(in: root)) {
        if try !answer(store) { arePending = true }
      }
      for store in try ApplicationStore.all(in: root) where UpdateNotice.isPending(for: store.path(in: root)) {
        if try !tell(store) { arePending = true }
      }
      return arePending
    } catch {
      notify(.problem(error))
      return true
    }
  }

  /// Starts the extension of a program, which takes the notice that items have results.
  private func tell(_ store: ApplicationStore) throws(StoreError) -> Bool {
    let path = store.path(in: root)
    // When an extension is registered, or the program runs, it takes the notice.
    guard let found = IndexExtension.of(store.bundle, in: folders) else { return true }
    guard try UpdateNotice.take(for: path) != nil else { return !UpdateNotice.isPending(for: path) }
    notify(.telling(store, found))
    do throws(ExtensionError) {
      _ = try found.answer(to: ExtensionRequest(store, .didUpdate))
      notify(.told(store, found))
    } catch {
      notify(.failed(store, by: found, error))
    }
    return !UpdateNotice.isPending(for: path)
  }

  private func answer(_ store: ApplicationStore) throws(StoreError) -> Bool {
    let path = store.path(in: root)
    guard let found = IndexExtension.of(store.bundle, in: folders) else { return false }
    // The program itself may be answering. The extension takes the request when it has started.
    guard try ReindexRequest.take(for: path) != nil else { return !ReindexRequest.isPending(for: path) }
    notify(.started(store, by: found))
    do throws(ExtensionError) {
      _ = try found.answer(to: ExtensionRequest(store, .reindexAll))
      notify(.finished(store, by: found))
    } catch {
      notify(.failed(store, by: found, error))
    }
    return !ReindexRequest.isPending(for: path)
  }
}

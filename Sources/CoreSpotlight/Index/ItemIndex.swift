// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Dispatch
internal import Foundation
internal import IndexStore
internal import LogMessages
internal import Synchronization

/// An index of this process: one application store, and the changes that wait to be written to it.
///
/// All ``CSSearchableIndex`` objects with the same name share one, so that creating such an object
/// costs a look-up. Changes are written in the order of the calls. Those that arrive while a commit
/// is being written are committed together, because flushing the disk takes longer than everything
/// else. Queries and the end of the process wait for them.
final class ItemIndex: Sendable {
  /// The outcome of a change. It is called on the queue that writes, so it must not call the program or wait
  /// for it: the program may wait for the changes, for example in `exit(3)`. Use ``answer(_:)`` and
  /// ``CompletionHandler``.
  typealias Completion = @Sendable (CSIndexError?) -> Void

  let name: ApplicationStore
  let path: String
  private let records: ApplicationStoreRecords
  let queue: DispatchQueue
  /// Calls completion handlers of the program, one at a time and in the order of the changes.
  private let answerQueue: DispatchQueue
  /// Indexes and merges what was written, while the program prepares its next items.
  private let maintenanceQueue: DispatchQueue
  /// Calls delegates, one at a time.
  let delegateQueue: DispatchQueue
  let state = Mutex(State())
  /// Held while a damaged store is replaced. Several threads may notice the damage at once.
  private let replacement = Mutex(())

  struct State {
    var store: Store?
    var waiting: [Change] = []
    /// Number of waiting changes and of those that are being written.
    var unfinished = 0
    /// Items of the waiting changes and of those that are being written.
    var unwrittenItems = 0
    var isThrottled = false
    /// Number of times that changes were written.
    var writes = 0
    /// Number of changes since nothing was written for a while.
    var recentItems = 0
    var isMaintenanceScheduled = false
    var observers: [Observer] = []
  }

  struct Change {
    var changes: [ItemChange]
    var clientState: ClientStateChange?
    var completion: Completion
  }

  /// Number of items that wait to be written above which programs are told to slow down.
  private static let throttleThreshold = 20_000

  /// Time between a write and maintenance, so that there are few looks for work during many writes.
  private static let maintenanceDelay = DispatchTimeInterval.milliseconds(20)

  /// Time without writes after which everything is made fast to search.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  private static let open = Mutex<[String: ItemIndex]>([:])

  /// The index with the given name, which this process opens when it is first used.
  static func shared(_ name: ApplicationStore, in folder: String) -> ItemIndex {
    open.withLock { open in
      let path = name.path(in: folder)
      if let index = open[path] { return index }
      let index = ItemIndex(name, path, ProgramIdentity.records(of: folder))
      open[path] = index
      return index
    }
  }

  /// The indexes that this process has used.
  static var used: [ItemIndex] { open.withLock { Array($0.values) } }

  /// The indexes of this program, always in the same order: those on disk, and those that this
  /// process has not written to yet.
  static func all() throws(StoreError) -> [ItemIndex] {
    guard let folder = ProgramIdentity.storesFolder else { return [] }
    let bundle = ProgramIdentity.bundleIdentifier
    let used = open.withLock { open in open.values.map(\.name).filter { $0.bundle == bundle } }
    let stored = try ApplicationStore.all(in: folder, of: bundle)
    return Set(stored).union(used).map { shared($0, in: folder) }.sorted { $0.path < $1.path }
  }

  /// Replaces lost stores of this program with empty ones, and asks the program to add the items again. Errors are left to the next
  /// attempt.
  static func replaceLost(in folder: String) {
    let lost = (try? ProgramIdentity.records(of: folder).lost(of: ProgramIdentity.bundleIdentifier)) ?? []
    for name in lost { shared(name, in: folder).replaceIfDamaged() }
  }

  private init(_ name: ApplicationStore, _ path: String, _ records: ApplicationStoreRecords) {
    self.name = name
    self.path = path
    self.records = records
    queue = DispatchQueue(label: "CoreSpotlight \(name.bundle) \(name.index.component)", qos: .utility)
    answerQueue = DispatchQueue(label: "CoreSpotlight answers \(name.bundle) \(name.index.component)", qos: .utility)
    delegateQueue = DispatchQueue(label: "CoreSpotlight delegates \(name.bundle) \(name.index.component)", qos: .utility)
    maintenanceQueue = DispatchQueue(label: "CoreSpotlight maintenance \(name.bundle) \(name.index.component)", qos: .utility)
  }

  // MARK: Writing

  /// Writes changes, and then calls `completion`. The changes are durable when it is called without
  /// an error.
  func submit(_ changes: [ItemChange], clientState: ClientStateChange? = nil, completion: @escaping Completion) {
    SubmittedChanges.finishAtExit()
    let isThrottled = state.withLock { state in
      state.unfinished += 1
      state.waiting.append(Change(changes: changes, clientState: clientState, completion: completion))
      state.unwrittenItems += changes.count
      guard !state.isThrottled, state.unwrittenItems > Self.throttleThreshold else { return false }
      state.isThrottled = true
      return true
    }
    if isThrottled { notify { $0.didThrottle() } }
    queue.async { self.writeWaiting() }
  }

  /// Calls a completion handler of the program.
  func answer(_ handler: @escaping @Sendable () -> Void) { answerQueue.async(execute: handler) }

  /// Reads the client state after all changes that were submitted before.
  func fetchClientState(_ completion: @escaping @Sendable (Result<Data?, CSIndexError>) -> Void) {
    queue.async {
      self.writeWaiting()
      completion(
        self.result { store throws(StoreError) in
          try store.read { snapshot throws(StoreError) in try snapshot.clientState() }.map { Data($0) }
        })
    }
  }

  /// Waits for the changes that were submitted before, and not for later ones.
  func finishChanges() {
    guard state.withLock({ $0.unfinished > 0 }) else { return }
    let isFinished = DispatchSemaphore(value: 0)
    submit([]) { _ in isFinished.signal() }
    isFinished.wait()
  }

  private func writeWaiting() {
    var hasWritten = false
    while let batch = takeBatch() {
      let changes = batch.flatMap(\.changes)
      // Waiting for changes must not create a store.
      guard !changes.isEmpty || batch.first?.clientState != nil else {
        finish(batch, nil)
        continue
      }
      hasWritten = true
      let error: CSIndexError?
      var updated: [String] = []
      switch result({ store throws(StoreError) in
        var analysis = ItemAnalysis(store, now: Int64(Date().timeIntervalSince1970))
        let analyzed = try analysis.analyzed(changes)
        updated = analysis.updated
        return try store.apply(analyzed, settingClientState: batch.first?.clientState)
      }) {
      case .success(true): error = nil
      case .success(false): error = CSIndexError(.mismatchedClientState)
      case .failure(let failure): error = failure
      }
      scheduleMaintenance(after: changes.count)
      if error == nil, !updated.isEmpty { tell(of: updated) }
      finish(batch, error)
      let isRelieved = state.withLock { state in
        state.unwrittenItems -= changes.count
        guard state.isThrottled, state.unwrittenItems == 0 else { return false }
        state.isThrottled = false
        return true
      }
      if isRelieved { notify { $0.didFinishThrottle() } }
    }
    guard hasWritten else { return }
    // Errors here concern only the space and speed of the index; the next call tries again.
    _ = result { store throws(StoreError) in try store.removeLeftovers() }
  }

  private func finish(_ batch: [Change], _ error: CSIndexError?) {
    for change in batch { change.completion(error) }
    state.withLock { $0.unfinished -= batch.count }
  }

  /// Changes to commit together: those up to the next one with a client state, or that one alone.
  private func takeBatch() -> [Change]? {
    state.withLock { state in
      guard let first = state.waiting.first else { return nil }
      let count = first.clientState != nil ? 1 : state.waiting.firstIndex { $0.clientState != nil } ?? state.waiting.count
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
  }

  private func result<Value>(_ body: (Store) throws(StoreError) -> Value) -> Result<Value, CSIndexError> {
    let used = state.withLock { $0.store }
    do throws(StoreError) {
      return .success(try withWritableStore(body))
    } catch {
      guard case .corrupted = error else { return .failure(CSIndexError(error, in: name)) }
      return .failure(replaceDamagedStore(used, error))
    }
  }

  private func withWritableStore<Value>(_ body: (Store) throws(StoreError) -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try body(try writableStore())
    } catch {
      // `mdutil -X` can remove an index while its program runs.
      guard case .notFound = error else { throw error }
      state.withLock { $0.store = nil }
      return try body(try writableStore())
    }
  }

  private func writableStore() throws(StoreError) -> Store {
    if let store = state.withLock({ $0.store }) { return store }
    let isLost = records.isLost(name)
    let store = try records.open(name)
    if isLost { answerRequest() }
    // A program that ends soon after each of its changes would otherwise leave more and more.
    do throws(StoreError) {
      try store.maintainItems(isQuiet: false) { true }
    } catch {
      // The change itself may need less room.
      if case .corrupted = error { throw error }
    }
    state.withLock { $0.store = store }
    return store
  }

  /// Sets a damaged store aside, and asks the program to index everything again, unless another
  /// thread has already done so.
  ///
  /// - Parameter damaged: The store in use when the damage was found; `nil` if opening it failed.
  /// - Returns: The error for the change that failed.
  private func replaceDamagedStore(_ damaged: Store?, _ damage: StoreError) -> CSIndexError {
    let error: CSIndexError? = replacement.withLock { _ in
      guard state.withLock({ $0.store === damaged }) else { return CSIndexError(damage, in: name) }
      // Maintenance of the damaged store must not write to the new one.
      maintenanceQueue.sync { state.withLock { $0.store = nil } }
      do throws(StoreError) {
        // If the process dies now, the request is answered later.
        try ReindexRequest.record(for: path)
        try Store.setAside(path)
        _ = try writableStore()
        return nil
      } catch {
        return CSIndexError(error, in: name)
      }
    }
    if let error { return error }
    answerRequest()
    return CSIndexError(damage, in: name)
  }

  /// Replaces a damaged or lost store, so that items can be added again, before it returns.
  func replaceIfDamaged() { queue.sync { self.lookForDamage() } }

  /// Without a folder and without a record of one, nothing was ever indexed. A store is opened for writing
  /// only if reading it fails, because that takes longer.
  func lookForDamage() {
    guard FileManager.default.fileExists(atPath: path) || records.isLost(name) else { return }
    let counts = { (store: Store) throws(StoreError) in
      _ = try store.read { snapshot throws(StoreError) in try snapshot.counts() }
    }
    do throws(StoreError) {
      if let store = try readableStore() { return try counts(store) }
    } catch {
      guard case .corrupted = error else { return }
    }
    _ = result(counts)
  }

  /// Builds lost and damaged segments again, before it returns. Errors are left to the next search.
  func repair() {
    queue.sync {
      // Maintenance that is under way holds the maintenance lock, and may not know of the damage.
      maintenanceQueue.sync {}
      _ = result { store throws(StoreError) in try store.settle() }
    }
  }

  /// Records what a person did with results, before it returns. Nothing is recorded in an index
  /// that this process cannot write.
  func record(_ body: (Store) throws(StoreError) -> Void) {
    _ = result(body)
  }

  // MARK: Maintenance

  private func scheduleMaintenance(after items: Int) {
    let isFirst = state.withLock { state in
      state.writes += 1
      state.recentItems += items
      defer { state.isMaintenanceScheduled = true }
      return !state.isMaintenanceScheduled
    }
    if isFirst { maintenanceQueue.asyncAfter(deadline: .now() + Self.maintenanceDelay) { self.maintain() } }
  }

  private func maintain() {
    let (writes, recentItems) = state.withLock { state in
      state.isMaintenanceScheduled = false
      return (state.writes, state.recentItems)
    }
    maintain(isQuiet: false, recentItems: recentItems) { true }
    maintenanceQueue.asyncAfter(deadline: .now() + Self.patience) {
      let isQuiet = self.state.withLock { state in
        if state.writes == writes { state.recentItems = 0 }
        return state.writes == writes
      }
      if isQuiet { self.maintain(isQuiet: true) { self.state.withLock { $0.writes == writes } } }
    }
  }

  private func maintain(isQuiet: Bool, recentItems: Int = 0, while isWanted: () -> Bool) {
    guard isWanted(), let store = state.withLock({ $0.store }) else { return }
    do throws(StoreError) {
      try store.maintainItems(isQuiet: isQuiet, recentItems: recentItems, while: isWanted)
      if isQuiet, isWanted() { try store.updateItemFilter() }
    } catch {
      // Other errors concern only the space and speed of the index; the next call tries again.
      guard case .corrupted = error else { return }
      queue.async { _ = self.replaceDamagedStore(store, error) }
    }
  }

  // MARK: Reading

  /// The store for searches; `nil` if nothing was ever indexed.
  func readableStore() throws(StoreError) -> Store? {
    do throws(StoreError) {
      guard let store = state.withLock({ $0.store }) else { return try Store.open(path, .read) }
      // Throws if `mdutil -X` has removed the index since it was opened.
      try store.read { _ in }
      return store
    } catch {
      if case .notFound = error { return nil }
      // No index has a name that is too long for a folder.
      if case .system(_, _, ENAMETOOLONG) = error { return nil }
      throw error
    }
  }
}

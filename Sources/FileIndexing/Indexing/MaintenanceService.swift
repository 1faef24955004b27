// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import Synchronization
package import SystemPlatform
internal import Threading

/// Maintains a store on a thread of its own. While others write, it does what keeps searches fast;
/// some time after the last change, it does the rest.
///
/// A daemon's service then returns freed memory to the kernel.
///
/// Commits and reports of damage wake the thread. The only timers measure the time since the last
/// change, and the time until work is tried again that failed, for example because the disk is full.
package final class MaintenanceService: Sendable {
  package enum Notice: Sendable {
    /// Something in the store's folder may have changed.
    case woken
    /// Nothing has changed for some time. What needs time, but changes no document, may be done now.
    ///
    /// - Parameter mayContinue: To be called often; may wait. Returns `false` if the store has changed, or the service ends.
    case quiet(mayContinue: @Sendable () -> Bool)
    /// Lost or damaged segments were rebuilt. Some texts may have to be read again.
    case repaired(RepairSummary)
    /// Parts of the index that an earlier version wrote were adapted. Some texts may have to be read again.
    case foldedAgain(RepairSummary)
    /// Only the first one of several attempts is announced, and damage to the catalog or its loss.
    case problem(StoreError)
    /// A merge takes longer than others do.
    case mergeBegan
    case mergeEnded
  }

  package enum Role: Sendable {
    /// Of a daemon. Runs until the process ends, and does nothing while another process maintains
    /// the store.
    case daemon
    /// Of an importer. Indexes the pending changes even while another process maintains the store,
    /// and ends with the import.
    case importer

    /// The pace of maintenance while others write.
    fileprivate var pace: Maintainer.Pace { self == .daemon ? .besideWriting : .besideImport }
  }

  /// Time without changes after which the quiet pace begins.
  private static let patience = Duration.seconds(2)

  private let store: Store
  private let role: Role
  private let gate: BulkGate?
  private let liveness: Liveness
  private let watch: StoreWatch
  private let endSignal: StopSignal
  /// The first SegmentID that was not used yet when an import began.
  private let firstNew: SegmentID?
  private let notify: @Sendable (Notice) -> Void
  /// Number of times that the thread has checked the store. For tests of idleness.
  let checks = Atomic<Int>(0)
  /// Number of times that work has failed. For tests.
  let failures = Atomic<Int>(0)
  private let state = Mutex(State())

  private struct State {
    var isInCharge = false
    /// When the present step began.
    var stepBegan = ContinuousClock.now
    /// Whether the present step is a merge that was announced.
    var isMerging = false
    var isAtRest = false
  }

  /// Whether this process holds the maintenance lock.
  var isInCharge: Bool { state.withLock { $0.isInCharge } }

  /// Whether the thread sleeps without a timer.
  var isAtRest: Bool { state.withLock { $0.isAtRest } }

  /// - Parameters:
  ///   - gate: Where the work waits while it must not run; `nil` if it never waits.
  ///   - liveness: Told of the progress of the service's thread.
  ///   - notify: Called on the service's thread.
  package init(
    _ store: Store, as role: Role, gate: BulkGate? = nil, liveness: Liveness = Liveness(),
    notify: @escaping @Sendable (Notice) -> Void = { _ in }
  ) throws {
    try store.prepareForMaintenance()
    self.store = store
    self.role = role
    self.gate = gate
    self.liveness = liveness
    self.notify = notify
    // Not when the thread begins: a short import may have ended by then. If it fails, the work reports why.
    firstNew = role == .importer ? try? store.nextSegment() : nil
    watch = try StoreWatch(store.path, withUpkeep: true)
    endSignal = try StopSignal()
  }

  package func start() throws(SystemError) -> Running { Running(maintenance: self, thread: try Thread.start { self.run() }) }

  /// A running service. If it is released, the service runs on until the process ends.
  package struct Running: Sendable {
    fileprivate let maintenance: MaintenanceService
    fileprivate let thread: Thread

    /// Ends the service and waits for its thread. The service of an importer first indexes all
    /// pending changes, and merges the new segments.
    package func finish() {
      maintenance.endSignal.send()
      thread.join()
    }
  }

  private func run() {
    // An import ends only when its maintenance has ended.
    if role == .daemon { Thread.lowerPriority() }
    liveness.noteProgress(of: .maintenance)
    defer { liveness.noteWait(of: .maintenance) }
    var maintainer: Maintainer?
    // The last change after which all work was done.
    var settled: UInt64?
    var isVerified = false
    var retry: Duration?
    var freedMemory = FreedMemory()
    while !endSignal.isSent {
      checks.add(1, ordering: .relaxed)
      watch.takeAll()
      notify(.woken)
      do throws(StoreError) {
        try store.checkFiles()
        if maintainer == nil { maintainer = try Maintainer(of: store, since: firstNew) }
        maintainer?.pausePoint = { [self] in
          announceMerge()
          awaitTurn()
        }
        try work(&maintainer, role.pace)
        let latest = try store.latestChange()
        // Without the maintenance lock, only its release matters, and its holder announces that.
        let isDone = maintainer == nil || latest == settled
        state.withLock { $0.isInCharge = maintainer != nil }
        if wait(atMost: isDone ? nil : Self.patience) { continue }
        if role == .daemon, maintainer != nil, mayContinue() { notify(.quiet { [self] in mayContinue() && !watch.hasNews }) }
        try work(&maintainer, .quiet, until: latest)
        guard try store.latestChange() == latest else { continue }
        settled = latest
        retry = nil
        if maintainer != nil, !isVerified { isVerified = try verifyCatalog() }
        if role == .daemon { freedMemory.release() }
      } catch {
        failures.add(1, ordering: .relaxed)
        if retry == nil || error.isDamageOfCatalog || error.isLossOfCatalog { notify(.problem(error)) }
        let delay = Duration.retry(after: retry)
        retry = delay
        // Changes do not shorten this wait: the attempt itself may change files of the store.
        liveness.noteWait(of: .maintenance) { _ = endSignal.wait(atMost: delay) }
      }
    }
    finish(&maintainer)
  }

  /// - Returns: `false` if the time is over.
  private func wait(atMost duration: Duration?) -> Bool {
    state.withLock { $0.isAtRest = duration == nil }
    defer { state.withLock { $0.isAtRest = false } }
    enum Source { case commit, end }
    var wait = Wait<Source>([.commit: .input(watch.descriptor), .end: .input(endSignal.descriptor)])
    // If it fails, the next step reports why.
    return liveness.noteWait(of: .maintenance) { (try? wait.ready(within: duration)) != [] }
  }

  /// Merges that take less time are not announced.
  private static let noticeableTime = Duration.seconds(1)

  private func announceMerge() {
    let isNew = state.withLock { state in
      guard !state.isMerging, .now - state.stepBegan > Self.noticeableTime else { return false }
      state.isMerging = true
      return true
    }
    if isNew { notify(.mergeBegan) }
  }

  private func step(_ maintainer: inout Maintainer?, _ pace: Maintainer.Pace) throws(StoreError) -> Maintainer.Work? {
    state.withLock { $0.stepBegan = .now }
    defer {
      let wasMerging = state.withLock { state in
        defer { state.isMerging = false }
        return state.isMerging
      }
      if wasMerging { notify(.mergeEnded) }
    }
    return try maintainer?.step(pace)
  }

  private func awaitTurn() { liveness.noteWait(of: .maintenance) { gate?.pass(.upkeep, unless: endSignal) } }

  private func mayContinue() -> Bool {
    awaitTurn()
    return !endSignal.isSent
  }

  /// Works until nothing is left to do at this pace, or, with `change`, until the store has a later
  /// change.
  private func work(_ maintainer: inout Maintainer?, _ pace: Maintainer.Pace, until change: UInt64? = nil) throws(StoreError) {
    guard maintainer != nil else {
      if role == .importer { try store.indexPending(at: pace) }
      return
    }
    while mayContinue(), let done = try step(&maintainer, pace) {
      switch done {
      case .repaired(let summary): notify(.repaired(summary))
      case .foldedAgain(let summary) where !summary.isEmpty: notify(.foldedAgain(summary))
      default: break
      }
      if let change, try store.latestChange() != change { return }
    }
  }

  /// Verifies the catalog, unless there is a change or the service ends meanwhile. Queries and
  /// changes read only some of its pages, and damage to the others would remain.
  ///
  /// - Returns: Whether the catalog was read to its end.
  /// - Throws: `StoreError.corrupted` if the catalog is damaged.
  private func verifyCatalog() throws(StoreError) -> Bool {
    var isInterrupted = false
    let damage = try store.verifyCatalog {
      liveness.noteProgress(of: .maintenance)
      isInterrupted = endSignal.isSent || watch.hasNews || gate?.isPaused == true
      return !isInterrupted
    }
    if let first = damage.first { throw first }
    return !isInterrupted
  }

  private func finish(_ maintainer: inout Maintainer?) {
    guard role == .importer else { return }
    do throws(StoreError) {
      try store.indexPending()
      // The import may have ended before the thread took its first look.
      if maintainer == nil { maintainer = try Maintainer(of: store, since: firstNew) }
      while try maintainer?.step(.afterImport) != nil {}
    } catch {
      notify(.problem(error))
    }
    guard maintainer != nil else { return }
    maintainer = nil
    store.announceMaintenance()
  }
}

internal import Glibc
package import IndexStore
internal import Synchronization
internal import Threading

/// Looks after a store on a thread of its own: beside who writes to it, and a while after the last change in peace.
///
/// Commits wake it, and reports of damage. Without those it sleeps; the one moment that it waits for is when a burst of changes is over.
package final class MaintenanceService: Sendable {
  package enum Notice: Sendable {
    /// Segments were lost or damaged, and are as good as new but for the texts that have to be read again.
    case repaired(RepairSummary)
    case problem(StoreError)
  }

  package enum Role: Sendable {
    /// A daemon's: runs until the process ends, and leaves everything to another process that looks after the store already.
    case daemon
    /// An importer's: takes up what this process changes in any case, and ends with it.
    case importer

    /// While others write.
    fileprivate var pace: Maintainer.Pace { self == .daemon ? .besideWriting : .besideImport }
  }

  /// How long nothing changes before peace is assumed.
  private static let patience: Int32 = 2000

  private let store: Store
  private let role: Role
  private let watch: StoreWatch
  private let endSignal: StopSignal
  private let notify: @Sendable (Notice) -> Void
  /// How often it has looked at the store: what a test of idleness counts.
  let looks = Atomic<Int>(0)
  private let state = Mutex(State())

  private struct State {
    var isInCharge = false
    var isAtRest = false
  }

  /// Whether this is the one who looks after the store.
  var isInCharge: Bool { state.withLock { $0.isInCharge } }

  /// Whether only a change of the store, or the end, wakes it.
  var isAtRest: Bool { state.withLock { $0.isAtRest } }

  /// - Parameter notify: Called on the thread.
  package init(_ store: Store, as role: Role, notify: @escaping @Sendable (Notice) -> Void = { _ in }) throws {
    try store.prepareForMaintenance()
    self.store = store
    self.role = role
    self.notify = notify
    watch = try StoreWatch(store.path, withSegments: true)
    endSignal = try StopSignal()
  }

  /// Starts the thread.
  package func start() throws(SystemError) -> Running { Running(maintenance: self, thread: try Thread.start { self.run() }) }

  /// A maintenance at work. Let go of, it works on until the process ends.
  package struct Running: Sendable {
    fileprivate let maintenance: MaintenanceService
    fileprivate let thread: Thread

    /// Has the maintenance finish what is in work, and all that writers leave to it, and waits for that.
    package func finish() {
      maintenance.endSignal.send()
      thread.join()
    }
  }

  private func run() {
    var maintainer: Maintainer?
    // The last change after which everything was done.
    var settled: UInt64?
    while !endSignal.isSent {
      looks.add(1, ordering: .relaxed)
      watch.takeAll()
      do throws(StoreError) {
        if maintainer == nil { maintainer = try Maintainer(of: store) }
        try work(&maintainer, role.pace)
        let latest = try store.latestChange()
        // Who looks after the store says so when it ends.
        let isDone = maintainer == nil || latest == settled
        state.withLock { $0.isInCharge = maintainer != nil }
        if wait(isDone ? -1 : Self.patience) { continue }
        try work(&maintainer, .quiet, until: latest)
        if try store.latestChange() == latest { settled = latest }
      } catch {
        notify(.problem(error))
        // Whatever it was, it is tried again when something has changed.
        _ = wait(-1)
      }
    }
    finish(&maintainer)
  }

  /// - Returns: `false` when the time was over.
  private func wait(_ milliseconds: Int32) -> Bool {
    state.withLock { $0.isAtRest = milliseconds < 0 }
    defer { state.withLock { $0.isAtRest = false } }
    var descriptors = [
      pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: endSignal.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = unsafe poll(&descriptors, 2, milliseconds)
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  /// Steps until nothing is left to do at a pace, or somebody changes the store.
  private func work(_ maintainer: inout Maintainer?, _ pace: Maintainer.Pace, until change: UInt64? = nil) throws(StoreError) {
    guard maintainer != nil else {
      if role == .importer { try store.indexPending(at: pace) }
      return
    }
    while !endSignal.isSent, let done = try maintainer?.step(pace) {
      if case .repaired(let summary) = done { notify(.repaired(summary)) }
      if let change, try store.latestChange() != change { return }
    }
  }

  private func finish(_ maintainer: inout Maintainer?) {
    guard role == .importer else { return }
    do throws(StoreError) {
      try store.indexPending()
      while try maintainer?.step(.afterImport) != nil {}
    } catch {
      notify(.problem(error))
    }
    guard maintainer != nil else { return }
    maintainer = nil
    store.announceMaintenance()
  }
}

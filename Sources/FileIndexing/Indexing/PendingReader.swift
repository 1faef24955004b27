// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages
internal import Synchronization
internal import Threading

/// Reads pending contents, on a thread and with workers of idle priority. Bulk work; see ``BulkGate``.
final class PendingReader: Sendable {
  /// A message to its owner. ``Daemon/Notice`` explains the cases.
  enum Notice {
    case reading(ContentProgress), readingEnded(isComplete: Bool), idle(ContentProgress)
    case waiting(LogMessage), resumed, workersStarted
  }

  private enum Demand {
    case none, some, over

    mutating func demand() { if self != .over { self = .some } }
  }

  private let indexer: FileIndexer
  private let gate: BulkGate
  private let liveness: Liveness
  private let stopSignal: StopSignal
  private let notify: @Sendable (Notice) -> Void
  private let order: ReadingOrder
  /// Whether contents may be pending.
  private let hasWork = Monitor(Demand.none)
  /// Idle workers, kept between changes: starting a worker takes longer than reading most files.
  private let parked: ParkedWorkers
  /// Time after which the workers end if nothing changes. Changes of a burst follow each other within this
  /// time, and nobody waits for the contents of the next burst.
  private static let parkingTime = Duration.seconds(5)
  private let foundDamage = Mutex<StoreError?>(nil)

  /// - Parameter claims: The documents that other readers are reading.
  init(
    _ indexer: FileIndexer, claims: DocumentClaims, gate: BulkGate, liveness: Liveness, stopSignal: StopSignal,
    notify: @escaping @Sendable (Notice) -> Void
  ) {
    self.indexer = indexer
    self.gate = gate
    self.liveness = liveness
    self.stopSignal = stopSignal
    self.notify = notify
    order = ReadingOrder(claims: claims)
    parked = indexer.makeParkedWorkers()
  }

  /// Damage to the catalog that made the daemon stop.
  var damage: StoreError? { foundDamage.withLock { $0 } }

  /// Adds documents to read before others.
  func add(_ documents: [DocumentReference]) {
    order.add(fresh: documents)
    demand()
  }

  /// Makes the thread look for pending contents.
  func demand() { hasWork.update { $0.demand() } }

  /// Ends the workers that are idle.
  func releaseWorkers() { parked.release() }

  /// Makes ``run()`` return, if the stop signal is sent, too.
  func stop() { hasWork.update { $0 = .over } }

  /// The body of the thread.
  func run() {
    if let failure = indexer.startFailure { return waitForWorkers(after: failure) }
    var reader = indexer.makeContentIndexer()
    reader.order = order
    reader.parked = parked
    reader.isPaused = { [gate] in gate.isClosedForContents }
    reader.isStopped = { [self] in
      waitForTurn()
      return stopSignal.isSent
    }
    reader.onProgress = { [notify] in notify(.reading($0)) }
    var retry: Duration?
    var isFailing = false
    while waitForDemand(atMost: retry, despiteDemand: isFailing) {
      var isComplete = false
      defer { notify(.readingEnded(isComplete: isComplete)) }
      do {
        // Without contents to read, nothing waits at the gate.
        if try order.hasFresh || indexer.store.hasPendingContent() { waitForTurn() }
        let progress = try reader.run()
        if retry != nil { notify(.resumed) }
        isFailing = false
        // Files that could not be opened at present, or that another reader had, are tried again
        // later.
        isComplete = try progress.postponed == 0 && !indexer.store.hasPendingContent()
        if isComplete { try indexer.store.noteContents() }
        retry = isComplete ? nil : .retry(after: retry)
        if progress.done > 0 { notify(.idle(progress)) }
      } catch let error as StoreError where error.isDamageOfCatalog {
        foundDamage.withLock { $0 = error }
        stopSignal.send()
      } catch {
        if stopSignal.isSent { break }
        notify(.waiting("\(error)"))
        retry = .retry(after: retry)
        isFailing = true
      }
    }
    parked.release()
  }

  /// Tries to start a worker until one starts. Names are indexed meanwhile.
  private func waitForWorkers(after first: WorkerStartError) {
    // The caller knows of it; nothing but another configuration can change it.
    if first.isRefusal {
      notify(.readingEnded(isComplete: false))
      while waitForDemand(atMost: nil) {}
      return
    }
    var failure = first
    var retry: Duration?
    while true {
      notify(.waiting("\(failure)"))
      retry = .retry(after: retry)
      guard waitForDemand(atMost: retry) else { return }
      waitForTurn()
      if stopSignal.isSent { return }
      do throws(WorkerStartError) {
        _ = try ImporterSet(of: indexer.launch)
        return notify(.workersStarted)
      } catch {
        failure = error
      }
    }
  }

  private func waitForTurn() {
    liveness.noteWait(of: .pendingReading) {
      // The beginning of a pause ends idle workers. One that was still reading is parked after that.
      if gate.isClosedForContents { parked.release() }
      gate.pass(.contents, unless: stopSignal)
    }
  }

  /// Waits until contents may be pending. Ends the parked workers after ``parkingTime``.
  ///
  /// - Parameters:
  ///   - duration: Maximum time to wait, for a retry; `nil` for no limit.
  ///   - isFailing: Whether to wait for that time even if contents are pending.
  /// - Returns: `false` if the daemon must stop.
  private func waitForDemand(atMost duration: Duration?, despiteDemand isFailing: Bool = false) -> Bool {
    let began = ContinuousClock.now
    liveness.noteWait(of: .pendingReading)
    let mustRead = hasWork.wait { [parked] demand -> Monitor<Demand>.Finding<Bool> in
      switch demand {
      case .over: return .met(false)
      case .some:
        if isFailing, let duration, ContinuousClock.now - began < duration {
          return .unmet(lookAgainAfter: duration - (ContinuousClock.now - began))
        }
        demand = .none
        return .met(true)
      case .none:
        let waited = ContinuousClock.now - began
        if let duration {
          return waited < duration ? .unmet(lookAgainAfter: duration - waited) : .met(true)
        }
        guard !parked.isEmpty else { return .unmet(lookAgainAfter: nil) }
        if waited < Self.parkingTime { return .unmet(lookAgainAfter: Self.parkingTime - waited) }
        parked.release()
        return .unmet(lookAgainAfter: nil)
      }
    }
    if mustRead { liveness.noteProgress(of: .pendingReading) }
    return mustRead
  }
}

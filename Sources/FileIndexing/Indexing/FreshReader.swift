// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import Threading

/// Reads the contents of documents that changed just now, on a thread and with a worker of ordinary
/// priority.
///
/// On a busy machine, threads of idle priority run for a few milliseconds every few seconds. Nothing
/// here waits for one. What is too much for the budget is handed over to them.
final class FreshReader: Sendable {
  /// If more documents wait, they are not what a user just did one by one.
  private static let maximumWaiting = 32
  /// Time after which the worker ends if nothing changes. Starting a worker takes longer than
  /// reading most files.
  private static let parkingTime = Duration.seconds(30)

  private struct State {
    var waiting: [DocumentReference] = []
    var isReading = false
    var isOver = false
  }

  private let state = Monitor(State())
  private let indexer: FileIndexer
  private let order: ReadingOrder
  private let parked = ParkedWorkers()
  private let budget = ForegroundBudget()
  private let liveness: Liveness
  private let isStopped: @Sendable () -> Bool
  private let isPaused: @Sendable () -> Bool
  private let handOver: @Sendable ([DocumentReference]) -> Void

  /// - Parameters:
  ///   - claims: The documents that other readers are reading.
  ///   - isPaused: Whether no worker may run at present.
  ///   - handOver: Called with documents that others must read.
  init(
    _ indexer: FileIndexer, claims: DocumentClaims, liveness: Liveness = Liveness(), isStopped: @escaping @Sendable () -> Bool,
    isPaused: @escaping @Sendable () -> Bool = { false },
    handOver: @escaping @Sendable ([DocumentReference]) -> Void
  ) {
    self.indexer = indexer
    self.liveness = liveness
    self.isStopped = isStopped
    self.isPaused = isPaused
    order = ReadingOrder(claims: claims)
    self.handOver = handOver
  }

  /// Adds documents that changed just now. They are read, or handed over.
  func add(_ documents: [DocumentReference]) {
    guard !documents.isEmpty else { return }
    let isAccepted =
      !budget.isSpent && !isPaused() && !indexer.readsOnlyNames
      && state.update { state in
        guard state.waiting.count + documents.count <= Self.maximumWaiting else { return false }
        state.waiting += documents
        return true
      }
    if !isAccepted { handOver(documents) }
  }

  /// Whether documents wait or are being read. The end is announced afterwards; see ``run(_:)``.
  var isReading: Bool { state.update(waking: { _ in false }) { $0.isReading || !$0.waiting.isEmpty } }

  /// Ends the worker if it is idle.
  func releaseWorker() { parked.release() }

  /// Makes ``run(_:)`` return after the documents in work.
  func stop() { state.update { $0.isOver = true } }

  /// The body of the thread.
  ///
  /// - Parameter onEnd: Called after documents were read or handed over, with the counts.
  func run(_ onEnd: (ContentProgress) -> Void) {
    var reader = indexer.makeFreshContentIndexer(budget)
    reader.order = order
    reader.parked = parked
    reader.isPaused = isPaused
    reader.isStopped = { [budget, liveness, isStopped] in
      liveness.noteProgress(of: .freshReading)
      return budget.isSpent || isStopped()
    }
    while let documents = nextDocuments() {
      order.add(fresh: documents)
      var progress = ContentProgress()
      // An error concerns the index or the workers, so those that the documents are handed over to
      // meet it too, and report it.
      do { progress = try reader.run() } catch {}
      let rest = order.takeFresh()
      if !rest.isEmpty { handOver(rest) }
      state.update { $0.isReading = false }
      onEnd(progress)
    }
    parked.release()
  }

  /// Waits for documents. Ends the worker after ``parkingTime``.
  ///
  /// - Returns: `nil` after ``stop()``.
  private func nextDocuments() -> [DocumentReference]? {
    let began = ContinuousClock.now
    liveness.noteWait(of: .freshReading)
    let documents = state.wait { [parked] state -> Monitor<State>.Finding<[DocumentReference]?> in
      if state.isOver { return .met(nil) }
      if !state.waiting.isEmpty {
        defer { (state.waiting, state.isReading) = ([], true) }
        return .met(state.waiting)
      }
      guard !parked.isEmpty else { return .unmet(lookAgainAfter: nil) }
      let waited = ContinuousClock.now - began
      if waited < Self.parkingTime { return .unmet(lookAgainAfter: Self.parkingTime - waited) }
      parked.release()
      return .unmet(lookAgainAfter: nil)
    }
    if documents != nil { liveness.noteProgress(of: .freshReading) }
    return documents
  }
}

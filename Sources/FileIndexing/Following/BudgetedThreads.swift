// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform
internal import Threading

/// The threads on which the daemon applies changes, one batch after another: one of ordinary
/// priority, and one of idle priority while the budget is spent.
///
/// A thread whose priority was lowered cannot raise it again. It then processes the batches beyond the
/// budget, and the next batch within the budget has a new thread. So a thread is created when the budget
/// is spent within a batch, and not for each batch.
///
/// The caller starts a batch, and need not wait for its end: on a busy machine, a batch beyond the budget
/// takes very long.
struct BudgetedThreads: ~Copyable {
  private let budget: ForegroundBudget
  private var ordinary: ExecutorThread?
  private var lowered: ExecutorThread?
  /// The thread of the batch whose end has not been taken.
  private var running: ExecutorThread?
  /// Whether a batch was started whose end has not been taken.
  private(set) var isBusy = false
  let end: BatchEnd
  /// Number of threads created so far. For tests.
  private(set) var createdCount = 0

  init(_ budget: ForegroundBudget) throws(SystemError) {
    self.budget = budget
    end = try BatchEnd()
  }

  /// Runs `body` on one of the threads, and charges its processor time to the budget. First waits for the end of the
  /// previous batch.
  ///
  /// - Throws: The error of the previous batch. Then `body` does not run.
  mutating func start(_ body: @escaping @Sendable () throws -> Void) throws {
    _ = try finish()
    isBusy = true
    let thread = budget.isSpent ? lowered ?? takeOrdinary() : takeOrdinary()
    running = thread
    // Without a thread, the caller does the work at its own priority.
    guard let thread else { return end.note(Swift.Result { try body() }, isLowered: false) }
    _ = thread.start { [budget, end] in
      budget.chargeOrLower()
      let outcome = Swift.Result { try body() }
      budget.charge()
      end.note(outcome, isLowered: Thread.hasIdlePriority)
    }
  }

  /// Waits for the end of the batch.
  ///
  /// - Parameter duration: `nil` for no limit.
  /// - Returns: Whether no batch is running. `false` if it has not ended in this time.
  /// - Throws: The error of the batch.
  mutating func finish(atMost duration: Duration? = nil) throws -> Bool {
    guard isBusy else { return true }
    guard let (outcome, isLowered) = end.take(within: duration) else { return false }
    isBusy = false
    if isLowered { (ordinary, lowered) = (ordinary === running ? nil : ordinary, running) }
    running = nil
    try outcome.get()
    return true
  }

  private mutating func takeOrdinary() -> ExecutorThread? {
    if ordinary == nil {
      ordinary = try? ExecutorThread()
      createdCount += 1
    }
    return ordinary
  }
}

/// The end of a batch.
final class BatchEnd: Sendable {
  typealias Outcome = (result: Swift.Result<Void, any Error>, isLowered: Bool)

  /// Readable from the end of a batch until ``take(within:)``. eventfd(2)
  var descriptor: Int32 { event.rawValue }
  private let event: OwnedDescriptor
  private let outcome = Monitor<Outcome?>(nil)

  fileprivate init() throws(SystemError) {
    let number = event_make()
    guard number >= 0 else { throw .current("eventfd") }
    event = OwnedDescriptor(owning: number)
  }

  fileprivate func note(_ result: Swift.Result<Void, any Error>, isLowered: Bool) {
    outcome.update { outcome in
      outcome = (result, isLowered)
      event_raise(descriptor)
    }
  }

  fileprivate func take(within duration: Duration?) -> Outcome? {
    let deadline = duration.map { ContinuousClock.now + $0 }
    return outcome.wait(waking: { _ in false }) { outcome -> Monitor<Outcome?>.Finding<Outcome?> in
      if let ended = outcome {
        event.file.takeEvents()
        outcome = nil
        return .met(ended)
      }
      let rest = deadline.map { $0 - .now }
      if let rest, rest <= .zero { return .met(nil) }
      return .unmet(lookAgainAfter: rest)
    }
  }

  /// Waits for the end of the batch, and leaves it to ``take(within:)``.
  func wait() {
    outcome.wait(waking: { _ in false }) { outcome -> Monitor<Outcome?>.Finding<Void> in
      outcome == nil ? .unmet(lookAgainAfter: nil) : .met(())
    }
  }
}

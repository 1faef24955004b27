internal import Threading

/// The threads on which the daemon processes changes, one batch after another: one of ordinary
/// priority, and one of idle priority while the budget is spent.
///
/// A thread whose priority was lowered cannot raise it again. It then processes the batches beyond the
/// budget, and the next batch within the budget has a new thread. So a thread is created when the budget
/// is spent within a batch, and not for each batch.
struct BudgetedThreads: ~Copyable {
  private let budget: ForegroundBudget
  private var ordinary: ExecutorThread?
  private var lowered: ExecutorThread?
  /// Number of threads created so far. For tests.
  private(set) var createdCount = 0

  init(_ budget: ForegroundBudget) { self.budget = budget }

  /// Runs `body` on one of the threads and waits for its end. Charges its processor time.
  mutating func run<Result>(_ body: () throws -> Result) throws -> Result {
    let thread = budget.isSpent ? lowered ?? takeOrdinary() : takeOrdinary()
    // Without a thread, the caller does the work at its own priority.
    guard let thread else { return try body() }
    var isLowered = false
    defer { if isLowered { (ordinary, lowered) = (ordinary === thread ? nil : ordinary, thread) } }
    return try thread.run {
      defer {
        budget.charge()
        isLowered = Thread.hasIdlePriority
      }
      budget.chargeOrLower()
      return try body()
    }
  }

  private mutating func takeOrdinary() -> ExecutorThread? {
    if ordinary == nil {
      ordinary = try? ExecutorThread()
      createdCount += 1
    }
    return ordinary
  }
}

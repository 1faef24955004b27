internal import Glibc
internal import Synchronization
internal import Threading

/// Tells the program when one of its threads waits long for a transaction of another process, once for each wait.
///
/// One thread observes all that wait. It starts with the first and ends when none waits, so that a program
/// that never waits has no such thread.
package final class LockWaits: Sendable {
  /// Every process that writes has one place to report to.
  package static let shared = LockWaits()

  /// Many times what a transaction takes, also on a busy machine.
  private static let patience = Duration.seconds(3)

  private struct Wait {
    let thread: pthread_t
    let environment: Environment
    let began: ContinuousClock.Instant
    var isReported = false
  }

  private struct State {
    var report: (@Sendable (LockHolder) -> Void)?
    var waits: [Wait] = []
    var isWatched = false

    /// Who holds the locks for which somebody has waited long enough without being told of it, and how long until there may be more.
    mutating func takeOverdue() -> (holders: [LockHolder], pause: Duration) {
      let now = ContinuousClock.now
      var holders: [LockHolder] = []
      var pause = LockWaits.patience
      for index in waits.indices where !waits[index].isReported {
        let (environment, rest) = (waits[index].environment, LockWaits.patience - (now - waits[index].began))
        if rest > .zero {
          pause = min(pause, rest)
        } else if let holder = environment.writeLock.holder, holder.process?.number != getpid() {
          holders.append(holder)
          // Others that wait for the same are told of, too.
          for other in waits.indices where waits[other].environment === environment { waits[other].isReported = true }
        }
      }
      return (holders, pause)
    }
  }

  private let state = Mutex(State())

  /// - Parameter report: Called on a thread of its own. Without one nobody is told.
  package func setReport(_ report: @escaping @Sendable (LockHolder) -> Void) { state.withLock { $0.report = report } }

  /// Calls `body`, which waits for an environment's write lock.
  func during<Result>(_ environment: Environment, _ body: () -> Result) -> Result {
    let thread = pthread_self()
    let isFirst = state.withLock { state in
      guard state.report != nil else { return false }
      state.waits.append(Wait(thread: thread, environment: environment, began: .now))
      defer { state.isWatched = true }
      return !state.isWatched
    }
    // Without a thread nobody is told, and the wait is the same.
    if isFirst {
      if let watching = try? Thread({ [self] in watch() }) { watching.detach() } else { state.withLock { $0.isWatched = false } }
    }
    defer { state.withLock { state in state.waits.removeAll { $0.thread == thread } } }
    return body()
  }

  private func watch() {
    while let pause = reportOverdue() { poll(nil, 0, Int32(pause / .milliseconds(1)) + 1) }
  }

  /// - Returns: When to look again; `nil` when nobody waits any more.
  private func reportOverdue() -> Duration? {
    let (holders, pause, report) = state.withLock { state in
      state.isWatched = !state.waits.isEmpty
      guard state.isWatched else { return ([] as [LockHolder], nil as Duration?, state.report) }
      let (holders, pause) = state.takeOverdue()
      return (holders, pause, state.report)
    }
    if let report { for holder in holders { report(holder) } }
    return pause
  }
}

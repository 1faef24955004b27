// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemPlatform
internal import Threading

/// Reports when a thread of the program waits long for another process's write transaction, once
/// for each wait.
///
/// One thread observes all waits. It starts with the first wait and ends after the last, so a
/// program that never waits never has this thread.
package final class LockWaits: Sendable {
  /// The instance that all environments of the process report to.
  package static let shared = LockWaits()

  /// Many times the duration of a transaction, even on a busy machine.
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

    /// The holders of locks on which a thread has waited longer than ``LockWaits/patience`` and
    /// that have not been reported, and the time until the next wait may become overdue.
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
          // This report also covers other threads that wait for the same environment.
          for other in waits.indices where waits[other].environment === environment { waits[other].isReported = true }
        }
      }
      return (holders, pause)
    }
  }

  private let state = Mutex(State())

  /// - Parameter report: Called on a thread of its own. Until it is set, waits are not observed.
  package func setReport(_ report: @escaping @Sendable (LockHolder) -> Void) { state.withLock { $0.report = report } }

  /// Calls `body`, which waits for the write lock of an environment.
  func during<Result>(_ environment: Environment, _ body: () -> Result) -> Result {
    let thread = pthread_self()
    let isFirst = state.withLock { state in
      guard state.report != nil else { return false }
      state.waits.append(Wait(thread: thread, environment: environment, began: .now))
      defer { state.isWatched = true }
      return !state.isWatched
    }
    // If no thread can be started, waits are not reported, but work the same otherwise.
    if isFirst {
      if let watching = try? Thread({ [self] in watch() }) { watching.detach() } else { state.withLock { $0.isWatched = false } }
    }
    defer { state.withLock { state in state.waits.removeAll { $0.thread == thread } } }
    return body()
  }

  private func watch() {
    while let pause = reportOverdue() { sleep(for: pause) }
  }

  /// - Returns: The time until the next check, or `nil` if no thread waits any more.
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

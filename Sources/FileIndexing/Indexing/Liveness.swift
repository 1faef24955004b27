// SPDX-License-Identifier: Apache-2.0

internal import Threading

/// Whether the threads that keep the index current make progress.
///
/// Each of them works and waits in turn. One that works but makes no progress for a long time hangs,
/// for example in a file system that has stopped to answer. Thread-safe.
package final class Liveness: Sendable {
  /// What one or several threads do.
  package enum Task: String, CaseIterable, Sendable {
    case following = "following changes"
    case applying = "applying changes"
    case freshReading = "reading files that have just changed"
    case pendingReading = "reading files"
    case maintenance = "maintaining the index"
  }

  /// When each task that does not wait last made progress. The time while the computer is suspended
  /// does not count.
  private let progress = Monitor<[Task: SuspendingClock.Instant]>([:])

  package init() {}

  /// A task has begun to work, or goes on.
  func noteProgress(of task: Task, at now: SuspendingClock.Instant = .now) {
    progress.update(waking: { $0.count == 1 }) { $0[task] = now }
  }

  /// A task waits for work, or for permission to work.
  func noteWait(of task: Task) { progress.update(waking: { _ in false }) { $0[task] = nil } }

  /// Notes that a task waits while `body` runs.
  func noteWait<Result, Failure: Error>(of task: Task, during body: () throws(Failure) -> Result) throws(Failure) -> Result {
    noteWait(of: task)
    defer { noteProgress(of: task) }
    return try body()
  }

  /// Waits until a task works.
  package func awaitWork() { progress.wait { $0.isEmpty ? nil : () } }

  package var isAtWork: Bool { progress.update(waking: { _ in false }) { !$0.isEmpty } }

  /// A task that works, but has made no progress within `limit`.
  package func hangingTask(limit: Duration, at now: SuspendingClock.Instant = .now) -> Task? {
    progress.update(waking: { _ in false }) { progress in progress.first { now - $0.value > limit }?.key }
  }
}

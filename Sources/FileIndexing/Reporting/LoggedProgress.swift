// SPDX-License-Identifier: Apache-2.0

/// Decides when the number of files that were read is worth a line in the log.
///
/// Few files are an everyday change, and a program may change many every few seconds. A line for each
/// time would fill the log in the course of months.
package struct LoggedProgress: Sendable {
  /// Fewer files, all of which could be read, get no line of their own.
  private static let noteworthyCount = 100
  /// Minimum time between two lines. What is read meanwhile is in the second one.
  private static let interval = Duration.seconds(600)

  private var unlogged = ContentProgress()
  private var last: ContinuousClock.Instant?

  package init() {}

  /// Adds what was read.
  ///
  /// - Returns: What to log now: all that was read since the previous line; `nil` if it can wait.
  package mutating func add(_ progress: ContentProgress, at now: ContinuousClock.Instant) -> ContentProgress? {
    unlogged.done += progress.done
    unlogged.failed += progress.failed
    unlogged.partial += progress.partial
    let isNoteworthy = unlogged.done >= Self.noteworthyCount || unlogged.failed > 0 || unlogged.partial > 0
    guard isNoteworthy, last.map({ now - $0 >= Self.interval }) ?? true else { return nil }
    defer { (unlogged, last) = (ContentProgress(), now) }
    return unlogged
  }
}

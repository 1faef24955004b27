// SPDX-License-Identifier: Apache-2.0

/// Decides when the number of pictures that were searched for text is worth a line in the log: at most every ten minutes.
package struct LoggedRecognition: Sendable {
  /// Minimum time between two lines. What is searched meanwhile is in the second one.
  private static let interval = Duration.seconds(600)

  private var unlogged = RecognitionProgress()
  private var last: ContinuousClock.Instant?

  package init() {}

  /// Adds what was searched.
  ///
  /// - Returns: What to log now: all that was searched since the previous line; `nil` if it can wait.
  package mutating func add(_ progress: RecognitionProgress, at now: ContinuousClock.Instant) -> RecognitionProgress? {
    unlogged.files += progress.files
    unlogged.filesWithText += progress.filesWithText
    unlogged.failed += progress.failed
    guard last.map({ now - $0 >= Self.interval }) ?? true else { return nil }
    defer { (unlogged, last) = (RecognitionProgress(), now) }
    return unlogged
  }
}

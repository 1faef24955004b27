// SPDX-License-Identifier: Apache-2.0

/// When the directories that cannot be watched are listed again, which is called a sweep.
///
/// The pause after a sweep grows with the time that it took. A pure value; the caller has the clock.
struct SweepSchedule {
  private static let minimumPause = Duration.seconds(5)
  private static let maximumPause = Duration.seconds(600)
  /// The pause after a sweep is this many times as long as the sweep, within the limits.
  private static let rest = 50

  /// When the next sweep is to begin; `nil` if there is nothing to sweep.
  private(set) var due: ContinuousClock.Instant?

  mutating func update(isNeeded: Bool, at now: ContinuousClock.Instant) {
    if !isNeeded { due = nil } else if due == nil { due = now + Self.minimumPause }
  }

  mutating func noteSweep(lasting duration: Duration, endingAt now: ContinuousClock.Instant) {
    due = now + min(max(duration * Self.rest, Self.minimumPause), Self.maximumPause)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// When changes that could not be looked up are looked up again, although no event has come.
///
/// The event that explains them is usually in the queue. But several threads may have renamed directories
/// while these were looked up, so that all events were taken by the time the catalog was right. A pure value;
/// the caller has the clock.
struct UnsettledSchedule {
  private static let firstDelay = Duration.milliseconds(10)
  /// After this number of attempts without a change, the folders above are listed.
  private static let maximumAttempts = 4
  /// After this number, only a further event leads to an attempt. They take 40 s together.
  private static let lastAttempt = 12

  private var unsettled = UnsettledChanges()
  private var attempts = 0
  /// When to try again; `nil` if nothing is unsettled.
  private(set) var due: ContinuousClock.Instant?

  /// Whether looking up the same changes again does not help.
  var isStuck: Bool { attempts >= Self.maximumAttempts }

  /// Records what an update has left.
  mutating func note(_ left: UnsettledChanges, at now: ContinuousClock.Instant) {
    attempts = left == unsettled && !left.isEmpty ? attempts + 1 : 0
    unsettled = left
    due = left.isEmpty || attempts >= Self.lastAttempt ? nil : now + Self.firstDelay * (1 << attempts)
  }
}

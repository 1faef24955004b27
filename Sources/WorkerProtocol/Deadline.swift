// SPDX-License-Identifier: Apache-2.0

/// A point in time after which waiting is pointless.
///
/// Time during which the machine is suspended does not count, because no process works then.
package struct Deadline: Hashable, Sendable {
  private let instant: SuspendingClock.Instant

  package init(after duration: Duration) { instant = SuspendingClock.now.advanced(by: duration) }

  package var hasPassed: Bool { SuspendingClock.now >= instant }

  /// Whether more than `duration` is left.
  func isLater(than duration: Duration) -> Bool { SuspendingClock.now.advanced(by: duration) < instant }

  /// The remaining time; zero after the deadline.
  var rest: Duration { max(instant - .now, .zero) }
}

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

  /// The remaining time for poll(2). It is rounded up, so that a wait does not end just before the
  /// deadline and spin. 0 after the deadline.
  var millisecondsLeft: Int32 {
    let left = SuspendingClock.now.duration(to: instant)
    guard left > .zero else { return 0 }
    let milliseconds = (left / .milliseconds(1)).rounded(.up)
    return Int32(min(milliseconds, Double(Int32.max)))
  }
}

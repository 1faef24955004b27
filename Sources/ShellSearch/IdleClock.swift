// SPDX-License-Identifier: Apache-2.0

/// Decides when a program that answers calls ends, because nobody calls it any more.
package struct IdleClock: Sendable {
  package typealias Instant = SuspendingClock.Instant

  private let limit: Duration
  private var lastUse: Instant

  /// - Parameter limit: The time without a call after which the program ends.
  package init(limit: Duration, now: Instant) { (self.limit, lastUse) = (limit, now) }

  /// Notes that a call has arrived or was answered.
  package mutating func use(now: Instant) { lastUse = max(lastUse, now) }

  /// The time to wait for the next call: zero if the program ends now. The only timer of a program that waits.
  package func remaining(now: Instant) -> Duration { max(.zero, limit - (now - lastUse)) }
}

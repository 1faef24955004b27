// SPDX-License-Identifier: Apache-2.0

/// An allowance of processor time that is refilled at a constant rate, up to a capacity. A pure
/// value.
struct TokenBucket {
  /// Part of one processor that may be used in the long run.
  let rate: Double
  /// Maximum time that may be used at once.
  let capacity: Duration
  private var level: Duration
  private var filled: ContinuousClock.Instant

  init(rate: Double, capacity: Duration, now: ContinuousClock.Instant) {
    self.rate = rate
    self.capacity = capacity
    level = capacity
    filled = now
  }

  /// Whether nothing is left.
  mutating func isEmpty(at now: ContinuousClock.Instant) -> Bool {
    refill(now)
    return level <= .zero
  }

  /// Whether at least half of the capacity is left.
  mutating func hasHalf(at now: ContinuousClock.Instant) -> Bool {
    refill(now)
    return level * 2 >= capacity
  }

  /// Takes time that was used. The level may become negative, but the debt is at most the capacity:
  /// work that is measured late does not empty the bucket for minutes.
  mutating func take(_ used: Duration, at now: ContinuousClock.Instant) {
    refill(now)
    level = max(level - used, .zero - capacity)
  }

  private mutating func refill(_ now: ContinuousClock.Instant) {
    guard now > filled else { return }
    level = min(level + (now - filled) * rate, capacity)
    filled = now
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Decides when bulk work waits because others need the computer. A pure value; the caller has the
/// clock and the measurements.
///
/// Bulk work causes pressure itself. So when the pressure is high, the work first stops for a
/// *probe*, and waits on only if the pressure stays. It never waits for good: on a computer that is
/// always busy, it gets a turn after each wait.
struct PressureBackOff {
  private enum State {
    /// Works, and does not look at the pressure before this time.
    case working(until: ContinuousClock.Instant)
    case probing(since: ContinuousClock.Instant, Pressure)
    case waiting(since: ContinuousClock.Instant, measured: ContinuousClock.Instant, Pressure, Pressure.Resource)
  }

  static let lookInterval = Duration.seconds(1)
  static let probeTime = Duration.seconds(1)
  /// Time after a probe that has shown that the pressure is the work's own.
  static let confidence = Duration.seconds(30)
  /// Interval of the measurements while the work waits.
  static let waitInterval = Duration.seconds(2)
  static let maximumWait = Duration.seconds(30)
  static let turn = Duration.seconds(3)

  private var state: State

  /// Begins with a turn, so that the first scan of a small home needs no wait.
  init(now: ContinuousClock.Instant) { state = .working(until: now + Self.turn) }

  /// A time in which bulk work must wait.
  struct Hold: Equatable {
    /// The resource that is short; `nil` during a probe.
    var resource: Pressure.Resource?
    var duration: Duration
  }

  /// - Parameter measure: Returns the present pressure. Called at most once.
  /// - Returns: How long to wait before asking again; `nil` if bulk work may go on.
  mutating func hold(at now: ContinuousClock.Instant, _ measure: () -> Pressure) -> Hold? {
    switch state {
    case .working(let end):
      guard now >= end else { return nil }
      let pressure = measure()
      guard pressure.isHigh else { return work(until: now + Self.lookInterval) }
      state = .probing(since: now, pressure)
      return Hold(duration: Self.probeTime)
    case .probing(let since, let before):
      guard now - since >= Self.probeTime else { return Hold(duration: since + Self.probeTime - now) }
      let pressure = measure()
      guard let short = pressure.shortage(since: before, now - since) else { return work(until: now + Self.confidence) }
      return wait(since: now, now, pressure, short)
    case .waiting(let since, let measured, let before, let resource):
      guard now - measured >= Self.waitInterval else {
        return Hold(resource: resource, duration: measured + Self.waitInterval - now)
      }
      let pressure = measure()
      guard let short = pressure.shortage(since: before, now - measured) else { return work(until: now + Self.lookInterval) }
      if now - since >= Self.maximumWait { return work(until: now + Self.turn) }
      return wait(since: since, now, pressure, short)
    }
  }

  private mutating func work(until end: ContinuousClock.Instant) -> Hold? {
    state = .working(until: end)
    return nil
  }

  private mutating func wait(
    since: ContinuousClock.Instant, _ now: ContinuousClock.Instant, _ pressure: Pressure, _ resource: Pressure.Resource
  ) -> Hold? {
    state = .waiting(since: since, measured: now, pressure, resource)
    return Hold(resource: resource, duration: Self.waitInterval)
  }
}

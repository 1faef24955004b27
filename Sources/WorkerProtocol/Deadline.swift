/// A point in time after which waiting is pointless.
///
/// Time that the machine spends suspended does not count: nobody worked meanwhile.
package struct Deadline: Hashable, Sendable {
  private let instant: SuspendingClock.Instant

  package init(after duration: Duration) { instant = SuspendingClock.now.advanced(by: duration) }

  package var hasPassed: Bool { SuspendingClock.now >= instant }

  /// For poll(2): rounded up, so that a wait does not end just before the deadline and spin; 0 once it has passed.
  var millisecondsLeft: Int32 {
    let left = SuspendingClock.now.duration(to: instant)
    guard left > .zero else { return 0 }
    let milliseconds = (left / .milliseconds(1)).rounded(.up)
    return Int32(min(milliseconds, Double(Int32.max)))
  }
}

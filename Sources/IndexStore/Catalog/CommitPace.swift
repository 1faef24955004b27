/// When the next group of changes is committed: at once where nobody else could join it, else an interval after the commit before.
///
/// A commit writes some 40 KB however small its change is, and two changes in one commit little more than one. So changes that keep coming
/// are worth being waited for, a few milliseconds at most. But a thread waits for its change to be committed: when every thread of the last
/// group has come again, or a thread goes on alone, waiting would bring nothing.
///
/// Pure: it is told what happens, and knows no clock.
struct CommitPace: Sendable {
  /// From the beginning of a commit to that of the next.
  let interval: Duration

  private var began: ContinuousClock.Instant?
  /// The threads of the last group that have not come again.
  private var awaited: Set<UInt> = []

  init(interval: Duration) { self.interval = interval }

  /// A thread has a change to be committed.
  mutating func come(_ thread: UInt) { awaited.remove(thread) }

  /// A commit begins.
  ///
  /// - Parameter threads: Whose changes it has.
  mutating func begin(with threads: some Sequence<UInt>, at now: ContinuousClock.Instant) {
    began = now
    awaited = Set(threads)
  }

  /// Until when to wait for more before a commit; `nil` for not at all.
  func pause(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let began, !awaited.isEmpty, now < began + interval else { return nil }
    return began + interval
  }
}

/// Decides when the next group of changes is committed: at once when nobody else could join the
/// group, otherwise one interval after the previous commit began.
///
/// A commit writes about 40 KB however small the change is, and two changes in one commit write
/// little more than one. Waiting a few milliseconds for further changes therefore pays off. But
/// each thread waits until its change is committed. When all threads of the last group have
/// returned, or when a single thread writes alone, waiting gains nothing.
///
/// The type is pure: it is told about events and reads no clock.
struct CommitPace: Sendable {
  /// Minimum time between the beginnings of two commits while threads of the last group are
  /// awaited.
  let interval: Duration

  private var began: ContinuousClock.Instant?
  /// Threads of the last group that have not submitted another change yet.
  private var awaited: Set<UInt> = []

  init(interval: Duration) { self.interval = interval }

  /// Records that `thread` has submitted a change.
  mutating func come(_ thread: UInt) { awaited.remove(thread) }

  /// Records that a commit begins.
  ///
  /// - Parameter threads: The threads whose changes the commit contains.
  mutating func begin(with threads: some Sequence<UInt>, at now: ContinuousClock.Instant) {
    began = now
    awaited = Set(threads)
  }

  /// How long to wait for further changes before a commit; `nil` to commit at once.
  func pause(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let began, !awaited.isEmpty, now < began + interval else { return nil }
    return began + interval
  }
}

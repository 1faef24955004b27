// SPDX-License-Identifier: Apache-2.0

/// Estimates how long the reading of contents still takes, from the rate of the last minute. A pure
/// value; the caller has the clock.
struct ReadingRate: Sendable, Equatable {
  private static let window = Duration.seconds(60)
  /// Files differ so much that fewer of them, or a shorter time, mean nothing.
  private static let minimumTime = Duration.seconds(5)
  private static let minimumCount = 20

  private var samples: [(time: ContinuousClock.Instant, done: Int)] = []

  static func == (one: ReadingRate, other: ReadingRate) -> Bool { one.samples.elementsEqual(other.samples, by: ==) }

  /// Records that this number of files has been read since the run began.
  mutating func note(_ done: Int, at now: ContinuousClock.Instant) {
    // Another run.
    if let last = samples.last, done < last.done { samples = [] }
    if let last = samples.last, now - last.time < .seconds(1) { return }
    samples.append((now, done))
    while samples.count > 2, now - samples[1].time >= Self.window { samples.removeFirst() }
  }

  /// Forgets the rate, because the work has waited.
  mutating func reset() { samples = [] }

  /// The time for `count` more files; `nil` if too little is known.
  func time(for count: Int) -> Duration? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let (time, done) = (last.time - first.time, last.done - first.done)
    guard time >= Self.minimumTime, done >= Self.minimumCount else { return nil }
    return time / done * count
  }
}

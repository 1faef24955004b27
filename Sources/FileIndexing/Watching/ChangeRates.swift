// SPDX-License-Identifier: Apache-2.0

/// How many names lately changed in each watched directory. A pure value; the caller has the clock.
struct ChangeRates {
  /// After this time, a change counts half.
  private static let halfLife = Duration.seconds(1)
  /// Of more directories, none has changed lately: the counts begin again.
  private static let maximumCounts = 4096

  private var counts: [WatchID: Int] = [:]
  private var halved: ContinuousClock.Instant?

  /// Counts the names of a batch.
  mutating func note(_ entries: Set<ChangeBatch.Entry>, at now: ContinuousClock.Instant) {
    let previous = halved ?? now
    let times = Int((now - previous) / Self.halfLife)
    if times > 0 { counts = times > 30 ? [:] : counts.compactMapValues { $0 >> times == 0 ? nil : $0 >> times } }
    halved = previous + Self.halfLife * times
    if counts.count > Self.maximumCounts { counts = [:] }
    for entry in entries { counts[entry.watch, default: 0] += 1 }
  }

  subscript(watch: WatchID) -> Int { counts[watch, default: 0] }
}

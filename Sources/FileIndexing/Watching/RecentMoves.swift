// SPDX-License-Identifier: Apache-2.0

/// The places to which entries were renamed a short time ago.
///
/// A rename changes the inode's change time, so this time says nothing about the content then. But
/// the status that is recorded for the new place may be later than a change of the content, whose
/// event is still in the queue. When that event comes, the status seems unchanged.
struct RecentMoves {
  /// Events of changes before a rename was applied are in the next batches, the first of which were taken
  /// from the queue within this time.
  private static let memory = Duration.seconds(5)
  /// Of more renames, only the first ones are remembered. They may rename a whole tree file by file.
  private static let maximumCount = 10_000

  private var places: [ChangeBatch.Entry: ContinuousClock.Instant] = [:]
  /// Those of the batch that is being applied.
  private var latest: [ChangeBatch.Entry] = []

  /// The places, including those of a batch that is about to be applied.
  ///
  /// - Parameter collected: When the first events of the batch were taken from the queue.
  mutating func places(with batch: ChangeBatch, collected: ContinuousClock.Instant) -> Set<ChangeBatch.Entry> {
    if !places.isEmpty { places = places.filter { collected - $0.value < Self.memory } }
    let moved = (batch.moves.map(\.to) + batch.ambiguous).prefix(Self.maximumCount - places.count)
    for place in moved { places[place] = collected }
    latest = Array(moved)
    return Set(places.keys)
  }

  /// Notes that the batch was applied. On a busy machine this takes long, and the events of changes before
  /// it are waiting by now.
  mutating func noteApplied(at now: ContinuousClock.Instant) {
    for place in latest { places[place] = now }
    latest = []
  }
}

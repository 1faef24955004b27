/// The places to which entries were renamed a short time ago.
///
/// A rename changes the inode's change time, so this time says nothing about the content then. But
/// the status that is recorded for the new place may be later than a change of the content, whose
/// event is still in the queue. When that event comes, the status seems unchanged.
struct RecentMoves {
  /// Events of changes before a rename was applied are in the next batches.
  private static let memory = Duration.seconds(5)
  /// Of more renames, only the first ones are remembered. They may rename a whole tree file by file.
  private static let maximumCount = 10_000

  private var places: [ChangeBatch.Entry: ContinuousClock.Instant] = [:]

  /// The places, including those of a batch that is about to be applied.
  mutating func places(with batch: ChangeBatch, at now: ContinuousClock.Instant) -> Set<ChangeBatch.Entry> {
    if !places.isEmpty { places = places.filter { now - $0.value < Self.memory } }
    for place in (batch.moves.map(\.to) + batch.ambiguous).prefix(Self.maximumCount - places.count) { places[place] = now }
    return Set(places.keys)
  }
}

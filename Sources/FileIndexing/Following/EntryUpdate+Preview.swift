// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Changes of single names that are found before their batch is applied.
extension EntryUpdate {
  /// What a preview leaves to the batch.
  struct Preview: Equatable {
    /// The inodes of files that have other names and have changed, which is not found again.
    var linked: Set<UInt64> = []
    /// Directories that are new. The batch takes them for known ones, and what another update writes may end
    /// their watches.
    var directories: Set<DirectoryID> = []
  }

  /// Looks up the names of a batch in some directories, while another update applies earlier batches. Called of an
  /// update that is a preview.
  ///
  /// The batch must be applied later: only that makes the catalog agree with the disk, because what the other
  /// update writes meanwhile may be older. So a preview leaves alone what only the events in their order
  /// decide: directories that are gone or replaced, entries that were exchanged, and entries that decide whether
  /// others are indexed. It ends no watch.
  ///
  /// - Parameters:
  ///   - watches: Of directories in which few names change.
  ///   - undecided: Watches of directories whose entries are to be left out, with those of the directories below.
  ///   - crawlsNew: Whether new directories are crawled.
  consuming func preview(
    _ batch: ChangeBatch, of watches: Set<WatchID>, without undecided: Set<WatchID> = [], crawlsNew: Bool
  ) throws -> Preview {
    do { try find(batch, of: watches, without: undecided, crawlsNew: crawlsNew) } catch StoreError.unknownDirectory {
      // It has left the catalog meanwhile.
    }
    return Preview(linked: summary.linked, directories: Set(trees))
  }

  private mutating func find(
    _ batch: ChangeBatch, of watches: Set<WatchID>, without undecided: Set<WatchID>, crawlsNew: Bool
  ) throws {
    let undecided = try undecided.flatMap { try directories(of: $0).map(\.path) }
    let renames = batch.limited(toMovesInto: watches)
    try noteLinks(of: batch.changed.union(batch.entries).filter { watches.contains($0.watch) }.union(renames.moves.map(\.from)))
    try apply(renamesOf: renames)
    // What the catalog still has there may have a new place.
    let departed = Set(batch.moves.map(\.from))
    let entries = batch.entries.filter { entry in
      watches.contains(entry.watch) && !entry.name.isEmpty && !entry.decidesOthers && !batch.ambiguous.contains(entry)
        && (batch.ambiguous.isEmpty || !batch.sources.contains(entry))
    }
    var lookups: [Lookup] = []
    for (watch, entries) in Dictionary(grouping: entries, by: \.watch) {
      for var directory in try directories(of: watch) where !undecided.contains(where: { directory.path.isAtOrBelow($0) }) {
        directory.names = entries.map(\.name)
        directory.created = Set(entries.filter(batch.createdDirectories.contains).map(\.name))
        var found: [Lookup] = []
        lookUp(in: directory, &found)
        found.removeAll { $0.entry == nil && departed.contains(ChangeBatch.Entry(watch: watch, name: $0.name)) }
        lookups += found
      }
    }
    try commit(&lookups)
    if crawlsNew { for directory in trees where crawler.mayContinue() { summary += try crawler.crawl(directory) } }
  }

  /// Whether a preview updates an entry: the catalog has no other directory under its name, or one of another
  /// user, on whom it may depend which markers count.
  func isCertain(_ lookup: Lookup, in transaction: borrowing WriteTransaction) throws(StoreError) -> Bool {
    if lookup.isDirectoryItself { return true }
    guard let known = try transaction.child(named: lookup.name, of: lookup.directory) else { return true }
    guard let entry = lookup.entry else { return known.subdirectory == nil }
    guard known.subdirectory != nil || entry.status.kind == .directory else { return true }
    return known.status.identity == entry.status.identity && known.status.userID == entry.status.userID
  }
}

internal import IndexStore

/// Takes single changes into the catalog: the entries that events name, and the trees that came with them.
struct EntryUpdate {
  /// Entries taken in by one write transaction: a few milliseconds.
  private static let group = 256
  /// Where more entries of one directory changed, it is listed: finding an entry's row takes a pass over the directory's rows (20 ns each), a
  /// listing one system call for each entry (2 µs).
  private static let mostSingleEntries = 64

  let store: Store
  let watcher: TreeWatcher
  /// Told which documents are to be read.
  let order: ReadingOrder
  var crawler: TreeCrawler

  private struct Place: Hashable {
    var directory: DirectoryID
    var path: [UInt8]
    var name: [UInt8]
  }

  /// A directory that is new and has to be crawled.
  private struct NewTree {
    var directory: DirectoryID
    var path: [UInt8]
  }

  mutating func apply(_ batch: ChangeBatch) throws -> CrawlSummary {
    var summary = CrawlSummary()
    for move in batch.moves {
      if let from = try place(move.from), let to = try place(move.to) { try apply(from, to, &summary) }
    }
    var places: [DirectoryID: [Place]] = [:]
    for place in batch.places {
      if let place = try self.place(place) { places[place.directory, default: []].append(place) }
    }
    var trees: [NewTree] = []
    for (directory, entries) in places where entries.count > Self.mostSingleEntries {
      try list(directory, at: entries[0].path, &trees, &summary)
    }
    // Parents first, so that what is in a new directory is found by crawling it.
    let single = places.values.filter { $0.count <= Self.mostSingleEntries }.joined().sorted { $0.path.count < $1.path.count }
    for start in stride(from: 0, to: single.count, by: Self.group) {
      try update(single[start..<min(start + Self.group, single.count)], &trees, &summary)
    }
    for tree in trees { summary += try crawler.crawl(tree.path, as: tree.directory) }
    while try !store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 2000) }) {}
    return summary
  }

  /// Where a watched entry is; `nil` when its directory is none of the catalog's any more: then the watch is let go.
  private func place(_ place: ChangeBatch.Place) throws -> Place? {
    guard let directory = watcher.directory(of: place.watch) else { return nil }
    guard let path = try store.read({ snapshot throws(StoreError) in try snapshot.path(of: directory) }) else {
      watcher.release(place.watch)
      return nil
    }
    return Place(directory: directory, path: path, name: place.name)
  }

  /// A move within the watched trees. An entry that is excluded at its new place is left to the look at both places.
  private mutating func apply(_ from: Place, _ to: Place, _ summary: inout CrawlSummary) throws {
    // What cannot be looked at is told when its place is, next.
    guard let entry = try? crawler.reader.entryIfIncluded(to.name, in: to.path) else { return }
    let isMoved = try store.write { transaction throws(StoreError) in
      guard let record = try transaction.snapshot.child(named: from.name, of: from.directory) else { return false }
      return try transaction.move(record.reference, to: to.directory, as: try crawler.file(entry, in: transaction)) != nil
    }
    if isMoved { summary.changed += 1 }
  }

  /// Takes in all entries of a directory.
  private mutating func list(
    _ directory: DirectoryID, at path: [UInt8], _ trees: inout [NewTree], _ summary: inout CrawlSummary
  ) throws {
    let listing: DirectoryListing
    do {
      listing = try crawler.reader.read(path, at: .root)
    } catch {
      // One that vanished is an event of its parent's.
      if case .problem(let problem) = error { summary.problems.append(problem) }
      return
    }
    let (result, added) = try store.write { transaction throws(StoreError) in
      guard try transaction.snapshot.directoryRecord(directory) != nil else { return (Reconciliation(), [NewTree]()) }
      let result = try crawler.refresh(directory, with: listing, removing: .remove, in: transaction)
      var added: [NewTree] = []
      for reference in result.added {
        guard let record = try transaction.snapshot.record(of: reference), let subdirectory = record.subdirectory else { continue }
        added.append(NewTree(directory: subdirectory, path: path.appending(component: record.name)))
      }
      return (result, added)
    }
    summary.added += result.added.count
    summary.changed += result.changed.count
    summary.removed += result.removed.count
    let touched = Set(result.added + result.changed)
    order.add(fresh: result.pending.filter(touched.contains))
    trees += added
  }

  private mutating func update(_ places: ArraySlice<Place>, _ trees: inout [NewTree], _ summary: inout CrawlSummary) throws {
    // The files are looked at before the lock is taken.
    var found: [(Place, DirectoryListing.Entry?)] = []
    for place in places {
      do {
        found.append((place, try crawler.reader.entryIfIncluded(place.name, in: place.path)))
      } catch {
        // It may well be there: the document stays as it was.
        summary.problems.append(CrawlProblem(path: place.path, reason: .unreadable(error)))
      }
    }
    var added: [NewTree] = []
    var pending: [DocumentReference] = []
    try store.write { transaction throws(StoreError) in
      added = []
      pending = []
      for (place, entry) in found {
        guard try transaction.snapshot.directoryRecord(place.directory) != nil else { continue }
        guard let entry else {
          if try transaction.removeEntry(named: place.name, in: place.directory) != nil { summary.removed += 1 }
          continue
        }
        let result = try transaction.update(place.directory, entry: try crawler.file(entry, in: transaction))
        summary.added += result.added.count
        summary.changed += result.changed.count
        pending += result.pending
        for subdirectory in result.subdirectories where !result.added.isEmpty {
          added.append(NewTree(directory: subdirectory.id, path: place.path.appending(component: subdirectory.name)))
        }
      }
    }
    order.add(fresh: pending)
    trees += added
  }
}

internal import IndexStore

/// Takes single changes into the catalog: the entries that events name, and the trees that came with them.
///
/// The catalog may be behind the disk: an event for a folder tells its old path while the next, still in the queue, tells that it was
/// renamed. What cannot be looked at for that reason is ``unsettled``, and looked at again with the next events.
struct EntryUpdate {
  /// Entries taken in by one write transaction: a few milliseconds.
  private static let group = 256
  /// Where more entries of one directory changed, it is listed: finding an entry's row takes a pass over the directory's rows (20 ns each), a
  /// listing one system call for each entry (2 µs).
  private static let maximumSingleEntries = 64

  let store: Store
  let watcher: TreeWatcher
  /// Told which documents are to be read.
  let order: ReadingOrder
  var crawler: TreeCrawler
  private(set) var unsettled = UnsettledChanges()
  /// Directories of which everything is to be read, in the order in which they were found.
  private var trees: [DirectoryID] = []
  private var summary = CrawlSummary()

  init(store: Store, watcher: TreeWatcher, order: ReadingOrder, crawler: TreeCrawler) {
    self.store = store
    self.watcher = watcher
    self.order = order
    self.crawler = crawler
  }

  /// A directory as the catalog has it.
  private struct Folder {
    var directory: DirectoryID
    var watch: WatchID
    var path: [UInt8]
    var inode: UInt64?
    var names: [[UInt8]] = []
  }

  /// An entry as it was found: `nil` when there is none that is to be indexed.
  private struct Look {
    var directory: DirectoryID
    var name: [UInt8]
    var entry: DirectoryListing.Entry?
  }

  /// - Parameter earlier: What was left unsettled by the update before.
  mutating func apply(_ batch: ChangeBatch, and earlier: UnsettledChanges) throws -> CrawlSummary {
    for move in batch.moves { try apply(move) }
    let places = batch.places.union(earlier.places)
    // Before all else: what a marker leaves out must not be found, not even for a moment.
    for place in places where place.isMarker { if let folder = try folder(of: place.watch) { try applyMarker(in: folder) } }
    var folders: [WatchID: Folder] = [:]
    for place in places where !place.isMarker {
      if folders[place.watch] == nil { folders[place.watch] = try folder(of: place.watch) }
      folders[place.watch]?.names.append(place.name)
    }
    var looks: [Look] = []
    // Parents first, so that what is in a new directory is found by crawling it.
    for folder in folders.values.sorted(by: { $0.path.count < $1.path.count }) {
      if folder.names.count > Self.maximumSingleEntries {
        try list(folder)
      } else {
        look(at: folder, &looks)
      }
      if looks.count >= Self.group { try takeIn(&looks) }
    }
    try takeIn(&looks)
    for directory in trees + earlier.directories { summary += try crawler.crawl(directory) }
    unsettled.directories.formUnion(summary.vanished)
    while try !store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 2000) }) {}
    return summary
  }

  /// The directory that a watch is on; `nil` when it is none of the catalog's any more: then the watch is let go.
  private func folder(of watch: WatchID) throws -> Folder? {
    guard let directory = watcher.directory(of: watch) else { return nil }
    let folder = try store.read { snapshot throws(StoreError) -> Folder? in
      guard let path = try snapshot.path(of: directory) else { return nil }
      return Folder(directory: directory, watch: watch, path: path, inode: try snapshot.inode(of: directory))
    }
    if folder == nil { watcher.release(watch) }
    return folder
  }

  /// A move within the watched trees. What is not found as it was reported is left to the look at both places.
  private mutating func apply(_ move: ChangeBatch.Move) throws {
    guard let from = try folder(of: move.from.watch), let to = try folder(of: move.to.watch),
      let place = try? crawler.reader.folder(at: to.path, inode: to.inode),
      let entry = try? crawler.reader.entryIfIncluded(move.to.name, in: place)
    else { return }
    let tree = try store.write { transaction throws(StoreError) -> (isMoved: Bool, crawled: DirectoryID?) in
      guard let record = try transaction.child(named: move.from.name, of: from.directory),
        record.status.kind == entry.status.kind, record.subdirectory == nil || record.status.identity == entry.status.identity
      else { return (false, nil) }
      // A crawl may have come to the new place before this event: then what it found there, and watches, is replaced by the moved directory.
      let known = try transaction.child(named: move.to.name, of: to.directory)
      let moved = try transaction.move(record.reference, to: to.directory, as: try crawler.file(entry, in: transaction))
      return (moved != nil, known == nil ? nil : record.subdirectory)
    }
    if tree.isMoved { summary.changed += 1 }
    if let directory = tree.crawled { trees.append(directory) }
  }

  /// Makes the catalog agree with a directory in which a never-index marker came or went.
  private mutating func applyMarker(in folder: Folder) throws {
    if let place = try? crawler.reader.folder(at: folder.path, inode: folder.inode), place.isMarked {
      try removeTrees(holdingRootsBelow: folder.path)
    }
    // Of a marked directory a crawl leaves nothing but the roots that are entries of it.
    summary += try crawler.crawl(folder.directory)
  }

  /// Takes the entries of a directory out of the catalog that lead to roots further down, and keeps these roots: a crawl would remove them too,
  /// and they would have to be read again.
  private func removeTrees(holdingRootsBelow path: [UInt8]) throws(StoreError) {
    var trees: [[UInt8]: [[UInt8]]] = [:]
    for root in crawler.reader.rules.roots(inside: path) where root.parent != path {
      var tree = root
      while tree.parent != path { tree = tree.parent }
      trees[tree, default: []].append(root)
    }
    for (tree, roots) in trees { try store.removeTree(at: tree, keeping: roots) }
  }

  /// Takes in all entries of a directory.
  private mutating func list(_ folder: Folder) throws {
    let listing: DirectoryListing
    do {
      listing = try crawler.reader.read(folder.path, at: folder.inode.map { .known(inode: $0) } ?? .root)
    } catch {
      switch error {
      case .problem(let problem):
        summary.problems.append(problem)
        watcher.noteIncomplete(folder.directory)
      case .vanished: unsettled.directories.insert(folder.directory)
      }
      return
    }
    let result = try store.write { transaction throws(StoreError) in
      guard try transaction.snapshot.directoryRecord(folder.directory) != nil else { return Reconciliation() }
      return try crawler.refresh(folder.directory, with: listing, removing: .remove, in: transaction)
    }
    note(result)
    summary.removed += result.removed.count
  }

  /// Looks at single entries of a directory, before the store is locked.
  private mutating func look(at folder: Folder, _ looks: inout [Look]) {
    do throws(SystemError) {
      guard let place = try crawler.reader.folder(at: folder.path, inode: folder.inode) else {
        unsettled.places.formUnion(folder.names.map { ChangeBatch.Place(watch: folder.watch, name: $0) })
        return
      }
      for name in folder.names {
        looks.append(Look(directory: folder.directory, name: name, entry: try crawler.reader.entryIfIncluded(name, in: place)))
      }
    } catch {
      // It may well be there: the document stays as it was.
      summary.problems.append(CrawlProblem(path: folder.path, reason: .unreadable(error)))
      watcher.noteIncomplete(folder.directory)
    }
  }

  private mutating func takeIn(_ looks: inout [Look]) throws {
    defer { looks = [] }
    guard !looks.isEmpty else { return }
    let (results, removed) = try store.write { transaction throws(StoreError) in
      var results: [Reconciliation] = []
      var removed = 0
      for look in looks where try transaction.snapshot.directoryRecord(look.directory) != nil {
        if let entry = look.entry {
          results.append(try transaction.update(look.directory, entry: try crawler.file(entry, in: transaction)))
        } else if try transaction.removeEntry(named: look.name, in: look.directory) != nil {
          removed += 1
        }
      }
      return (results, removed)
    }
    summary.removed += removed
    for result in results { note(result) }
  }

  /// Has what is new or changed read.
  private mutating func note(_ result: Reconciliation) {
    summary.added += result.added.count
    summary.changed += result.changed.count
    // What an event tells of a directory may be that its permissions allow to read it now.
    trees += result.subdirectories.filter { $0.isNew || watcher.isIncomplete($0.id) }.map(\.id)
    let touched = Set(result.added + result.changed)
    order.add(fresh: result.pending.filter(touched.contains))
  }
}

/// Changes that events told of and that could not be looked at, as the catalog had an old path.
struct UnsettledChanges: Equatable {
  var places: Set<ChangeBatch.Place> = []
  /// Directories to crawl.
  var directories: Set<DirectoryID> = []

  /// Maximum number of entries of one update. More are treated as an overflow of the kernel's queue.
  static let maximumEntries = 10_000

  var isTooMuch: Bool { places.count + directories.count > Self.maximumEntries }
}

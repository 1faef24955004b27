// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform

/// Applies a batch of changes to the catalog: looks up the entries that events name, and crawls new
/// directories.
///
/// The catalog may be behind the disk. For example, it has the old path of a directory as long as
/// the event of the directory's rename is still in the queue. Entries that cannot be looked up for
/// this reason are ``unsettled``, and are looked up again with the next batch.
struct EntryUpdate: ~Copyable {
  /// When this number of entries has been looked up, a write transaction stores them, which takes a
  /// few milliseconds.
  static let lookupsPerTransaction = 256
  /// If more entries of one directory changed, the whole directory is listed unless it is large. Finding the
  /// row of one entry takes a pass over the directory's rows (0.1 µs each) or, in a directory of more than 512
  /// entries, a lookup in the index of its names, and listing takes one system call for each entry (2 µs).
  private static let maximumSingleEntries = 64
  /// A directory with more entries than this for each one that changed is not listed. Otherwise, a burst of
  /// changes in a folder of 60,000 files would lead to one listing after another.
  private static let listedEntriesPerChange = 4

  let store: Store
  let watcher: TreeWatcher
  /// Called with documents that must be read.
  let onPending: ([DocumentReference]) -> Void
  var crawler: TreeCrawler
  /// Whether this is a preview; see ``preview(_:of:without:crawlsNew:)``.
  let isPreview: Bool
  var unsettled = UnsettledChanges()
  /// Directories to crawl, in the order in which they were found.
  var trees: [DirectoryID] = []
  var summary = CrawlSummary()

  /// What an update has done, and what it has left to do.
  struct Outcome {
    var summary: CrawlSummary
    var unsettled: UnsettledChanges
  }

  /// Ends the update. Directories that had vanished when they were to be crawled are unsettled, too.
  consuming func finish() -> Outcome {
    unsettled.directories.formUnion(summary.vanished)
    return Outcome(summary: summary, unsettled: unsettled)
  }

  init(
    store: Store, watcher: TreeWatcher, crawler: TreeCrawler, isPreview: Bool = false, onPending: @escaping ([DocumentReference]) -> Void
  ) {
    self.store = store
    self.isPreview = isPreview
    self.watcher = watcher
    self.onPending = onPending
    self.crawler = crawler
  }

  /// A directory of the catalog with the names of changed entries in it.
  struct WatchedDirectory {
    var id: DirectoryID
    /// `nil` if the directory was found without an event.
    var watch: WatchID?
    var path: [UInt8]
    var inode: UInt64?
    var names: [[UInt8]] = []
    /// Those of ``names`` that are directories of which nothing is known.
    var created: Set<[UInt8]> = []
    /// Those of ``names`` whose content is read again, whatever their status says.
    var suspect: Set<[UInt8]> = []
    /// Whether it is listed, because not all names of changed entries are known.
    var isListed = false
  }

  /// The result of looking up an entry. `entry` is `nil` if there is none or it is excluded.
  struct Lookup {
    var directory: DirectoryID
    var name: [UInt8]
    var entry: DirectoryListing.Entry?
    /// Whether the entry is a directory of which nothing is known.
    var isCreated = false
    /// Whether the content is read again, whatever the status says.
    var isSuspect = false
    /// Whether the entry is ``directory`` itself, in its parent directory.
    var isDirectoryItself = false
  }

  /// Applies a batch.
  ///
  /// - Parameters:
  ///   - earlier: What the previous update left unsettled.
  ///   - examined: Further entries to look up.
  ///   - renamed: The places of recent renames, including those of the batch; see ``RecentMoves``.
  ///   - listed: Watches of directories to list; see ``ChangeBacklog``.
  /// - Throws: `StoreError`, or `SystemError` if a crawl fails.
  consuming func apply(
    _ batch: ChangeBatch, and earlier: UnsettledChanges, examining examined: Set<ChangeBatch.Entry> = [],
    renamed: Set<ChangeBatch.Entry> = [], listing listed: Set<WatchID> = []
  ) throws -> Outcome {
    try apply(renamesOf: batch)
    let entries = batch.entries.union(earlier.entries).union(examined)
    // Before everything else, so that files that a new marker excludes are never found by a search.
    for entry in entries where entry.isMarker { for directory in try directories(of: entry.watch) { try applyMarker(in: directory) } }
    for entry in entries { try examineDependencies(decidedBy: entry) }
    for entry in entries where HiddenMail.isDecisive(entry.name) { try examineMailFolders(decidedBy: entry) }
    for entry in entries where crawler.updater.reader.rules.gitignore != nil && entry.isOfGit {
      for directory in try directories(of: entry.watch) { try applyPatterns(in: directory) }
    }
    try examineVolumes(containing: entries)
    let created = batch.createdDirectories.union(earlier.createdDirectories)
    let suspect = renamed.isEmpty ? [] : renamed.intersection(batch.touched.union(earlier.entries).union(examined))
    var directories: [WatchedDirectory] = []
    var entriesByWatch = Dictionary(grouping: entries, by: \.watch)
    for watch in listed where entriesByWatch[watch] == nil { entriesByWatch[watch] = [] }
    for (watch, entries) in entriesByWatch {
      for var directory in try self.directories(of: watch) {
        directory.isListed = listed.contains(watch)
        // An empty name stands for the directory itself, which is looked up in any case.
        directory.names = entries.filter { !$0.isMarker && !$0.name.isEmpty }.map(\.name)
        directory.created = Set(entries.filter(created.contains).map(\.name))
        directory.suspect = suspect.isEmpty ? [] : Set(entries.filter(suspect.contains).map(\.name))
        directories.append(directory)
      }
    }
    var lookups: [Lookup] = []
    let bursts = directories.filter { $0.isListed || $0.names.count > Self.maximumSingleEntries }.map(\.path)
    let isBurst = { (directory: WatchedDirectory) in bursts.contains { directory.path.isAtOrBelow($0) } }
    // Few changes do not wait for many. Parents first, so that a new directory is crawled with everything below it.
    for directories in [directories.filter { !isBurst($0) }, directories.filter(isBurst)] {
      for directory in directories.sorted(by: { $0.path.count < $1.path.count }) { try lookUp(in: directory, committing: &lookups) }
      try commit(&lookups)
    }
    for directory in trees + earlier.directories { summary += try crawler.crawl(directory) }
    watcher.releaseSpare()
    try crawler.sweep(reporting: summary)
    return finish()
  }

  private mutating func lookUp(in directory: WatchedDirectory, committing lookups: inout [Lookup]) throws {
    var directory = directory
    if try isListed(directory) {
      if directory.isListed { try noteLinks(in: directory.id) }
      try list(directory)
      directory.names = Array(directory.suspect)
      if directory.names.isEmpty { return }
    }
    var rest = directory.names[...]
    repeat {
      directory.names = Array(rest.prefix(Self.lookupsPerTransaction))
      rest = rest.dropFirst(Self.lookupsPerTransaction)
      lookUp(in: directory, &lookups)
      if lookups.count >= Self.lookupsPerTransaction { try commit(&lookups) }
    } while !rest.isEmpty
  }

  /// Whether a directory is listed instead of looking up each of the entries that changed.
  private func isListed(_ directory: WatchedDirectory) throws(StoreError) -> Bool {
    if directory.isListed { return true }
    guard directory.names.count > Self.maximumSingleEntries else { return false }
    let maximum = directory.names.count * Self.listedEntriesPerChange
    return try store.read { snapshot throws(StoreError) in try !snapshot.hasMoreEntries(than: maximum, in: directory.id) }
  }

  /// Looks up directories on which file systems were mounted or unmounted, and crawls them. Does nothing for
  /// directories that are not in the catalog.
  ///
  /// - Parameter paths: Absolute, each before those below it.
  consuming func examine(mountPoints paths: [[UInt8]]) throws -> Outcome {
    var lookups: [Lookup] = []
    for path in paths {
      let parent = try store.read { snapshot throws(StoreError) -> WatchedDirectory? in
        guard let id = try snapshot.directory(for: path.parent), try snapshot.directoryRecord(id)?.isIndexed == true else { return nil }
        return WatchedDirectory(
          id: id, path: path.parent, inode: try snapshot.inode(of: id), names: [path.lastComponent], created: [path.lastComponent])
      }
      guard let parent else { continue }
      lookUp(in: parent, &lookups)
      try commit(&lookups)
    }
    for directory in trees { summary += try crawler.crawl(directory) }
    try crawler.sweep(reporting: summary)
    return finish()
  }

  /// The directories that a watch belongs to. The watch of those that are no longer in the catalog
  /// is released.
  func directories(of watch: WatchID) throws -> [WatchedDirectory] {
    try watcher.directories(of: watch).compactMap { id in
      let directory = try directory(id, watch: watch)
      // While a crawl runs, it may find out what the watch belongs to.
      if directory == nil, !isPreview { watcher.release(watch, of: id) }
      return directory
    }
  }

  func directory(_ id: DirectoryID, watch: WatchID?) throws -> WatchedDirectory? {
    try store.read { snapshot throws(StoreError) -> WatchedDirectory? in
      guard let path = try snapshot.path(of: id) else { return nil }
      return WatchedDirectory(id: id, watch: watch, path: path, inode: try snapshot.inode(of: id))
    }
  }

  /// Looks up single entries of a directory, and the directory itself, whose date changes with its
  /// entries. Called outside of write transactions, because system calls may be slow.
  mutating func lookUp(in directory: WatchedDirectory, _ lookups: inout [Lookup]) {
    do throws(SystemError) {
      guard let opened = try crawler.updater.reader.openDirectory(at: directory.path, inode: directory.inode) else {
        if let watch = directory.watch {
          let entries = directory.names.map { ChangeBatch.Entry(watch: watch, name: $0) }
          unsettled.entries.formUnion(entries)
          unsettled.createdDirectories.formUnion(entries.filter { directory.created.contains($0.name) })
        } else {
          unsettled.directories.insert(directory.id)
        }
        return
      }
      for name in directory.names {
        do throws(SystemError) {
          let entry = try crawler.updater.reader.entryIfIncluded(name, in: opened)
          lookups.append(
            Lookup(
              directory: directory.id, name: name, entry: entry, isCreated: directory.created.contains(name),
              isSuspect: directory.suspect.contains(name)))
        } catch {
          if error.path?.bytes == directory.path { throw error }
          // The entry may still exist, so its document stays unchanged.
          summary.problems.append(CrawlProblem(path: directory.path.appending(component: name), reason: .unreadable(error)))
        }
      }
      lookUpItself(directory, &lookups)
    } catch {
      // The entries may still exist, so their documents stay unchanged.
      let problem = CrawlProblem(path: directory.path, reason: .unreadable(error))
      summary.problems.append(problem)
      watcher.noteIncomplete(directory.id, because: "\(problem)", deniedAt: problem.deniedPath)
    }
  }

  /// Looks up the entry of a directory in its parent directory.
  private mutating func lookUpItself(_ directory: WatchedDirectory, _ lookups: inout [Lookup]) {
    // If the directory has moved or cannot be read, another event or the next crawl updates it.
    guard let entry = try? crawler.updater.reader.entry(at: directory.path), entry.status.kind == .directory,
      entry.status.inode == directory.inode
    else { return }
    lookups.append(Lookup(directory: directory.id, name: directory.path.lastComponent, entry: entry, isDirectoryItself: true))
  }

  mutating func commit(_ lookups: inout [Lookup]) throws {
    defer { lookups = [] }
    guard !lookups.isEmpty else { return }
    let markersDependOnOwner = crawler.updater.reader.rules.markerAuthors == .owner
    let (results, removed, givenAway, described) = try store.write { transaction throws(StoreError) in
      var results: [(Reconciliation, created: Set<[UInt8]>, isDirectoryItself: Bool)] = []
      var removed: [FileRecord] = []
      var givenAway: Set<DirectoryID> = []
      for lookup in lookups {
        guard let record = try transaction.snapshot.directoryRecord(lookup.directory) else { continue }
        if isPreview, try !isCertain(lookup, in: transaction) { continue }
        if let entry = lookup.entry {
          let directory = lookup.isDirectoryItself ? record.parent : record.id
          // The directory has another name since it was looked up.
          if lookup.isDirectoryItself, record.document == nil || record.name != lookup.name { continue }
          let isNamesOnly = try transaction.snapshot.directoryRecord(directory)?.isNamesOnly ?? false
          let file = try crawler.updater.file(entry, isNamesOnly: isNamesOnly, in: transaction)
          let owner =
            markersDependOnOwner && entry.status.kind == .directory
            ? try transaction.child(named: lookup.name, of: directory)?.status.userID : nil
          var result = try transaction.update(directory, entry: file)
          if let owner, owner != entry.status.userID {
            givenAway.formUnion(lookup.isDirectoryItself ? [record.id] : result.subdirectories.filter { !$0.isNew }.map(\.id))
          }
          if lookup.isSuspect, file.content == .pending { try readAgain(lookup, &result, in: transaction) }
          if entry.hasOtherNames, !result.isUnchanged { summary.linked.insert(entry.status.inode) }
          results.append((result, created: lookup.isCreated ? [lookup.name] : [], lookup.isDirectoryItself))
        } else if let old = try crawler.updater.removeEntry(named: lookup.name, in: lookup.directory, transaction) {
          removed.append(old)
        }
      }
      return (results, removed, givenAway, try transaction.readDescribedFiles())
    }
    summary.removed += removed.count
    for record in removed where record.status.kind == .regular && record.status.linkCount > 1 { summary.linked.insert(record.status.inode) }
    for (result, created, _) in results {
      crawler.updater.noteReplaced(in: result)
      note(result, created: created)
    }
    onPending(described)
    if isPreview { return }
    // After a change of its permissions, a directory may give access to those below it, or to none.
    let named = Set(results.filter { !$0.isDirectoryItself }.flatMap(\.0.subdirectories).map(\.id))
    trees += try watcher.incompleteDirectories(below: named, in: store)
    for id in named where !trees.contains(id) { try examineAccess(to: id) }
    for id in givenAway { try examineMarkers(in: id) }
  }

  private func readAgain(_ lookup: Lookup, _ result: inout Reconciliation, in transaction: borrowing WriteTransaction) throws(StoreError) {
    guard let record = try transaction.child(named: lookup.name, of: lookup.directory) else { return }
    try transaction.setContentState(record.reference, .pending)
    result.changed.append(record.reference)
    result.pending.append(record.reference)
  }

  /// Reports a directory that can no longer be read. What the catalog has of it stays unchanged.
  private mutating func examineAccess(to id: DirectoryID) throws {
    guard let path = try directory(id, watch: nil)?.path, let obstacle = crawler.updater.reader.obstacle(at: path),
      obstacle.code == .permissionDenied
    else { return }
    let problem = CrawlProblem(path: path, reason: .unreadable(obstacle))
    summary.problems.append(problem)
    watcher.noteIncomplete(id, because: "\(problem)", deniedAt: problem.deniedPath)
  }

  /// Adds the changes to the summary, new directories to the crawls, and changed documents to the
  /// reading order.
  ///
  /// - Parameter created: Names of directories of which nothing is known.
  mutating func note(_ result: Reconciliation, created: Set<[UInt8]>) {
    summary.added += result.added.count
    summary.changed += result.changed.count
    // An event of a directory that could not be read may mean that its permissions have changed.
    trees += result.subdirectories.filter { $0.isNew || created.contains($0.name) || watcher.isIncomplete($0.id) }.map(\.id)
    let touched = Set(result.added + result.changed)
    onPending(result.pending.filter(touched.contains))
  }
}

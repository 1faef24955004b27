// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform

/// Applies a batch of changes to the catalog: looks up the entries that events name, and crawls new
/// directories.
///
/// The catalog may be behind the disk. For example, it has the old path of a directory as long as
/// the event of the directory's rename is still in the queue. Entries that cannot be looked up for
/// this reason are ``unsettled``, and are looked up again with the next batch.
struct EntryUpdate {
  /// When this number of entries has been looked up, a write transaction stores them, which takes a
  /// few milliseconds.
  private static let lookupsPerTransaction = 256
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
  private(set) var unsettled = UnsettledChanges()
  /// Directories to crawl, in the order in which they were found.
  var trees: [DirectoryID] = []
  var summary = CrawlSummary()

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

  /// Applies a batch. Called once.
  ///
  /// - Parameters:
  ///   - earlier: What the previous update left unsettled.
  ///   - examined: Further entries to look up.
  ///   - renamed: The places of recent renames, including those of the batch; see ``RecentMoves``.
  ///   - listed: Watches of directories to list; see ``ChangeBacklog``.
  /// - Throws: `StoreError`, or `SystemError` if a crawl fails.
  mutating func apply(
    _ batch: ChangeBatch, and earlier: UnsettledChanges, examining examined: Set<ChangeBatch.Entry> = [],
    renamed: Set<ChangeBatch.Entry> = [], listing listed: Set<WatchID> = []
  ) throws -> CrawlSummary {
    try apply(renamesOf: batch)
    let entries = batch.entries.union(earlier.entries).union(examined)
    // Before everything else, so that files that a new marker excludes are never found by a search.
    for entry in entries where entry.isMarker { for directory in try directories(of: entry.watch) { try applyMarker(in: directory) } }
    for entry in entries { try examineDependencies(decidedBy: entry) }
    for entry in entries where HiddenMail.isDecisive(entry.name) { try examineMailFolders(decidedBy: entry) }
    for entry in entries where crawler.reader.rules.gitignore != nil && entry.isOfGit {
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
    unsettled.directories.formUnion(summary.vanished)
    watcher.releaseSpare()
    try crawler.sweep(reporting: summary)
    return summary
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

  /// Lists the folders that contain what could not be looked up, because waiting for the events that explain
  /// it has not helped. Called before ``apply(_:and:examining:renamed:)``.
  mutating func listFolders(above unsettled: UnsettledChanges) throws {
    var ids = unsettled.directories
    for watch in Set(unsettled.entries.map(\.watch)) { ids.formUnion(watcher.directories(of: watch)) }
    var listed: Set<DirectoryID> = []
    for id in ids {
      guard let first = try directory(id, watch: nil), !isPresent(first), let folder = try presentDirectory(above: first),
        listed.insert(folder.id).inserted
      else { continue }
      try list(folder)
    }
  }

  /// The nearest directory above another one that is where the catalog has it; `nil` if it is not indexed.
  private func presentDirectory(above directory: WatchedDirectory) throws -> WatchedDirectory? {
    var id = directory.id
    while true {
      let parent = try store.read { snapshot throws(StoreError) -> DirectoryID? in
        guard let record = try snapshot.directoryRecord(id), let parent = try snapshot.directoryRecord(record.parent) else { return nil }
        return parent.isIndexed ? parent.id : nil
      }
      guard let parent, let above = try self.directory(parent, watch: nil) else { return nil }
      if isPresent(above) { return above }
      id = parent
    }
  }

  private func isPresent(_ directory: WatchedDirectory) -> Bool {
    guard let opened = try? crawler.reader.openDirectory(at: directory.path, inode: directory.inode) else { return false }
    _ = consume opened
    return true
  }

  /// Records which files of a batch have other names: a change of the file, of a name or of the number of
  /// its names is one of the status that they share. Called before anything of the batch is forgotten or
  /// applied, because the name that was used may be gone, alone or with its directory.
  mutating func noteLinks(of batch: ChangeBatch) throws(StoreError) { try noteLinks(of: batch.changed.union(batch.entries)) }

  mutating func noteLinks(of entries: Set<ChangeBatch.Entry>) throws(StoreError) {
    guard !entries.isEmpty else { return }
    let linked = try store.read { snapshot throws(StoreError) in
      var linked: Set<UInt64> = []
      for entry in entries {
        for directory in watcher.directories(of: entry.watch) {
          guard let status = try snapshot.child(named: entry.name, of: directory)?.status else { continue }
          if status.kind == .regular, status.linkCount > 1 { linked.insert(status.inode) }
        }
      }
      return linked
    }
    summary.linked.formUnion(linked)
  }

  /// Records which files of a directory have other names, before it is listed: which of them have changed is
  /// not known.
  private mutating func noteLinks(in directory: DirectoryID) throws(StoreError) {
    let children = try store.read { snapshot throws(StoreError) in try snapshot.children(of: directory) }
    for child in children where child.status.kind == .regular && child.status.linkCount > 1 { summary.linked.insert(child.status.inode) }
  }

  /// Looks up every name of the files with these inodes. Called once.
  ///
  /// Names that are gone are left to their own events, which also say whether they were renamed.
  ///
  /// - Complexity: O(documents).
  mutating func examineNames(of inodes: Set<UInt64>) throws -> CrawlSummary {
    let directories = try store.read { snapshot throws(StoreError) in
      var names: [DirectoryID: [[UInt8]]] = [:]
      try snapshot.forEachDocument { row throws(StoreError) in
        let status = row.status
        if status.kind == .regular, inodes.contains(status.inode) { names[row.reference.directory, default: []].append(row.nameBytes) }
        return true
      }
      var directories: [WatchedDirectory] = []
      for (id, names) in names {
        guard let path = try snapshot.path(of: id) else { continue }
        directories.append(WatchedDirectory(id: id, path: path, inode: try snapshot.inode(of: id), names: names))
      }
      return directories
    }
    var lookups: [Lookup] = []
    for directory in directories {
      lookUp(in: directory, &lookups)
      lookups.removeAll { $0.entry == nil }
      if lookups.count >= Self.lookupsPerTransaction { try commit(&lookups) }
    }
    try commit(&lookups)
    return summary
  }

  /// A sweep watches no more directories than this in place of others.
  private static let maximumExchanges = 256
  /// A directory in which something has changed in this time stays watched.
  private static let minimumIdleTime = Duration.seconds(60)

  /// Lists directories that are not watched, and watches them if that is possible by now. If it is
  /// not, those in which something has changed are watched in place of those in which nothing has.
  /// Called once.
  ///
  /// - Parameter isStopped: Called between directories.
  mutating func sweep(_ unwatched: Set<DirectoryID>, isStopped: () -> Bool) throws -> CrawlSummary {
    // If the limit is reached for one directory, it is reached for all.
    var isLimitReached = false
    var active: [WatchedDirectory] = []
    for id in unwatched where !isStopped() {
      guard let directory = try directory(id, watch: nil) else {
        watcher.forgetUnwatched(id)
        continue
      }
      let before = summary.changeCount
      guard let listed = try list(directory, watch: isLimitReached ? nil : crawler.watch) else { continue }
      if let watch = listed.watch {
        watcher.assign(watch, to: id)
      } else {
        isLimitReached = true
        if summary.changeCount > before, active.count < Self.maximumExchanges { active.append(directory) }
      }
    }
    if !active.isEmpty {
      let now = ContinuousClock.now
      for (directory, idle) in zip(active, watcher.idleWatches(since: now - Self.minimumIdleTime)) where !isStopped() {
        try watch(directory, inPlaceOf: idle, at: now)
      }
    }
    for directory in trees where !isStopped() { summary += try crawler.crawl(directory) }
    return summary
  }

  private mutating func watch(_ directory: WatchedDirectory, inPlaceOf idle: WatchID, at now: ContinuousClock.Instant) throws {
    let given = watcher.giveUp(idle)
    if let watch = try list(directory, watch: crawler.watch)?.watch {
      watcher.assign(watch, to: directory.id)
      watcher.noteActivity(of: [watch], at: now)
    }
    // Events of these directories may have been in the queue.
    for id in given { if let directory = try self.directory(id, watch: nil) { try list(directory) } }
  }

  /// Looks up directories on which file systems were mounted or unmounted, and crawls them. Called
  /// once. Does nothing for directories that are not in the catalog.
  ///
  /// - Parameter paths: Absolute, each before those below it.
  mutating func examine(mountPoints paths: [[UInt8]]) throws -> CrawlSummary {
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
    unsettled.directories.formUnion(summary.vanished)
    try crawler.sweep(reporting: summary)
    return summary
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

  private func directory(_ id: DirectoryID, watch: WatchID?) throws -> WatchedDirectory? {
    try store.read { snapshot throws(StoreError) -> WatchedDirectory? in
      guard let path = try snapshot.path(of: id) else { return nil }
      return WatchedDirectory(id: id, watch: watch, path: path, inode: try snapshot.inode(of: id))
    }
  }

  /// Crawls the directories that have become dependency trees, or no longer are, if an entry decides
  /// that.
  private mutating func examineDependencies(decidedBy entry: ChangeBatch.Entry) throws {
    let (isNeighbour, isContent) = (DependencyTree.isNeighbour(entry.name), DependencyTree.isContent(entry.name))
    guard isNeighbour || isContent else { return }
    for directory in try directories(of: entry.watch) {
      try examineDependencies(in: directory, isNeighbour: isNeighbour, isContent: isContent)
    }
  }

  /// - Parameters:
  ///   - isNeighbour: Whether the directories in it are examined.
  ///   - isContent: Whether the directory itself is examined.
  private mutating func examineDependencies(in directory: WatchedDirectory, isNeighbour: Bool, isContent: Bool) throws {
    var candidates = isContent ? [(directory.id, directory.path)] : []
    if isNeighbour {
      let subdirectories = try store.read { snapshot throws(StoreError) in try snapshot.subdirectories(of: directory.id) }
      candidates += subdirectories.filter { DependencyTree.isName($0.key) }
        .map { ($0.value, directory.path.appending(component: $0.key)) }
    }
    for (id, path) in candidates {
      let isUnread = crawler.reader.rules.unreadTree(containing: path) != nil
      let record = try store.read { snapshot throws(StoreError) in try snapshot.directoryRecord(id) }
      if let record, record.isNamesOnly != isUnread { trees.append(id) }
    }
  }

  /// Lists the directory that has become a Maildir, or no longer is one, and the one that contains it:
  /// folders in both may be mail folders now, which their names alone do not tell.
  private mutating func examineMailFolders(decidedBy entry: ChangeBatch.Entry) throws {
    let rules = crawler.reader.rules
    guard rules.includesHiddenMail, !rules.includesHidden else { return }
    for directory in try directories(of: entry.watch) {
      try list(directory)
      let parent = try store.read { snapshot throws(StoreError) -> DirectoryID? in
        let parent = try snapshot.directoryRecord(directory.id)?.parent
        return try parent.flatMap { id throws(StoreError) in try snapshot.directoryRecord(id) }?.isIndexed == true ? parent : nil
      }
      if let parent, let above = try self.directory(parent, watch: nil) { try list(above) }
    }
  }

  /// Crawls the mount points of missing volumes in which an entry has changed: what is created there takes
  /// the place of the volume's files.
  private mutating func examineVolumes(containing entries: Set<ChangeBatch.Entry>) throws(StoreError) {
    let hidden = try store.read { snapshot throws(StoreError) in try snapshot.hiddenTrees().directories }
    if hidden.isEmpty { return }
    // A mount point may have been created or removed.
    try store.hideMissingVolumes()
    trees += hidden.intersection(Set(entries.map(\.watch)).flatMap(watcher.directories(of:)))
  }

  /// Updates the catalog after a marker was created in a directory, changed, or removed from it.
  private mutating func applyMarker(in directory: WatchedDirectory) throws {
    if let opened = try? crawler.reader.openDirectory(at: directory.path, inode: directory.inode), opened.isMarked {
      try removeTrees(holdingRootsBelow: directory.path)
    }
    // The crawl of a directory with a marker keeps only those entries that are roots.
    summary += try crawler.crawl(directory.id)
  }

  /// Updates the catalog after the patterns for Git in a directory have changed.
  private mutating func applyPatterns(in directory: WatchedDirectory) throws {
    summary += try crawler.crawl(directory.id)
    // The crawl removes roots together with directories that are ignored now.
    for root in crawler.reader.rules.roots(inside: directory.path) where (try? crawler.reader.entry(at: root))?.status.kind == .directory {
      summary += try crawler.crawl(root)
    }
  }

  /// Updates the catalog after a directory was given another owner, on whom it depends which markers in it count.
  private mutating func examineMarkers(in id: DirectoryID) throws {
    guard let directory = try directory(id, watch: nil) else { return }
    if FolderMarker.inDirectory(at: directory.path) != nil { return try applyMarker(in: directory) }
    if crawler.reader.rules.gitignore != nil { return try applyPatterns(in: directory) }
    // Directories named *.noindex.
    try list(directory)
    try examineDependencies(in: directory, isNeighbour: true, isContent: true)
  }

  /// Removes the entries of a directory that lead to roots further down, but keeps those roots. The
  /// following crawl would remove the roots too, and they would have to be read again.
  private func removeTrees(holdingRootsBelow path: [UInt8]) throws(StoreError) {
    var trees: [[UInt8]: [[UInt8]]] = [:]
    for root in crawler.reader.rules.roots(inside: path) where root.parent != path {
      var tree = root
      while tree.parent != path { tree = tree.parent }
      trees[tree, default: []].append(root)
    }
    for (tree, roots) in trees { try store.removeTree(at: tree, keeping: roots) }
  }

  /// A directory that was listed.
  private struct ListedDirectory {
    /// `nil` if it is not watched.
    var watch: WatchID?
  }

  /// Lists a whole directory and reconciles it with the catalog.
  ///
  /// - Parameter watch: Called before the directory is read; `nil` if it needs no watch.
  /// - Returns: `nil` if it could not be listed.
  @discardableResult
  private mutating func list(_ directory: WatchedDirectory, watch: DirectoryReader.Watch? = nil) throws -> ListedDirectory? {
    var listed = ListedDirectory()
    var parts: ListingParts?
    let reader = crawler.reader
    let owners = reader.rules.markerAuthors == .owner ? try ownersOfDirectories(in: directory.id) : [:]
    var givenAway: [[UInt8]] = []
    do {
      try reader.read(directory.path, at: reader.position(of: directory.path, inode: directory.inode), watch: watch) { listing in
        listed.watch = listing.watch
        givenAway += listing.entries.filter { entry in owners[entry.name].map { $0 != entry.status.userID } ?? false }.map(\.name)
        return try reconcile(directory, with: listing, &parts)
      }
    } catch DirectoryReader.ReadError.problem(let problem) {
      summary.problems.append(problem)
      watcher.noteIncomplete(directory.id, because: "\(problem)", deniedAt: problem.deniedPath)
      return nil
    } catch DirectoryReader.ReadError.vanished {
      unsettled.directories.insert(directory.id)
      return nil
    }
    if !givenAway.isEmpty {
      let ids = try store.read { snapshot throws(StoreError) in try snapshot.subdirectories(of: directory.id) }
      for id in givenAway.compactMap({ ids[$0] }) { try examineMarkers(in: id) }
    }
    return listed
  }

  /// The users that the catalog has as the owners of the directories in a directory, by their names.
  private func ownersOfDirectories(in id: DirectoryID) throws(StoreError) -> [[UInt8]: UInt32] {
    try store.read { snapshot throws(StoreError) in
      let directories = try snapshot.children(of: id).filter { $0.status.kind == .directory }
      return Dictionary(directories.map { (Array($0.name), $0.status.userID) }, uniquingKeysWith: { $1 })
    }
  }

  /// - Parameter parts: The state after the previous part of the listing.
  /// - Returns: `false` if the directory is no longer in the catalog.
  private mutating func reconcile(
    _ directory: WatchedDirectory, with listing: DirectoryListing, _ parts: inout ListingParts?
  ) throws -> Bool {
    func note(_ result: Reconciliation) {
      self.note(result, created: directory.created)
      summary.removed += result.removed.count
    }
    var crawler = crawler
    if listing.part == nil {
      note(
        try store.write { transaction throws(StoreError) in
          guard try transaction.snapshot.directoryRecord(directory.id) != nil else { return Reconciliation() }
          return try crawler.refresh(directory.id, with: listing, in: transaction)
        })
    } else {
      let isKnown = try store.read { snapshot throws(StoreError) in try snapshot.directoryRecord(directory.id) != nil }
      if !isKnown { return false }
      try crawler.refresh(directory.id, withPart: listing, &parts, receive: note)
    }
    self.crawler = crawler
    crawler.noteLinks(in: listing, &summary)
    // The crawl has reported what cannot be watched.
    summary.problems += listing.problems.filter { if case .unwatched = $0.reason { false } else { true } }
    return true
  }

  /// Looks up single entries of a directory, and the directory itself, whose date changes with its
  /// entries. Called outside of write transactions, because system calls may be slow.
  mutating func lookUp(in directory: WatchedDirectory, _ lookups: inout [Lookup]) {
    do throws(SystemError) {
      guard let opened = try crawler.reader.openDirectory(at: directory.path, inode: directory.inode) else {
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
          let entry = try crawler.reader.entryIfIncluded(name, in: opened)
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
    guard let entry = try? crawler.reader.entry(at: directory.path), entry.status.kind == .directory,
      entry.status.inode == directory.inode
    else { return }
    lookups.append(Lookup(directory: directory.id, name: directory.path.lastComponent, entry: entry, isDirectoryItself: true))
  }

  mutating func commit(_ lookups: inout [Lookup]) throws {
    defer { lookups = [] }
    guard !lookups.isEmpty else { return }
    let markersDependOnOwner = crawler.reader.rules.markerAuthors == .owner
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
          let file = try crawler.file(entry, isNamesOnly: isNamesOnly, in: transaction)
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
        } else if let old = try crawler.removeEntry(named: lookup.name, in: lookup.directory, transaction) {
          removed.append(old)
        }
      }
      return (results, removed, givenAway, try transaction.readDescribedFiles())
    }
    summary.removed += removed.count
    for record in removed where record.status.kind == .regular && record.status.linkCount > 1 { summary.linked.insert(record.status.inode) }
    for (result, created, _) in results {
      crawler.noteReplaced(in: result)
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
    guard let path = try directory(id, watch: nil)?.path, let obstacle = crawler.reader.obstacle(at: path),
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
  private mutating func note(_ result: Reconciliation, created: Set<[UInt8]>) {
    summary.added += result.added.count
    summary.changed += result.changed.count
    // An event of a directory that could not be read may mean that its permissions have changed.
    trees += result.subdirectories.filter { $0.isNew || created.contains($0.name) || watcher.isIncomplete($0.id) }.map(\.id)
    let touched = Set(result.added + result.changed)
    onPending(result.pending.filter(touched.contains))
  }
}

/// Changes that could not be looked up, because the catalog had an outdated path.
struct UnsettledChanges: Equatable, Sendable {
  var entries: Set<ChangeBatch.Entry> = []
  /// See ``ChangeBatch/createdDirectories``.
  var createdDirectories: Set<ChangeBatch.Entry> = []
  /// Directories to crawl.
  var directories: Set<DirectoryID> = []

  /// Maximum number of entries and directories. If there are more, the roots are crawled as after a
  /// queue overflow.
  static let maximumEntries = 10_000

  var isEmpty: Bool { entries.isEmpty && createdDirectories.isEmpty && directories.isEmpty }

  var isTooMuch: Bool { entries.count + directories.count > Self.maximumEntries }
}

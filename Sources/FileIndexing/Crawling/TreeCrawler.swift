// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import Threading
internal import UniformTypeIdentifiers

/// Makes the catalog agree with the disk: the names, sizes, dates and types of all entries of a
/// tree. Opens no file.
struct TreeCrawler {
  /// A write transaction takes no further listing after this time. Other writers wait no longer
  /// than this, plus the time for one listing.
  private static let lockTime = Duration.milliseconds(15)
  /// A write transaction takes no further listing after this number of changes. Until changed rows
  /// are indexed in a segment, every search evaluates each of them.
  static let maximumChanges = 2000

  /// What it shares with updates of single entries.
  var updater: CatalogUpdater
  /// Adds a watch to an open directory before it is read; `nil` if nothing is watched. Called on
  /// several threads.
  var watch: DirectoryReader.Watch?
  /// Called with each new watch and its directory.
  var onWatched: ((WatchID, DirectoryID) -> Void)?
  /// Called with each directory that could not be read, or only in part, after ``onWatched``.
  var onIncomplete: ((DirectoryID, CrawlProblem, _ isUnread: Bool) -> Void)?
  /// Called with each directory that was read and could not be watched.
  var onUnwatched: ((DirectoryID) -> Void)?
  /// Called after each write transaction, with the counts so far.
  var onProgress: ((CrawlSummary) -> Void)?
  /// A crawl that waits this long for the listing of a directory fails; `nil` for no limit.
  var maximumSilence: Duration?
  /// Called between write transactions. Waits while the crawl must not go on.
  var awaitTurn: () -> Void = {}
  /// Called between write transactions; if it returns `true`, the crawl ends. The catalog has all
  /// directories that were listed until then, and a later crawl finds the others.
  var isStopped: @Sendable () -> Bool = { false }

  init(store: Store, reader: DirectoryReader, claimed: ClaimedTypes) {
    updater = CatalogUpdater(store: store, reader: reader, claimed: claimed)
  }

  private var store: Store { updater.store }

  /// Crawls the tree at `root`, which must be a directory.
  ///
  /// Documents in directories that cannot be read stay unchanged. Documents of entries that no
  /// longer exist are removed.
  mutating func crawl(_ root: [UInt8]) throws -> CrawlSummary {
    // Otherwise a root that cannot be read would be recorded as indexed.
    if let obstacle = updater.reader.obstacle(at: root) {
      var summary = CrawlSummary()
      summary.problems = [CrawlProblem(path: root, reason: .unreadable(obstacle))]
      return summary
    }
    let rootDirectory = try enter(root)
    let summary = try crawl(root, as: rootDirectory, at: .root)
    if !isStopped() { try store.noteSkipped(summary.skipped, in: root, updater.reader.rules) }
    return summary
  }

  /// Crawls the tree of a directory of the catalog, at its present path. Does nothing if the
  /// directory is no longer in the catalog.
  mutating func crawl(_ directory: DirectoryID) throws -> CrawlSummary {
    let location = try store.read { snapshot throws(StoreError) -> (path: [UInt8], inode: UInt64?)? in
      guard let path = try snapshot.path(of: directory) else { return nil }
      return (path, try snapshot.inode(of: directory))
    }
    guard let location else { return CrawlSummary() }
    return try crawl(location.path, as: directory, at: updater.reader.position(of: location.path, inode: location.inode))
  }

  private mutating func crawl(
    _ path: [UInt8], as directory: DirectoryID, at position: DirectoryReader.Position
  ) throws -> CrawlSummary {
    var summary = CrawlSummary()
    // The directories whose steps are still to come, in the order of the steps.
    var expected = FIFO<DirectoryID>()
    expected.append(directory)
    var parts: ListingParts?
    let unread = DirectoryQueue(makeFile: updater.reader.makeScratchFile)
    var reader = updater.reader
    updater.volumes = try store.volumes()
    let isFirst = try store.read { snapshot throws(StoreError) in try snapshot.directoryRecord(directory)?.firstListed == 0 }
    // The reader's threads check for extended attributes while this thread commits. Files that they
    // do not check are checked when their content is read.
    if isFirst { reader.claimed = updater.claimed }
    try TreeReader(reader, watch: watch, unread: unread, maximumSilence: maximumSilence, isStopped: isStopped).read(path, at: position) {
      steps in
      while mayContinue(), let step = steps.next() {
        if try skipMissing(step, &expected, &summary) || applyPart(step, &expected, &parts, &summary)
          || skipUnchanged(step, &expected, &summary)
        {
          continue
        }
        let began = ContinuousClock.now
        let before = summary.changeCount
        try store.write { transaction throws(StoreError) in
          var current: TreeReader.Step? = step
          while let step = current {
            try apply(step, expecting: &expected, &summary, in: transaction)
            let mayGoOn = summary.changeCount - before < Self.maximumChanges && ContinuousClock.now - began < Self.lockTime
            current = mayGoOn ? steps.nextIfReady { !$0.isPart && !isVolume($0, of: expected.first) } : nil
          }
        }
        onProgress?(summary)
      }
    }
    try sweep(reporting: summary)
    return summary
  }

  func mayContinue() -> Bool {
    awaitTurn()
    return !isStopped()
  }

  /// Removes the rows of detached trees.
  ///
  /// - Parameter summary: Passed to ``onProgress`` after each write transaction.
  func sweep(reporting summary: CrawlSummary) throws(StoreError) {
    while mayContinue() {
      if try store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 2000) }) { return }
      onProgress?(summary)
    }
  }

  /// Removes the tree at `root` from the catalog. It need not be there.
  func remove(_ root: [UInt8]) throws(StoreError) -> CrawlSummary {
    var summary = CrawlSummary()
    let removed = try store.write { transaction throws(StoreError) in
      guard let directory = try transaction.directory(for: root.parent, creating: false) else { return nil as FileRecord? }
      return try updater.removeEntry(named: root.lastComponent, in: directory, transaction)
    }
    if removed != nil { summary.removed = 1 }
    try sweep(reporting: summary)
    return summary
  }

  /// Records the root as a document in its parent directory, and the directories above as ancestors
  /// whose entries are not indexed.
  private mutating func enter(_ root: [UInt8]) throws -> DirectoryID {
    let entry = try updater.reader.entry(at: root)
    return try store.write { transaction throws(StoreError) in
      guard let directory = try transaction.directory(for: root, creating: true) else {
        preconditionFailure("a directory that is to be created exists")
      }
      try transaction.markIndexed(
        directory, as: root == [UInt8(ascii: "/")] ? nil : try updater.file(entry, isNamesOnly: false, in: transaction),
        filesystem: try transaction.snapshot.directoryRecord(directory)?.filesystem ?? .unknown)
      return directory
    }
  }

  /// Handles a directory at which a file system was mounted, and nothing is now. Its tree stays in the
  /// catalog. Also records the directories that are roots of file systems.
  private mutating func skipMissing(
    _ step: TreeReader.Step, _ expected: inout FIFO<DirectoryID>, _ summary: inout CrawlSummary
  ) throws -> Bool {
    guard case .listing(let listing) = step, let directory = expected.first, updater.volumes.identifiers[directory] != listing.volume else {
      return false
    }
    let isEmpty = listing.entries.isEmpty && listing.unknown.isEmpty && listing.part == nil
    if isEmpty, updater.isKept(directory, of: updater.volumes) {
      _ = expected.popFirst()
      note(listing, as: directory, &summary)
      summary.problems.append(CrawlProblem(path: listing.path, reason: .unmounted))
      return true
    }
    updater.volumes.set(directory, to: listing.volume)
    try store.write { transaction throws(StoreError) in
      // Another crawl may have found others.
      var stored = try transaction.snapshot.volumes()
      stored.set(directory, to: listing.volume)
      try transaction.setVolumes(stored)
    }
    return false
  }

  /// Whether a directory is the root of a file system, or was one.
  private func isVolume(_ step: TreeReader.Step, of directory: DirectoryID?) -> Bool {
    guard case .listing(let listing) = step, let directory else { return false }
    return listing.volume != nil || updater.volumes.identifiers[directory] != nil
  }

  /// Handles a listing that agrees with the catalog, which is the usual case in later crawls. Needs
  /// no write transaction.
  ///
  /// - Returns: `false` if the listing differs; nothing is changed then.
  private func skipUnchanged(
    _ step: TreeReader.Step, _ expected: inout FIFO<DirectoryID>, _ summary: inout CrawlSummary
  ) throws -> Bool {
    guard case .listing(let listing) = step, let directory = expected.first else { return false }
    let subdirectories = try store.read { snapshot throws(StoreError) -> [[UInt8]: DirectoryID]? in
      guard try snapshot.directoryRecord(directory)?.isNamesOnly == listing.isNamesOnly else { return nil }
      if let filesystem = listing.filesystem, try snapshot.filesystem(of: directory) != filesystem { return nil }
      let isUnchanged = try snapshot.isUnchanged(directory, with: listing.entries.count) { index in
        ListedFile(name: listing.entries[index].name, status: listing.entries[index].status, type: .unknown)
      }
      guard isUnchanged else { return nil }
      if let status = listing.status, let file = try snapshot.file(of: directory), file.status != status { return nil }
      return listing.entries.contains { $0.status.kind == .directory } ? try snapshot.subdirectories(of: directory) : [:]
    }
    guard let subdirectories else { return false }
    let known = listing.subdirectories.compactMap { subdirectories[$0] }
    guard known.count == listing.subdirectories.count else { return false }
    _ = expected.popFirst()
    expected.append(contentsOf: known)
    note(listing, as: directory, &summary)
    return true
  }

  /// Handles a part of a listing.
  ///
  /// - Returns: `false` if the step is not a part.
  private mutating func applyPart(
    _ step: TreeReader.Step, _ expected: inout FIFO<DirectoryID>, _ parts: inout ListingParts?, _ summary: inout CrawlSummary
  ) throws -> Bool {
    guard case .listing(let listing) = step, let part = listing.part, let directory = expected.first else { return false }
    let onProgress = onProgress
    try updater.refresh(directory, withPart: listing, &parts, mayContinue: mayContinue) { result in
      expected.append(contentsOf: result.subdirectories.map(\.id))
      summary.add(result)
      onProgress?(summary)
    }
    updater.noteLinks(in: listing, &summary)
    note(listing, as: directory, &summary)
    if part.isLast { _ = expected.popFirst() }
    return true
  }

  private mutating func apply(
    _ step: TreeReader.Step, expecting expected: inout FIFO<DirectoryID>, _ summary: inout CrawlSummary,
    in transaction: borrowing WriteTransaction
  ) throws(StoreError) {
    guard let directory = expected.popFirst() else { preconditionFailure("each step belongs to a directory that was listed before") }
    switch step {
    case .unread(let problem):
      if let problem {
        summary.problems.append(problem)
        onIncomplete?(directory, problem, true)
      } else {
        summary.vanished.append(directory)
      }
    case .listing(let listing):
      guard try transaction.snapshot.directoryRecord(directory) != nil else {
        // It has left the catalog: another crawl has found that it is gone. Steps of those below follow.
        expected.append(contentsOf: listing.subdirectories.map { _ in directory })
        summary.vanished.append(directory)
        return
      }
      let result = try updater.refresh(directory, with: listing, in: transaction)
      expected.append(contentsOf: result.subdirectories.map(\.id))
      summary.add(result)
      updater.noteLinks(in: listing, &summary)
      note(listing, as: directory, &summary)
    }
  }

  private func note(_ listing: DirectoryListing, as directory: DirectoryID, _ summary: inout CrawlSummary) {
    summary.entries += listing.entries.count
    summary.skipped += listing.skipped
    if listing.part?.isFirst ?? true {
      summary.directories += 1
      if let watch = listing.watch { onWatched?(watch, directory) }
    }
    summary.problems += listing.problems
    for problem in listing.problems {
      if case .unwatched = problem.reason { onUnwatched?(directory) } else { onIncomplete?(directory, problem, false) }
    }
  }
}

extension TreeReader.Step {
  fileprivate var isPart: Bool { if case .listing(let listing) = self { listing.part != nil } else { false } }
}

// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Directories that are listed as a whole.
extension EntryUpdate {
  /// Lists the folders that contain what could not be looked up, because waiting for the events that explain
  /// it has not helped. Called before ``apply(_:and:examining:renamed:listing:)``.
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
    guard let opened = try? crawler.updater.reader.openDirectory(at: directory.path, inode: directory.inode) else { return false }
    _ = consume opened
    return true
  }

  /// A directory that was listed.
  struct ListedDirectory {
    /// `nil` if it is not watched.
    var watch: WatchID?
  }

  /// Lists a whole directory and reconciles it with the catalog.
  ///
  /// - Parameter watch: Called before the directory is read; `nil` if it needs no watch.
  /// - Returns: `nil` if it could not be listed.
  @discardableResult
  mutating func list(_ directory: WatchedDirectory, watch: DirectoryReader.Watch? = nil) throws -> ListedDirectory? {
    var listed = ListedDirectory()
    var parts: ListingParts?
    let reader = crawler.updater.reader
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
    var updater = crawler.updater
    if listing.part == nil {
      note(
        try store.write { transaction throws(StoreError) in
          guard try transaction.snapshot.directoryRecord(directory.id) != nil else { return Reconciliation() }
          return try updater.refresh(directory.id, with: listing, in: transaction)
        })
    } else {
      let isKnown = try store.read { snapshot throws(StoreError) in try snapshot.directoryRecord(directory.id) != nil }
      if !isKnown { return false }
      try updater.refresh(directory.id, withPart: listing, &parts, mayContinue: crawler.mayContinue, receive: note)
    }
    crawler.updater = updater
    updater.noteLinks(in: listing, &summary)
    // The crawl has reported what cannot be watched.
    summary.problems += listing.problems.filter { if case .unwatched = $0.reason { false } else { true } }
    return true
  }
}

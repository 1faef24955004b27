// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Entries that decide whether and how others are indexed.
extension EntryUpdate {
  /// Crawls the directories that have become dependency trees, or no longer are, if an entry decides
  /// that.
  mutating func examineDependencies(decidedBy entry: ChangeBatch.Entry) throws {
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
      let isUnread = crawler.updater.reader.rules.unreadTree(containing: path) != nil
      let record = try store.read { snapshot throws(StoreError) in try snapshot.directoryRecord(id) }
      if let record, record.isNamesOnly != isUnread { trees.append(id) }
    }
  }

  /// Lists the directory that has become a Maildir, or no longer is one, and the one that contains it:
  /// folders in both may be mail folders now, which their names alone do not tell.
  mutating func examineMailFolders(decidedBy entry: ChangeBatch.Entry) throws {
    let rules = crawler.updater.reader.rules
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
  mutating func examineVolumes(containing entries: Set<ChangeBatch.Entry>) throws(StoreError) {
    let hidden = try store.read { snapshot throws(StoreError) in try snapshot.hiddenTrees().directories }
    if hidden.isEmpty { return }
    // A mount point may have been created or removed.
    try store.hideMissingVolumes()
    trees += hidden.intersection(Set(entries.map(\.watch)).flatMap(watcher.directories(of:)))
  }

  /// Updates the catalog after a marker was created in a directory, changed, or removed from it.
  mutating func applyMarker(in directory: WatchedDirectory) throws {
    if let opened = try? crawler.updater.reader.openDirectory(at: directory.path, inode: directory.inode), opened.isMarked {
      try removeTrees(holdingRootsBelow: directory.path)
    }
    // The crawl of a directory with a marker keeps only those entries that are roots.
    summary += try crawler.crawl(directory.id)
  }

  /// Updates the catalog after the patterns for Git in a directory have changed.
  mutating func applyPatterns(in directory: WatchedDirectory) throws {
    summary += try crawler.crawl(directory.id)
    // The crawl removes roots together with directories that are ignored now.
    let reader = crawler.updater.reader
    for root in reader.rules.roots(inside: directory.path) where (try? reader.entry(at: root))?.status.kind == .directory {
      summary += try crawler.crawl(root)
    }
  }

  /// Updates the catalog after a directory was given another owner, on whom it depends which markers in it count.
  mutating func examineMarkers(in id: DirectoryID) throws {
    guard let directory = try directory(id, watch: nil) else { return }
    if FolderMarker.inDirectory(at: directory.path) != nil { return try applyMarker(in: directory) }
    if crawler.updater.reader.rules.gitignore != nil { return try applyPatterns(in: directory) }
    // Directories named *.noindex.
    try list(directory)
    try examineDependencies(in: directory, isNeighbour: true, isContent: true)
  }

  /// Removes the entries of a directory that lead to roots further down, but keeps those roots. The
  /// following crawl would remove the roots too, and they would have to be read again.
  private func removeTrees(holdingRootsBelow path: [UInt8]) throws(StoreError) {
    var trees: [[UInt8]: [[UInt8]]] = [:]
    for root in crawler.updater.reader.rules.roots(inside: path) where root.parent != path {
      var tree = root
      while tree.parent != path { tree = tree.parent }
      trees[tree, default: []].append(root)
    }
    for (tree, roots) in trees { try store.removeTree(at: tree, keeping: roots) }
  }
}

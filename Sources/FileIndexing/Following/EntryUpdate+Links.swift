// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Files with several names.
extension EntryUpdate {
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
  mutating func noteLinks(in directory: DirectoryID) throws(StoreError) {
    let children = try store.read { snapshot throws(StoreError) in try snapshot.children(of: directory) }
    for child in children where child.status.kind == .regular && child.status.linkCount > 1 { summary.linked.insert(child.status.inode) }
  }

  /// Looks up every name of the files with these inodes.
  ///
  /// Names that are gone are left to their own events, which also say whether they were renamed.
  ///
  /// - Complexity: O(documents).
  consuming func examineNames(of inodes: Set<UInt64>) throws -> Outcome {
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
    // All their names are examined.
    summary.linked = []
    return finish()
  }
}

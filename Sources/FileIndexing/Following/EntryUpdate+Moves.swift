// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Renames within the watched trees. Documents keep their DocumentIDs.
extension EntryUpdate {
  /// A rename changes more rows than a lookup.
  private static let renamesPerTransaction = 128

  private struct Place: Hashable {
    var directory: DirectoryID
    var name: [UInt8]
  }

  /// A rename with the entry that is at its destination.
  private struct Rename {
    var from: Place
    var to: DirectoryID
    /// Whether the entry is a directory whose contents are not read.
    var isNamesOnly: Bool
    /// Whether the entry is a directory of which other entries are indexed than before.
    var isOtherPlace: Bool
    var entry: DirectoryListing.Entry
  }

  /// A document that a rename moves.
  private struct Moving {
    var record: FileRecord
    var to: DirectoryID
    /// See ``Rename``.
    var isNamesOnly: Bool
    var isOtherPlace: Bool
    var entry: DirectoryListing.Entry
  }

  /// Where an entry was before the batch.
  private struct Origin {
    var place: Place
    /// The path of the entry.
    var path: [UInt8]
  }

  /// A place that may have an entry from elsewhere.
  private struct Destination {
    var name: [UInt8]
    var directory: WatchedDirectory
    /// See ``Inode``.
    var index: Int

    var place: Place { Place(directory: directory.id, name: name) }
  }

  private struct Inode: Hashable {
    var identity: FileIdentity
    /// The index of the directory among those that have its watch. If they are mounted at several paths, they
    /// were found path after path, so all lists of them have the same order.
    var index: Int
  }

  /// Applies the renames of a batch. Those whose entry is not as reported are left out: both names are
  /// looked up later.
  mutating func apply(renamesOf batch: ChangeBatch) throws {
    guard !batch.moves.isEmpty || !batch.ambiguous.isEmpty else { return }
    let renames = try resolve(batch)
    // A document whose place another one takes must leave it first, and a directory that moves into
    // another one may have contained it. Such renames need a common transaction.
    let origins = Set(renames.map(\.from))
    let belongTogether = renames.contains {
      $0.entry.status.kind == .directory || origins.contains(Place(directory: $0.to, name: $0.entry.name))
    }
    let size = belongTogether ? renames.count : Self.renamesPerTransaction
    for start in stride(from: 0, to: renames.count, by: max(size, 1)) {
      try commit(renames[start..<min(start + size, renames.count)])
    }
  }

  /// Looks up the entries at the destinations of moves, before any move is applied to the catalog.
  private func resolve(_ batch: ChangeBatch) throws -> [Rename] {
    var steps: [(from: Origin, to: Destination)] = []
    for move in batch.moves where !batch.ambiguous.contains(move.to) {
      // Both lists have the same order, see ``Inode``.
      for (from, to) in zip(try directories(of: move.from.watch), try destinations(of: move.to)) {
        steps.append((origin(move.from.name, in: from), to))
      }
    }
    var moved = Dictionary(steps.map { ($0.from.place, $0.to.place) }, uniquingKeysWith: { $1 })
    var renames = try resolveAmbiguous(batch, &moved)
    for (from, to) in steps {
      guard let found = try entry(at: to, after: moved) else { continue }
      renames.append(rename(found.entry, from, to, path: found.path))
    }
    return renames
  }

  /// Finds by their inodes where the entries at ambiguous places were before the batch.
  ///
  /// - Parameter moved: The moves that are certain. Those that are found are added.
  private func resolveAmbiguous(_ batch: ChangeBatch, _ moved: inout [Place: Place]) throws -> [Rename] {
    if batch.ambiguous.isEmpty { return [] }
    var origins = try origins(at: batch.sources, without: moved)
    var renames: [Rename] = []
    var rest = try batch.ambiguous.flatMap { try destinations(of: $0) }
    var isProgressing = true
    // The directory of a destination may be at an ambiguous place itself, and is found after that is resolved.
    while isProgressing {
      var (arrived, unknown): ([(Destination, DirectoryListing.Entry, path: [UInt8])], [Destination]) = ([], [])
      for destination in rest {
        guard let found = try entry(at: destination, after: moved) else {
          unknown.append(destination)
          continue
        }
        let inode = Inode(identity: found.entry.status.identity, index: destination.index)
        // Hard links have the same inode, so what has stayed comes first.
        if let stayed = origins[inode]?.firstIndex(where: { $0.place == destination.place }) {
          origins[inode]?.remove(at: stayed)
        } else {
          arrived.append((destination, found.entry, found.path))
        }
      }
      for (destination, entry, path) in arrived {
        guard let origin = origins[Inode(identity: entry.status.identity, index: destination.index)]?.popLast() else { continue }
        moved[origin.place] = destination.place
        renames.append(rename(entry, origin, destination, path: path))
      }
      isProgressing = unknown.count < rest.count
      rest = unknown
    }
    return renames
  }

  /// What the catalog has at places, without those that something has certainly left.
  private func origins(at sources: Set<ChangeBatch.Entry>, without moved: [Place: Place]) throws -> [Inode: [Origin]] {
    var origins: [Inode: [Origin]] = [:]
    for source in sources {
      for (index, directory) in try directories(of: source.watch).enumerated() {
        let origin = origin(source.name, in: directory)
        let record = try store.read { snapshot throws(StoreError) in try snapshot.child(named: source.name, of: directory.id) }
        guard let record, moved[origin.place] == nil else { continue }
        origins[Inode(identity: record.status.identity, index: index), default: []].append(origin)
      }
    }
    return origins
  }

  private func origin(_ name: [UInt8], in directory: WatchedDirectory) -> Origin {
    Origin(place: Place(directory: directory.id, name: name), path: directory.path.appending(component: name))
  }

  private func destinations(of entry: ChangeBatch.Entry) throws -> [Destination] {
    try directories(of: entry.watch).enumerated().map { Destination(name: entry.name, directory: $1, index: $0) }
  }

  private func rename(_ entry: DirectoryListing.Entry, _ from: Origin, _ to: Destination, path: [UInt8]) -> Rename {
    var rename = Rename(from: from.place, to: to.directory.id, isNamesOnly: false, isOtherPlace: false, entry: entry)
    if entry.status.kind == .directory {
      let rules = crawler.updater.reader.rules
      rename.isNamesOnly = rules.unreadTree(containing: path) != nil
      rename.isOtherPlace = rules.mailPlace(of: path) != rules.mailPlace(of: from.path)
    }
    return rename
  }

  /// The entry at a destination, and its path; `nil` if there is none, or if its directory is elsewhere.
  private func entry(at destination: Destination, after moved: [Place: Place]) throws -> (entry: DirectoryListing.Entry, path: [UInt8])? {
    let directory = destination.directory
    // The directory itself may be renamed in the same batch, or a directory above it.
    let present = try path(of: directory.id, after: moved)
    for path in present == directory.path ? [directory.path] : [present, directory.path].compactMap(\.self) {
      guard let opened = try? crawler.updater.reader.openDirectory(at: path, inode: directory.inode),
        let entry = try? crawler.updater.reader.entryIfIncluded(destination.name, in: opened)
      else { continue }
      return (entry, path.appending(component: destination.name))
    }
    return nil
  }

  /// The path of a directory after the moves from some places to others; `nil` if it is no longer in
  /// the catalog, or if the moves cannot all have happened.
  private func path(of directory: DirectoryID, after moved: [Place: Place]) throws(StoreError) -> [UInt8]? {
    try store.read { snapshot throws(StoreError) -> [UInt8]? in
      var names: [[UInt8]] = []
      var id = directory
      while id != .root {
        guard names.count < Self.maximumDepth, let record = try snapshot.directoryRecord(id) else { return nil }
        let known = Place(directory: record.parent, name: record.name)
        let place = moved[known] ?? known
        names.append(place.name)
        id = place.directory
      }
      return names.reversed().reduce([UInt8(ascii: "/")]) { $0.appending(component: $1) }
    }
  }

  /// No path has more components. PATH_MAX
  private static let maximumDepth = 4096

  private mutating func commit(_ renames: ArraySlice<Rename>) throws {
    let (moved, crawled, described) = try store.write { transaction throws(StoreError) in
      var moving: [Moving] = []
      for rename in renames {
        guard let record = try transaction.child(named: rename.from.name, of: rename.from.directory),
          record.status.kind == rename.entry.status.kind,
          record.subdirectory == nil || record.status.identity == rename.entry.status.identity
        else { continue }
        if isPreview, try !isCertain(rename, of: record, in: transaction) { continue }
        moving.append(
          Moving(
            record: record, to: rename.to, isNamesOnly: rename.isNamesOnly, isOtherPlace: rename.isOtherPlace, entry: rename.entry))
      }
      moving = try withoutCycles(moving, in: transaction)
      try stepAside(moving, in: transaction)
      var moved = 0
      var crawled: [DirectoryID] = []
      for document in moving {
        // A crawl may have found the entry under its new name before this event. If it is a
        // directory, the crawl has recorded and watched what is in it. The move replaces that
        // record, so the directory must be crawled again.
        let known = try transaction.child(named: document.entry.name, of: document.to)
        let isNamesOnly = try transaction.snapshot.directoryRecord(document.to)?.isNamesOnly ?? false
        let wasNamesOnly = try transaction.snapshot.directoryRecord(document.record.directory)?.isNamesOnly ?? false
        let file = try crawler.updater.file(document.entry, isNamesOnly: isNamesOnly, in: transaction)
        if let reference = try transaction.move(document.record.reference, to: document.to, as: file) {
          moved += 1
          if isNamesOnly != wasNamesOnly { try transaction.setContentState(reference, file.content) }
        }
        guard let subdirectory = document.record.subdirectory else { continue }
        // Its name and what is beside it may decide whether its contents are read.
        let record = try transaction.snapshot.directoryRecord(subdirectory)
        if known != nil || record?.isNamesOnly != document.isNamesOnly || document.isOtherPlace { crawled.append(subdirectory) }
      }
      return (moved, crawled, try transaction.readDescribedFiles())
    }
    onPending(described)
    summary.changed += moved
    trees += crawled
  }

  /// Whether a preview applies a rename: the document is that of the entry, and no directory is in its new place.
  private func isCertain(
    _ rename: Rename, of record: FileRecord, in transaction: borrowing WriteTransaction
  ) throws(StoreError) -> Bool {
    guard record.status.identity == rename.entry.status.identity else { return false }
    return try transaction.child(named: rename.entry.name, of: rename.to)?.subdirectory == nil
  }

  /// Leaves out directories that would be inside themselves. They were looked up while others moved.
  private func withoutCycles(_ moving: [Moving], in transaction: borrowing WriteTransaction) throws(StoreError) -> [Moving] {
    var parents: [DirectoryID: DirectoryID] = [:]
    for document in moving { if let subdirectory = document.record.subdirectory { parents[subdirectory] = document.to } }
    var kept: [Moving] = []
    for document in moving {
      // Upwards, to the root or to a directory that was removed.
      var above: DirectoryID? = document.record.subdirectory == nil ? .root : document.to
      var depth = 0
      while let id = above, id != .root, id != document.record.subdirectory, depth < Self.maximumDepth {
        above = if let parent = parents[id] { parent } else { try transaction.snapshot.directoryRecord(id)?.parent }
        depth += 1
      }
      if above == nil || above == .root { kept.append(document) }
    }
    // What was left out stays where it was, which may be inside another moved directory.
    return kept.count == moving.count ? kept : try withoutCycles(kept, in: transaction)
  }

  /// Gives temporary names to documents that are at the destination of another one. No file can have
  /// these names.
  private func stepAside(_ moving: [Moving], in transaction: borrowing WriteTransaction) throws(StoreError) {
    let destinations = Set(moving.map { Place(directory: $0.to, name: $0.entry.name) })
    for record in moving.map(\.record) where destinations.contains(Place(directory: record.directory, name: record.name)) {
      let name = Array("/\(record.document.rawValue)".utf8)
      try transaction.move(
        record.reference, to: record.directory,
        as: ListedFile(name: name, status: record.status, type: record.type, content: record.content, mayHaveExtendedAttributes: false))
    }
  }
}

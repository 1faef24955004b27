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

  /// Applies the renames of a batch. Those whose entry is not as reported are left out: both names are
  /// looked up later.
  mutating func apply(_ moves: [ChangeBatch.Move]) throws {
    guard !moves.isEmpty else { return }
    let renames = try resolve(moves)
    // A document whose place another one takes must leave it first, and a directory that moves into
    // another one may have contained it. Such renames need a common transaction.
    let origins = Set(moves.map(\.from))
    let belongTogether = moves.contains { origins.contains($0.to) } || renames.contains { $0.entry.status.kind == .directory }
    let size = belongTogether ? renames.count : Self.renamesPerTransaction
    for start in stride(from: 0, to: renames.count, by: max(size, 1)) {
      try commit(renames[start..<min(start + size, renames.count)])
    }
  }

  /// Looks up the entries at the destinations of moves, before any move is applied to the catalog.
  private func resolve(_ moves: [ChangeBatch.Move]) throws -> [Rename] {
    var steps: [(from: Place, to: Place, origin: [UInt8], directory: WatchedDirectory)] = []
    for move in moves {
      // Directories that are mounted at several paths were found path after path, so both lists have
      // the same order.
      for (from, to) in zip(try directories(of: move.from.watch), try directories(of: move.to.watch)) {
        steps.append((Place(directory: from.id, name: move.from.name), Place(directory: to.id, name: move.to.name), from.path, to))
      }
    }
    let destinations = Dictionary(steps.map { ($0.from, $0.to) }, uniquingKeysWith: { $1 })
    return try steps.compactMap { from, to, origin, directory in
      // The directory itself may be renamed in the same batch, or a directory above it.
      let present = try path(of: directory.id, after: destinations)
      for path in present == directory.path ? [directory.path] : [present, directory.path].compactMap(\.self) {
        guard let opened = try? crawler.reader.openDirectory(at: path, inode: directory.inode),
          let entry = try? crawler.reader.entryIfIncluded(to.name, in: opened)
        else { continue }
        var rename = Rename(from: from, to: to.directory, isNamesOnly: false, isOtherPlace: false, entry: entry)
        if entry.status.kind == .directory {
          let (rules, destination) = (crawler.reader.rules, path.appending(component: to.name))
          rename.isNamesOnly = rules.unreadTree(containing: destination) != nil
          rename.isOtherPlace = rules.mailPlace(of: destination) != rules.mailPlace(of: origin.appending(component: from.name))
        }
        return rename
      }
      return nil
    }
  }

  /// The path of a directory after the moves from some places to others; `nil` if it is no longer in
  /// the catalog, or if the moves cannot all have happened.
  private func path(of directory: DirectoryID, after destinations: [Place: Place]) throws(StoreError) -> [UInt8]? {
    try store.read { snapshot throws(StoreError) -> [UInt8]? in
      var names: [[UInt8]] = []
      var id = directory
      while id != .root {
        guard names.count < Self.maximumDepth, let record = try snapshot.directoryRecord(id) else { return nil }
        let known = Place(directory: record.parent, name: record.name)
        let place = destinations[known] ?? known
        names.append(place.name)
        id = place.directory
      }
      return names.reversed().reduce([UInt8(ascii: "/")]) { $0.appending(component: $1) }
    }
  }

  /// No path has more components. PATH_MAX
  private static let maximumDepth = 4096

  private mutating func commit(_ renames: ArraySlice<Rename>) throws {
    let (moved, crawled) = try store.write { transaction throws(StoreError) in
      var moving: [Moving] = []
      for rename in renames {
        guard let record = try transaction.child(named: rename.from.name, of: rename.from.directory),
          record.status.kind == rename.entry.status.kind,
          record.subdirectory == nil || record.status.identity == rename.entry.status.identity
        else { continue }
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
        let file = try crawler.file(document.entry, isNamesOnly: isNamesOnly, in: transaction)
        if let reference = try transaction.move(document.record.reference, to: document.to, as: file) {
          moved += 1
          if isNamesOnly != wasNamesOnly { try transaction.setContentState(reference, file.content) }
        }
        guard let subdirectory = document.record.subdirectory else { continue }
        // Its name and what is beside it may decide whether its contents are read.
        let record = try transaction.snapshot.directoryRecord(subdirectory)
        if known != nil || record?.isNamesOnly != document.isNamesOnly || document.isOtherPlace { crawled.append(subdirectory) }
      }
      return (moved, crawled)
    }
    summary.changed += moved
    trees += crawled
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

// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Writes to the catalog what is known of the disk: listings of directories, and entries that were looked up. A crawl and an
/// update share it.
struct CatalogUpdater {
  let store: Store
  var reader: DirectoryReader
  let claimed: ClaimedTypes
  /// Whether the files of a file system stay in the catalog while it is not mounted.
  var keepsMissingVolumes = true
  /// Called with directories of the catalog in whose places others were found.
  var onReplaced: ((Set<DirectoryID>) -> Void)?
  /// Files with several names go to ``CrawlSummary/linked`` if their status has changed since this
  /// time, in nanoseconds since 1970; `nil` if other names need not be examined.
  ///
  /// The catalog may have an older status under another name: the kernel reports a change only under
  /// the name through which it was made, and nobody watches a directory that is not crawled yet.
  var linksChangedSince: Int64?
  /// The roots of file systems. Read when a crawl begins.
  var volumes = Volumes()

  private var numbers: TypeNumbers

  init(store: Store, reader: DirectoryReader, claimed: ClaimedTypes) {
    self.store = store
    self.reader = reader
    self.claimed = claimed
    numbers = TypeNumbers(reader.types)
    self.reader.makeScratchFile = {
      do throws(StoreError) { return ScratchFile(owning: try store.openScratchFile()) } catch { return nil }
    }
  }

  /// Updates the document of one file that the user named. The directories above it are recorded,
  /// but their other entries are not indexed.
  mutating func update(file path: [UInt8], _ entry: DirectoryListing.Entry) throws -> CrawlSummary {
    let isNamesOnly = reader.rules.unreadTree(containing: path.parent) != nil
    let result = try store.write { transaction throws(StoreError) in
      guard let directory = try transaction.directory(for: path.parent, creating: true) else {
        preconditionFailure("a directory that is to be created exists")
      }
      return try transaction.update(directory, entry: try file(entry, isNamesOnly: isNamesOnly, in: transaction))
    }
    var summary = CrawlSummary()
    summary.entries = 1
    summary.added = result.added.count
    summary.changed = result.changed.count
    return summary
  }

  /// Reconciles one directory with its listing. Does not descend into subdirectories.
  ///
  /// - Returns: The changes. The caller must crawl new subdirectories.
  mutating func refresh(
    _ directory: DirectoryID, with listing: DirectoryListing, in transaction: borrowing WriteTransaction
  ) throws(StoreError) -> Reconciliation {
    var kept = try missing(volumes, in: directory, transaction.snapshot)
    if !kept.isEmpty { kept.subtract(listing.entries.map(\.name)) }
    // New subdirectories are on the same one until they are listed.
    if let filesystem = listing.filesystem { try transaction.setFilesystem(of: directory, to: filesystem) }
    let own = try update(directory, itself: listing, in: transaction)
    let files = try files(of: listing, transaction)
    let isNamesOnlyBefore = try transaction.snapshot.directoryRecord(directory)?.isNamesOnly ?? false
    var result = try transaction.reconcile(directory, with: files, keeping: kept.union(listing.unknown))
    if listing.isNamesOnly != isNamesOnlyBefore {
      let changed = try transaction.setNamesOnly(directory, listing.isNamesOnly, files)
      result.changed += changed
      if !listing.isNamesOnly { result.pending += changed }
    }
    result.changed += own.changed
    result.pending += own.pending
    noteReplaced(in: result)
    return result
  }

  func noteReplaced(in result: Reconciliation) {
    let replaced = Set(result.subdirectories.lazy.filter(\.isReplaced).map(\.id))
    if !replaced.isEmpty { onReplaced?(replaced) }
  }

  /// Gives the document of a directory the status in its own listing. If it differs, extended
  /// attributes may have changed, too.
  func update(
    _ directory: DirectoryID, itself listing: DirectoryListing, in transaction: borrowing WriteTransaction
  ) throws(StoreError) -> Reconciliation {
    guard let status = listing.status, let file = try transaction.snapshot.file(of: directory), file.status != status else {
      return Reconciliation()
    }
    let isNamesOnly = try transaction.snapshot.directoryRecord(file.directory)?.isNamesOnly ?? false
    return try transaction.update(
      file.directory,
      entry: ListedFile(name: file.name, status: status, type: file.type, content: isNamesOnly ? ContentState.none : .pending))
  }

  /// Converts an entry to the form that the catalog stores, and decides whether its content is to
  /// be read.
  ///
  /// - Parameter isNamesOnly: See ``DirectoryListing/isNamesOnly``.
  mutating func file(
    _ entry: DirectoryListing.Entry, isNamesOnly: Bool, in transaction: borrowing WriteTransaction
  ) throws(StoreError) -> ListedFile {
    let mayHaveAttributes = entry.extendedAttributes.mayBePresent
    let needsReading =
      !isNamesOnly && (mayHaveAttributes || claimed.needWorker(for: entry, among: reader.types))
    return ListedFile(
      name: entry.name, status: entry.status, type: try numbers.number(ofTypeAt: entry.typeIndex, in: transaction),
      content: needsReading ? .pending : ContentState.none, mayHaveExtendedAttributes: mayHaveAttributes)
  }

  /// Whether a directory is the root of a file system that is not mounted, and whose files stay in the
  /// catalog.
  func isKept(_ directory: DirectoryID, of volumes: Volumes) -> Bool {
    keepsMissingVolumes && volumes.isMissing(directory) { MountTable.shared.identifiers }
  }

  /// The names of the entries of a directory that are roots of file systems that are not mounted, and
  /// whose files stay in the catalog.
  func missing(
    _ volumes: Volumes, in directory: DirectoryID, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    for volume in volumes.identifiers.keys {
      guard let record = try snapshot.directoryRecord(volume), record.parent == directory else { continue }
      if isKept(volume, of: volumes) { names.insert(record.name) }
    }
    return names
  }

  /// Removes an entry from the catalog, unless it is the root of a file system that is not mounted.
  ///
  /// - Returns: The record of the removed document; `nil` if none was removed.
  func removeEntry(
    named name: [UInt8], in directory: DirectoryID, _ transaction: borrowing WriteTransaction
  ) throws(StoreError) -> FileRecord? {
    let volumes = try transaction.snapshot.volumes()
    if try missing(volumes, in: directory, transaction.snapshot).contains(name) { return nil }
    return try transaction.removeEntry(named: name, in: directory)
  }

  /// Adds the files of a changed directory to those whose other names must be examined.
  func noteLinks(in listing: DirectoryListing, _ summary: inout CrawlSummary) {
    guard let linksChangedSince else { return }
    for entry in listing.entries where entry.hasOtherNames && entry.status.changed >= linksChangedSince {
      summary.linked.insert(entry.status.inode)
    }
  }

  mutating func files(of listing: DirectoryListing, _ transaction: borrowing WriteTransaction) throws(StoreError) -> [ListedFile] {
    var files: [ListedFile] = []
    files.reserveCapacity(listing.entries.count)
    // A span, because a loop over the array copies each entry.
    let entries = listing.entries.span
    for index in entries.indices {
      files.append(try file(entries[index], isNamesOnly: listing.isNamesOnly, in: transaction))
    }
    return files
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform

/// The state of reconciling a directory whose listing arrives in parts.
struct ListingParts: Sendable {
  fileprivate var staged: StagedReconciliation
  /// Whether the directory had no entries in the catalog. Then entries are only added.
  fileprivate var isFirst = true
  /// The last document that was added to a directory that had no entries.
  fileprivate var last: DocumentReference?
  /// Number of entries of the parts so far.
  fileprivate var entries = 0

  fileprivate init(_ staged: StagedReconciliation) { self.staged = staged }
}

extension CatalogUpdater {
  /// Reconciles a directory with a part of its listing. Does not descend into subdirectories.
  ///
  /// Each part has its own transaction, so other writers wait only for one of them, and memory holds the
  /// changes of only one. Entries that have gone are removed after the last part. If it may not continue,
  /// the parts until then stay.
  ///
  /// - Parameters:
  ///   - parts: The state after the previous part; ignored for the first part.
  ///   - mayContinue: Called between transactions that remove entries.
  ///   - receive: Called after each transaction with its changes.
  mutating func refresh(
    _ directory: DirectoryID, withPart listing: DirectoryListing, _ parts: inout ListingParts?, mayContinue: () -> Bool,
    receive: (Reconciliation) throws -> Void
  ) throws {
    guard let part = listing.part else { preconditionFailure("this is a part of a listing") }
    if part.isFirst { parts = try begin(directory) }
    guard var state = parts else { return }
    if part.isFirst, let filesystem = listing.filesystem {
      let known = try store.read { snapshot throws(StoreError) in try snapshot.filesystem(of: directory) }
      if filesystem != known {
        try store.write { transaction throws(StoreError) in try transaction.setFilesystem(of: directory, to: filesystem) }
      }
    }
    defer { parts = part.isLast ? nil : state }
    state.entries += listing.entries.count
    state.staged.kept.formUnion(listing.unknown)
    if state.isFirst {
      if try addFirst(listing, to: directory, part, &state, receive: receive) { return }
      state.isFirst = false
    }
    try reconcile(listing, part, &state, receive: receive)
    guard part.isLast, try removeUnlisted(state, mayContinue: mayContinue, receive: receive) else { return }
    let own = try store.write { transaction throws(StoreError) in
      try transaction.complete(state.staged, entries: state.entries, isNamesOnly: listing.isNamesOnly)
      return try update(directory, itself: listing, in: transaction)
    }
    try receive(own)
  }

  private func begin(_ directory: DirectoryID) throws(StoreError) -> ListingParts {
    try store.read { snapshot throws(StoreError) in
      ListingParts(try snapshot.reconciliation(of: directory, keeping: missing(volumes, in: directory, snapshot)))
    }
  }

  /// Adds a part of the first listing of a directory.
  ///
  /// - Returns: `false`, and nothing is changed, if the directory was listed before, or if another program has
  ///   changed it.
  private mutating func addFirst(
    _ listing: DirectoryListing, to directory: DirectoryID, _ part: DirectoryListing.Part, _ state: inout ListingParts,
    receive: (Reconciliation) throws -> Void
  ) throws -> Bool {
    let (last, entries) = (state.last, state.entries)
    let result = try store.write { transaction throws(StoreError) -> Reconciliation? in
      let files = try files(of: listing, transaction)
      guard var result = try transaction.addFirst(files, to: directory, after: last, completing: part.isLast ? entries : nil) else {
        return nil
      }
      try transaction.setNamesOnly(directory, listing.isNamesOnly)
      if part.isLast {
        let own = try update(directory, itself: listing, in: transaction)
        result.changed += own.changed
        result.pending += own.pending
      }
      return result
    }
    guard let result else { return false }
    state.last = result.added.last ?? last
    try receive(result)
    return true
  }

  private mutating func reconcile(
    _ listing: DirectoryListing, _ part: DirectoryListing.Part, _ state: inout ListingParts, receive: (Reconciliation) throws -> Void
  ) throws {
    let unchanged = try store.read { snapshot throws(StoreError) in
      let files = listing.entries.map { ListedFile(name: $0.name, status: $0.status, type: .unknown) }
      var names = NameBatches(part.names, in: store)
      return try snapshot.unchanged(files, &state.staged, isNamesOnly: listing.isNamesOnly) { () throws(StoreError) in try names.next() }
    }
    if let unchanged { return try receive(unchanged) }
    let before = state.staged
    let (result, after) = try store.write { transaction throws(StoreError) in
      var staged = before
      let result = try transaction.reconcile(try files(of: listing, transaction), &staged, isNamesOnly: listing.isNamesOnly)
      return (result, staged)
    }
    state.staged = after
    noteReplaced(in: result)
    try receive(result)
  }

  /// Removes the documents whose entries were in no part.
  ///
  /// - Returns: `false` if it may not continue.
  private func removeUnlisted(_ state: ListingParts, mayContinue: () -> Bool, receive: (Reconciliation) throws -> Void) throws -> Bool {
    var last: DocumentReference?
    while mayContinue() {
      let unlisted = try store.read { snapshot throws(StoreError) in
        try state.staged.unlisted(after: last, limit: TreeCrawler.maximumChanges, in: snapshot)
      }
      if unlisted.isEmpty { return true }
      var result = Reconciliation()
      result.removed = try store.write { transaction throws(StoreError) in
        var removed: [DocumentReference] = []
        for document in unlisted where try transaction.remove(document) { removed.append(document) }
        return removed
      }
      try receive(result)
      last = unlisted.last
    }
    return false
  }
}

/// All names of a listing, several at a time.
private struct NameBatches {
  private static let length = 1024

  private let names: SortedNames
  private var reader: SortedNames.Reader?

  /// The path of the store, for messages.
  private let path: String

  init(_ names: SortedNames, in store: Store) {
    self.names = names
    path = store.path
  }

  /// - Returns: Nothing after the last name.
  mutating func next() throws(StoreError) -> [ListedName] {
    var batch: [ListedName] = []
    do throws(SystemError) {
      var reader = if let known = self.reader { known } else { try names.makeReader() }
      while batch.count < Self.length, let name = try reader.next() { batch.append(name) }
      self.reader = reader
    } catch {
      throw .system(call: error.call, path: path, code: error.code.rawValue)
    }
    return batch
  }
}

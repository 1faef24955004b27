// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import QueryLanguage

/// A query whose results follow the changes of a store.
///
/// The change log gives the changed documents, and only these are evaluated again. Paths are built
/// again only if a directory above a hit was renamed or moved. All documents are evaluated again if
/// the log does not reach back far enough, a tree was detached, hidden or moved, or the predicate
/// depends on other documents.
///
/// Relative times in the query are resolved when it starts.
package struct LiveQuery {
  /// The changes between two updates. Each list is in the order of references.
  package struct Changes: Sendable, Equatable {
    package var added: [SearchHit]
    package var removed: [SearchHit]
    /// Hits with the same path whose status or attributes changed.
    package var updated: [SearchHit]

    package init(added: [SearchHit] = [], removed: [SearchHit] = [], updated: [SearchHit] = []) {
      self.added = added
      self.removed = removed
      self.updated = updated
    }

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty }
  }

  package let predicate: CompiledPredicate
  package let paths: [[UInt8]]
  private var mark: Mark
  private var found: [DocumentID: SearchHit]
  private var folders = LeadingFolders()

  /// The state of a store up to which changes are included.
  private struct Mark: Equatable {
    var store: [UInt8]
    var sequence: UInt64
    var detachments: UInt64

    init(_ snapshot: borrowing Snapshot) throws(StoreError) {
      let counters = try snapshot.counters()
      store = try snapshot.storeIdentifier()
      sequence = counters.sequence
      detachments = counters.detachments
    }
  }

  /// Evaluates the query for the first time.
  ///
  /// - Parameter paths: As for ``Store/search(_:within:orderedBy:limit:)``.
  package init(_ predicate: CompiledPredicate, within paths: [[UInt8]] = [], in store: Store) throws(StoreError) {
    self.predicate = predicate
    self.paths = paths
    // The mark is taken before the search. Changes in between are included twice, which has no
    // effect.
    mark = try store.read { snapshot throws(StoreError) in try Mark(snapshot) }
    found = [:]
    _ = try evaluateAll(in: store)
  }

  /// The documents that matched at the last update, in the order of references.
  package var hits: [SearchHit] { found.values.sorted { $0.reference < $1.reference } }

  package var count: Int { found.count }

  /// Includes the changes of the store since the last update.
  ///
  /// - Complexity: O(changes), unless all documents must be evaluated again.
  package mutating func update(from store: Store) throws(StoreError) -> Changes {
    let now = try store.read { snapshot throws(StoreError) in try Mark(snapshot) }
    if now == mark { return Changes() }
    do throws(StoreError) {
      if let changes = try evaluateChanged(in: store) { return changes }
    } catch {
      // A segment was merged during the evaluation. The search retries with a new snapshot.
      guard case .outdatedSnapshot = error else { throw error }
    }
    mark = now
    return try evaluateAll(in: store)
  }

  // MARK: Everything

  private mutating func evaluateAll(in store: Store) throws(StoreError) -> Changes {
    let results = try store.search(predicate, within: paths)
    var changes = Changes()
    var current: [DocumentID: SearchHit] = [:]
    current.reserveCapacity(results.count)
    for hit in try results.hits() {
      current[hit.reference.document] = hit
      if found[hit.reference.document]?.path != hit.path { changes.added.append(hit) }
    }
    changes.removed = found.values.filter { current[$0.reference.document]?.path != $0.path }.sorted { $0.reference < $1.reference }
    found = current
    folders = try store.read { snapshot throws(StoreError) in
      var folders = LeadingFolders()
      for hit in current.values { try folders.add(hit.reference.directory, snapshot) }
      return folders
    }
    return changes
  }

  // MARK: What changed

  /// - Returns: `nil` when all documents must be evaluated again.
  private mutating func evaluateChanged(in store: Store) throws(StoreError) -> Changes? {
    if predicate.root.dependsOnOthers { return nil }
    var (mark, found, folders) = (mark, found, folders)
    let changes = try store.read { snapshot throws(StoreError) in
      let now = try Mark(snapshot)
      guard now.store == mark.store, now.detachments == mark.detachments, let list = try snapshot.changes(since: mark.sequence) else {
        return nil as Changes?
      }
      mark = now
      let touched = Touched(list.changes)
      if try touched.movesTree(snapshot) { return nil }
      let isRearranged = try folders.changed(by: touched, snapshot)
      return try evaluate(touched, rearranging: isRearranged, in: snapshot, found: &found, leading: &folders)
    }
    if changes != nil { (self.mark, self.found, self.folders) = (mark, found, folders) }
    return changes
  }

  private func evaluate(
    _ touched: Touched, rearranging isRearranged: Bool, in snapshot: borrowing Snapshot, found: inout [DocumentID: SearchHit],
    leading: inout LeadingFolders
  ) throws(StoreError) -> Changes {
    let scope = try paths.isEmpty ? nil : snapshot.scope(of: paths)
    var folders = try DirectoryResolver(snapshot, scope: scope, keepingPaths: true)
    var changes = Changes()
    var before: [DocumentID: SearchHit] = [:]
    for document in touched.documents { before[document] = found.removeValue(forKey: document) }
    var seen: [DocumentReference] = []
    for reference in try snapshot.matches(predicate, among: touched.references) where try folders.sees(reference) { seen.append(reference) }
    for hit in try HitBatch(seen[...], snapshot) {
      let (directory, document) = (hit.reference.directory, hit.reference.document)
      try leading.add(directory, snapshot)
      found[document] = hit
      if before[document]?.path == hit.path {
        before[document] = nil
        changes.updated.append(hit)
      } else {
        changes.added.append(hit)
      }
    }
    changes.removed = Array(before.values)
    if isRearranged { try rearrange(&found, resolving: &folders, noting: &changes, in: snapshot, leading: &leading) }
    changes.added.sort { $0.reference < $1.reference }
    changes.removed.sort { $0.reference < $1.reference }
    return changes
  }

  /// Updates the paths of hits. Removes hits that are no longer visible or in scope.
  private func rearrange(
    _ found: inout [DocumentID: SearchHit], resolving folders: inout DirectoryResolver, noting changes: inout Changes,
    in snapshot: borrowing Snapshot, leading: inout LeadingFolders
  ) throws(StoreError) {
    leading = LeadingFolders()
    for (document, hit) in found {
      guard try folders.sees(hit.reference) else {
        found[document] = nil
        changes.removed.append(hit)
        continue
      }
      try leading.add(hit.reference.directory, snapshot)
      let folder = try folders.path(of: hit.reference.directory)
      let nameStart = (hit.path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
      guard !hit.path[..<nameStart].elementsEqual(folder) else { continue }
      let moved = SearchHit(reference: hit.reference, path: folder + hit.path[nameStart...])
      found[document] = moved
      // Hits that were just added are unaffected, because their paths come from the same resolver.
      changes.removed.append(hit)
      changes.added.append(moved)
    }
  }
}

/// The documents of a range of the change log.
private struct Touched {
  let documents: Set<DocumentID>
  /// References of those that still exist, in ascending order.
  let references: [DocumentReference]
  private let moved: Set<DocumentID>

  init(_ changes: [Change]) {
    documents = Set(changes.map(\.reference.document))
    references = PendingDocuments(changes).references
    moved = Set(changes.filter { $0.kind == .moved }.map(\.reference.document))
  }

  /// Whether one of them is a directory that moved from another one. Documents below it may have
  /// become visible or entered the scope.
  func movesTree(_ snapshot: borrowing Snapshot) throws(StoreError) -> Bool {
    for reference in references where moved.contains(reference.document) {
      if try snapshot.record(of: reference)?.subdirectory != nil { return true }
    }
    return false
  }
}

/// The directories above hits, which form their paths.
private struct LeadingFolders {
  private var known: Set<DirectoryID> = []
  /// By the directory's own document.
  private var folders: [DocumentID: (parent: DirectoryID, name: [UInt8])] = [:]

  mutating func add(_ directory: DirectoryID, _ snapshot: borrowing Snapshot) throws(StoreError) {
    var next = directory
    while known.insert(next).inserted, let record = try snapshot.directoryRecord(next) {
      if let document = record.document { folders[document] = (record.parent, record.name) }
      next = record.parent
    }
  }

  /// Whether one of them was renamed, moved or removed.
  func changed(by touched: Touched, _ snapshot: borrowing Snapshot) throws(StoreError) -> Bool {
    let existing = Dictionary(touched.references.map { ($0.document, $0) }, uniquingKeysWith: { first, _ in first })
    for document in touched.documents {
      guard let folder = folders[document] else { continue }
      guard let reference = existing[document], let record = try snapshot.record(of: reference) else { return true }
      if record.directory != folder.parent || record.name != folder.name { return true }
    }
    return false
  }
}

extension CompiledPredicate.Node {
  /// Whether the result for one document depends on changes of others: on the names of directories
  /// above it, or on its entries.
  fileprivate var dependsOnOthers: Bool {
    switch self {
    case .constant: false
    case .not(let node): node.dependsOnOthers
    case .all(let nodes), .any(let nodes): nodes.contains { $0.dependsOnOthers }
    case .test(let test):
      switch test.subject {
      case .attribute(let name): [.known(.path), .known(.fsNodeCount)].contains(name)
      case .text, .anything: false
      }
    }
  }
}

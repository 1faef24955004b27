extension Snapshot {
  /// Documents whose content or extended attributes must be read, most recently modified first. Those
  /// on file systems that are not mounted are left out.
  ///
  /// - Complexity: O(documents) when any document is pending, because it scans the whole catalog.
  ///   Ask for many at once.
  package func pendingContent(limit: Int) throws(StoreError) -> [DocumentReference] {
    var found: [(modified: Int64, reference: DocumentReference)] = []
    guard limit > 0 else { return [] }
    try forEachPending { modified, reference in
      found.append((modified, reference))
      // Keeps memory bounded by the limit. On average each document is sorted a constant number of
      // times.
      if (found.count - 1024) / 2 >= limit {
        found.sort { $0.modified > $1.modified }
        found.removeSubrange(limit...)
      }
    }
    found.sort { $0.modified > $1.modified }
    return found.prefix(limit).map(\.reference)
  }

  /// Number of documents that ``pendingContent(limit:)`` returns without a limit, and of those that it
  /// leaves out.
  ///
  /// - Complexity: O(1) if all file systems are mounted, otherwise O(documents).
  package func pendingCounts() throws(StoreError) -> (reachable: Int, hidden: Int) {
    let counts = try counts()
    let total = counts[.pending] + counts[.textPending]
    guard total > 0, try !hiddenTrees().isEmpty else { return (total, 0) }
    var reachable = 0
    try forEachPending { _, _ in reachable += 1 }
    return (reachable, total - reachable)
  }

  private func forEachPending(_ body: (_ modified: Int64, DocumentReference) -> Void) throws(StoreError) {
    let counts = try counts()
    guard counts[.pending] + counts[.textPending] > 0 else { return }
    let isFiltered = try !hiddenTrees().isEmpty
    var directories = try DirectoryResolver(self, scope: nil, keepingPaths: false)
    try forEachDocument { row throws(StoreError) in
      guard row.content == .pending || row.content == .textPending else { return true }
      let isReachable = isFiltered ? try directories.sees(row.reference) : true
      if isReachable { body(row.status.modified, row.reference) }
      return true
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

extension Snapshot {
  /// Documents whose content or extended attributes must be read, most recently modified first. Those
  /// on file systems that are not mounted are left out.
  ///
  /// - Complexity: O(documents) when any document is pending, because it scans the whole catalog.
  ///   Ask for many at once.
  package func pendingContent(limit: Int) throws(StoreError) -> [DocumentReference] {
    var found: [(modified: Int64, reference: DocumentReference)] = []
    guard limit > 0 else { return [] }
    try forEachPending { row in
      found.append((row.status.modified, row.reference))
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

  /// Numbers of documents whose content or extended attributes must be read.
  ///
  /// - Complexity: O(1) if all file systems are mounted, otherwise O(documents).
  package func pendingCounts() throws(StoreError) -> PendingCounts {
    let counts = try counts()
    let total = counts[.pending] + counts[.textPending]
    guard total > 0, try !hiddenTrees().isEmpty else {
      return PendingCounts(reachable: total, reachableTexts: counts[.textPending], hidden: 0)
    }
    var (reachable, reachableTexts) = (0, 0)
    try forEachPending { row in
      reachable += 1
      if row.content == .textPending { reachableTexts += 1 }
    }
    return PendingCounts(reachable: reachable, reachableTexts: reachableTexts, hidden: total - reachable)
  }

  private func forEachPending(_ body: (borrowing FileRow) -> Void) throws(StoreError) {
    let counts = try counts()
    guard counts[.pending] + counts[.textPending] > 0 else { return }
    let isFiltered = try !hiddenTrees().isEmpty
    var directories = try DirectoryResolver(self, scope: nil, keepingPaths: false)
    try forEachDocument { row throws(StoreError) in
      guard row.content == .pending || row.content == .textPending else { return true }
      let isReachable = isFiltered ? try directories.sees(row.reference) : true
      if isReachable { body(row) }
      return true
    }
  }
}

/// Numbers of documents whose content or extended attributes must be read.
package struct PendingCounts: Sendable {
  /// Those on file systems that are mounted, which ``Snapshot/pendingContent(limit:)`` returns without a
  /// limit.
  package let reachable: Int
  /// Those of ``reachable`` whose text was damaged, while their attributes are there.
  package let reachableTexts: Int
  /// Those on file systems that are not mounted.
  package let hidden: Int
}

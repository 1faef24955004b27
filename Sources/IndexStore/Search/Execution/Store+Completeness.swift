// SPDX-License-Identifier: Apache-2.0

/// What an index lacks, in one state of it.
package struct Completeness: Sendable {
  package let documents: Int
  package let pending: PendingCounts
  /// Whether the index was erased or lost, and lacks files that were in it.
  package let isUnfinished: Bool
  /// Whether the index was erased or lost, and lacks contents that were in it.
  package let lacksContents: Bool

  /// Whether a search has found damage in the catalog that is not mended yet.
  package let isDamaged: Bool

  /// Whether contents are left to read that were in the index before.
  package var hasLostContents: Bool { lacksContents && pending.reachable > 0 }
}

extension Store {
  /// - Complexity: O(1) if all file systems are mounted, otherwise O(documents).
  package func completeness() throws(StoreError) -> Completeness {
    try read { snapshot throws(StoreError) in
      Completeness(
        documents: try snapshot.counts().documents, pending: try snapshot.pendingCounts(),
        isUnfinished: try snapshot.metadata(.unfinished) != nil, lacksContents: try snapshot.metadata(.unread) != nil,
        isDamaged: isReportedAsDamaged)
    }
  }

  package func lastErasure() throws(StoreError) -> Erasure {
    try read { snapshot throws(StoreError) in try snapshot.lastErasure() }
  }

  /// The trees that were in the index when it was erased or lost, until all files are in it again.
  package func lostTrees() throws(StoreError) -> [[UInt8]] {
    try read { snapshot throws(StoreError) in try snapshot.lostTrees() }
  }

  /// Records that the index has all files, unless it was erased meanwhile.
  ///
  /// - Parameter erasure: The last one before the files were indexed.
  package func setFinished(since erasure: Erasure) throws(StoreError) {
    guard try completeness().isUnfinished else { return }
    try commit { transaction throws(StoreError) in
      guard try transaction.snapshot.lastErasure() == erasure else { return }
      try transaction.markFinished()
    }
  }

  /// Records that trees are in the index again, unless it was erased meanwhile. The record ends when
  /// everything is.
  ///
  /// - Parameters:
  ///   - paths: The trees, which were indexed to their ends.
  ///   - erasure: The last one before they were indexed.
  ///   - isEverything: Whether the given trees are all that there are.
  package func noteComplete(_ paths: [[UInt8]], since erasure: Erasure, isEverything: ([[UInt8]]) -> Bool) throws(StoreError) {
    guard try completeness().isUnfinished else { return }
    try commit { transaction throws(StoreError) in
      guard try transaction.snapshot.lastErasure() == erasure, let known = try transaction.snapshot.metadata(.unfinished) else { return }
      let complete = known.split(separator: 0).map(Array.init) + paths
      if isEverything(complete) { return try transaction.markFinished() }
      try transaction.setMetadata(.unfinished, to: Array(complete.joined(separator: [0])))
    }
  }

  /// Records that all contents are in the index again after it was erased or lost, if they are.
  package func noteContents() throws(StoreError) {
    guard try completeness().lacksContents else { return }
    try commit { transaction throws(StoreError) in
      guard try transaction.snapshot.metadata(.unfinished) == nil, try transaction.snapshot.pendingCounts().reachable == 0 else { return }
      try transaction.setMetadata(.unread, to: nil)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Counts that each write transaction updates.
package struct CatalogCounts: Sendable, Equatable {
  package internal(set) var byContent = [Int](repeating: 0, count: ContentState.allCases.count)
  /// Number of directories, including those that only lead to indexed ones, but without `/`.
  package internal(set) var directories = 0

  /// Number of documents of all kinds.
  package var documents: Int { byContent.reduce(0, +) }

  package subscript(state: ContentState) -> Int { byContent[Int(state.rawValue)] }
}

/// How the catalog uses its file.
package struct StoreStatistics: Sendable, Equatable {
  package var counts: CatalogCounts
  /// Length of the catalog's file in bytes.
  package var fileBytes: Int
  /// Bytes of the catalog's file in pages without rows.
  package var freeBytes: Int
  /// Rows and bytes of each table.
  package var bytesByTable: [(name: String, entries: Int, bytes: Int)]
  /// For each layer: number of segments, of document versions in them, of dead versions, and bytes
  /// of the files.
  package var segmentsByLayer: [(name: String, segments: Int, documents: Int, dead: Int, bytes: Int)]
  /// Number of changes that the attributes layer does not contain yet.
  package var pendingChanges: Int
  /// Number of documents removed since the catalog was last rewritten. Removed rows usually leave
  /// gaps in pages rather than free pages, so ``freeBytes`` does not show them.
  package var removedDocuments: Int
  /// The number of the last commit.
  package var transaction: UInt64

  /// Whether rewriting the catalog would shrink it by about a tenth: that share of the rows was
  /// removed, or that share of the pages is free, not counting the few that every commit leaves.
  package var needsCompaction: Bool {
    guard fileBytes > 1 << 20 else { return false }
    return removedDocuments * 11 > counts.documents + removedDocuments || freeBytes > 4 << 20 && freeBytes * 9 > fileBytes
  }

  package static func == (left: StoreStatistics, right: StoreStatistics) -> Bool {
    left.counts == right.counts && left.fileBytes == right.fileBytes && left.freeBytes == right.freeBytes
      && left.transaction == right.transaction && left.pendingChanges == right.pendingChanges
  }
}

/// Counts that the catalog keeps up to date.
package struct CatalogCounts: Sendable, Equatable {
  package internal(set) var byContent = [Int](repeating: 0, count: ContentState.allCases.count)
  /// Directories, bare ancestors included, without `/`.
  package internal(set) var directories = 0

  /// Every document: files, directories, links.
  package var documents: Int { byContent.reduce(0, +) }

  package subscript(state: ContentState) -> Int { byContent[Int(state.rawValue)] }
}

/// How the catalog uses its file.
package struct StoreStatistics: Sendable, Equatable {
  package var counts: CatalogCounts
  /// Length of the catalog's file.
  package var fileBytes: Int
  /// Bytes of the file that hold no rows.
  package var freeBytes: Int
  /// Bytes by table, for those who ask where the space went.
  package var bytesByTable: [(name: String, entries: Int, bytes: Int)]
  /// The segments of each layer: how many, how many versions of documents they hold, how many of those are dead, bytes of their files.
  package var segmentsByLayer: [(name: String, segments: Int, documents: Int, dead: Int, bytes: Int)]
  /// Changes that the segments do not know of yet.
  package var pendingChanges: Int
  /// Documents removed since the catalog was last written anew. Where their rows were is often no free page, but room in half-filled ones.
  package var removedDocuments: Int
  /// The number of the last commit.
  package var transaction: UInt64

  /// Whether the catalog would be smaller by about a tenth, written anew: where as much of its rows were removed, or where as many pages,
  /// beyond those that every commit leaves, hold nothing.
  package var needsCompaction: Bool {
    guard fileBytes > 1 << 20 else { return false }
    return removedDocuments * 11 > counts.documents + removedDocuments || freeBytes > 4 << 20 && freeBytes * 9 > fileBytes
  }

  package static func == (left: StoreStatistics, right: StoreStatistics) -> Bool {
    left.counts == right.counts && left.fileBytes == right.fileBytes && left.freeBytes == right.freeBytes
      && left.transaction == right.transaction && left.pendingChanges == right.pendingChanges
  }
}

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
  /// Bytes of the file that hold nothing.
  package var freeBytes: Int
  /// Bytes by table, for those who ask where the space went.
  package var bytesByTable: [(name: String, entries: Int, bytes: Int)]
  /// The number of the last commit.
  package var transaction: UInt64

  /// More than a quarter of the file, and more than 16 MiB, hold nothing.
  package var needsCompaction: Bool { freeBytes > 16 << 20 && freeBytes * 4 > fileBytes }

  package static func == (left: StoreStatistics, right: StoreStatistics) -> Bool {
    left.counts == right.counts && left.fileBytes == right.fileBytes && left.freeBytes == right.freeBytes
      && left.transaction == right.transaction
  }
}

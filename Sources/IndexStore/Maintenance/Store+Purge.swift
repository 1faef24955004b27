// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// What a purge has done.
package struct PurgeSummary: Sendable, Equatable {
  /// Segments that were rewritten or dropped because they contained dead versions.
  package internal(set) var segments = 0
  /// Dead versions that were removed with them.
  package internal(set) var versions = 0
}

extension Store {
  /// Rewrites all files that may still contain words, names or attributes of removed or replaced
  /// documents.
  ///
  /// Removing a document only marks its versions in segments as dead and frees its rows in the
  /// catalog. The bytes remain until a merge or a compaction, which may never happen. After a purge
  /// no file of the store contains them. Catalogs that were set aside as damaged are removed.
  ///
  /// It does not need the maintenance lock. If the maintainer is merging a segment that is
  /// rewritten here, it finds its input gone and starts again without the dead versions.
  ///
  /// - Throws: `StoreError.damagedSegment` when a segment must be repaired first, and
  ///   `StoreError.diskFull` when there is no room for the copies. Everything else is purged by
  ///   then or can be purged later.
  package func purge() throws(StoreError) -> PurgeSummary {
    // A write to a damaged catalog could damage more of it.
    if let damage = try verifyCatalog().first { throw damage }
    while try !write({ transaction throws(StoreError) in try transaction.sweep(limit: 2000) }) {}
    // Marks the versions of removed documents as dead.
    try indexPending()
    var summary = PurgeSummary()
    while let next = try segmentWithDead() {
      guard try merge([next.record]) else { continue }
      summary.segments += 1
      summary.versions += next.dead
    }
    try purgeDirectoryTable()
    try compact()
    try sweepSegments()
    for name in try namesInFolder(path) where name.hasPrefix("damaged-") { removeFolder(path + "/" + name) }
    // Otherwise a power failure could bring removed files back.
    try flush()
    for folder in [path, path + "/segments"] where Path(folder).exists { try synchronizeFolder(folder) }
    let damaged = try read { snapshot throws(StoreError) in try snapshot.segmentRecords().first(where: \.isDamaged) }
    if let damaged {
      let file = damaged.id.path(in: path)
      throw .damagedSegment(path: file, reason: "\(file): the segment is damaged and may still hold removed data")
    }
    return summary
  }

  /// An intact segment with dead versions, and their number; `nil` when there is none.
  private func segmentWithDead() throws(StoreError) -> (record: SegmentRecord, dead: Int)? {
    try read { snapshot throws(StoreError) in
      for record in try snapshot.segmentRecords() where SegmentLayer.ofDocuments.contains(record.layer) && !record.isDamaged {
        let dead = try snapshot.deadCount(in: record)
        if dead > 0 { return (record, dead) }
      }
      return nil
    }
  }

  /// Rewrites a directory table that has names of directories that were removed, moved or renamed
  /// since it was written.
  private func purgeDirectoryTable() throws(StoreError) {
    let isStale = try read { snapshot throws(StoreError) in try snapshot.transaction.size(of: .movedDirectories).entries > 0 }
    guard isStale else { return }
    try commit(announcing: false) { transaction throws(StoreError) in try transaction.dropDirectoryTable() }
    // Without the table, searches read the catalog. If directories move meanwhile, this table is
    // not listed, and the maintainer writes another.
    _ = try buildDirectoryTable(at: .thorough)
  }
}

/// What a purge did.
package struct PurgeSummary: Sendable, Equatable {
  /// Segments that were written anew, or dropped, because they held dead versions of documents.
  package internal(set) var segments = 0
  /// Those dead versions.
  package internal(set) var versions = 0
}

extension Store {
  /// Rewrites all files that may still hold words, names or attributes of documents that were removed or replaced.
  ///
  /// Removing a document marks its versions in segments as dead, and frees its rows in the catalog; the bytes stay until a merge
  /// or a compaction, which may be never. Afterwards no file of the store has them. Catalogs that were set aside as damaged are
  /// removed.
  ///
  /// Needs no maintenance lock: a merge by the maintainer of a segment that is rewritten here finds its input gone, and starts
  /// again without the dead.
  ///
  /// - Throws: `StoreError.damagedSegment` when a segment has to be built again first; `StoreError.diskFull` when there is no room
  ///   for the copies. Everything else is purged by then, or can be purged later.
  package func purge() throws(StoreError) -> PurgeSummary {
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
    let damaged = try read { snapshot throws(StoreError) in try snapshot.segmentRecords().first(where: \.isDamaged) }
    if let damaged {
      let file = Snapshot.segmentPath(damaged.id, in: path)
      throw .damagedSegment(path: file, reason: "\(file): the segment is damaged and may still hold removed data")
    }
    return summary
  }

  /// An intact segment that has dead versions; `nil` when there is none.
  private func segmentWithDead() throws(StoreError) -> (record: SegmentRecord, dead: Int)? {
    try read { snapshot throws(StoreError) in
      for record in try snapshot.segmentRecords() where SegmentLayer.ofDocuments.contains(record.layer) && !record.isDamaged {
        let dead = try snapshot.deadCount(in: record)
        if dead > 0 { return (record, dead) }
      }
      return nil
    }
  }

  /// The table of directories keeps the names of those that were removed, moved or renamed since it was written.
  private func purgeDirectoryTable() throws(StoreError) {
    let isStale = try read { snapshot throws(StoreError) in try snapshot.transaction.size(of: .movedDirectories).entries > 0 }
    guard isStale else { return }
    try commit(announcing: false) { transaction throws(StoreError) in try transaction.dropDirectoryTable() }
    // Without it the catalog answers; should directories move meanwhile, the maintainer writes another one.
    _ = try buildDirectoryTable(at: .thorough)
  }
}

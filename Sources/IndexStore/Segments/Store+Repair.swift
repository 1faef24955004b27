internal import Glibc

extension Store {
  /// Looks at every byte of every segment, and builds again what is lost or damaged, from the catalog. Texts that the catalog does not have
  /// are to be read from their files afterwards: the documents are then `textPending`.
  ///
  /// - Returns: What that took; `nil` when another process looks after the store: what was found is recorded, and left to that one.
  package func repair() throws(StoreError) -> RepairSummary? {
    try markDamaged(Set(try damagedSegments().map(\.record.id)))
    guard var maintainer = try Maintainer(of: self) else {
      announcer.announce(try read { snapshot throws(StoreError) in snapshot.number })
      return nil
    }
    return try maintainer.repair()
  }

  /// Records which segments readers could not read.
  func takeDamageReports() throws(StoreError) {
    let folder = path + "/segments"
    guard unsafe Glibc.access(folder, F_OK) == 0 else { return }
    let reports = try namesInFolder(folder).filter { $0.hasSuffix(Self.damageSuffix) }
    guard !reports.isEmpty else { return }
    try markDamaged(Set(reports.compactMap { SegmentID(fileName: String($0.dropLast(Self.damageSuffix.count))) }))
    for report in reports { unsafe unlink(folder + "/" + report) }
  }

  /// Records which listed segments have no file, or one that cannot be opened: of another length, torn at its end, of an earlier version.
  func lookForSegmentFiles() throws(StoreError) {
    let records = try read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
    var lost: [SegmentRecord] = []
    for record in records where !record.isDamaged {
      var status = stat()
      let path = Snapshot.segmentPath(record.id, in: path)
      guard unsafe stat(path, &status) == 0, Int(status.st_size) == record.byteCount else {
        lost.append(record)
        continue
      }
      do throws(StoreError) {
        _ = try SegmentCache().reader(record, in: self.path)
      } catch {
        guard error.isDamage(of: record, in: self.path) else { throw error }
        lost.append(record)
      }
    }
    guard !lost.isEmpty else { return }
    // A list that is no longer the latest may well have segments without files.
    try commit(announcing: false) { transaction throws(StoreError) in
      let listed = try transaction.snapshot.segmentRecords()
      for record in lost where listed.contains(record) { try transaction.markDamaged(record) }
    }
    CrashPoint.damageMarked.pass()
  }

  /// The listed segments of which not every byte is what was written.
  func damagedSegments() throws(StoreError) -> [(record: SegmentRecord, error: StoreError)] {
    let records = try read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
    var damaged: [(record: SegmentRecord, error: StoreError)] = []
    for record in records {
      do throws(StoreError) {
        try record.verify(in: path)
      } catch {
        guard error.isDamage(of: record, in: path) else { throw error }
        damaged.append((record, error))
      }
    }
    // Meanwhile some may have been merged away.
    let listed = try read { snapshot throws(StoreError) in Set(try snapshot.segmentRecords().map(\.id)) }
    return damaged.filter { listed.contains($0.record.id) }
  }
}

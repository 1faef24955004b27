internal import Glibc

extension Store {
  /// Verifies all segments and builds lost or damaged ones again from the catalog.
  ///
  /// Texts that the catalog does not store must be read from their files afterwards: their
  /// documents become `textPending`.
  ///
  /// - Returns: What was done; `nil` when another process maintains the store. The damage is then
  ///   recorded, and that process repairs it.
  package func repair() throws(StoreError) -> RepairSummary? {
    try markDamaged(Set(try damagedSegments().map(\.record.id)))
    guard var maintainer = try Maintainer(of: self) else {
      announcer.announce(try read { snapshot throws(StoreError) in snapshot.number })
      return nil
    }
    return try maintainer.repair()
  }

  /// Records segments as damaged that readers have reported.
  ///
  /// - Throws: `StoreError.corrupted` if readers have reported the catalog, and rightly so.
  func takeDamageReports() throws(StoreError) {
    let folder = path + "/segments"
    guard unsafe Glibc.access(folder, F_OK) == 0 else { return }
    let reports = try namesInFolder(folder).filter { $0.hasSuffix(Self.damageSuffix) }.map { $0.dropLast(Self.damageSuffix.count) }
    guard !reports.isEmpty else { return }
    try markDamaged(Set(reports.compactMap { SegmentID(fileName: String($0)) }))
    for report in reports { unsafe unlink(folder + "/" + report + Self.damageSuffix) }
    if reports.contains(Self.catalogReport[...]), let damage = try verifyCatalog().first { throw damage }
  }

  /// Records segments as damaged whose file is missing or cannot be opened: it has a different
  /// length, an incomplete end, or an older format.
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
    // A list that is no longer the latest may contain merged segments, whose files are gone.
    try commit(announcing: false) { transaction throws(StoreError) in
      let listed = try transaction.snapshot.segmentRecords()
      for record in lost where listed.contains(record) { try transaction.markDamaged(record) }
    }
    CrashPoint.damageMarked.pass()
  }

  /// Listed segments whose files differ from what was written.
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
    // Segments that were merged meanwhile are not damaged.
    let listed = try read { snapshot throws(StoreError) in Set(try snapshot.segmentRecords().map(\.id)) }
    return damaged.filter { listed.contains($0.record.id) }
  }
}

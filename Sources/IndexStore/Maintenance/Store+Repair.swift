// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import SystemPlatform

extension Store {
  /// Verifies all segments and builds lost or damaged ones again from the catalog.
  ///
  /// Texts that the catalog does not store must be read from their files afterwards: their
  /// documents become `textPending`.
  ///
  /// - Returns: What was done; `nil` when another process maintains the store. The damage is then
  ///   recorded, and that process repairs it.
  package func repair() throws(StoreError) -> RepairSummary? {
    try repair(damagedSegments().map(\.record))
  }

  /// Builds segments again that a power failure has cost.
  ///
  /// - Parameter lost: Found by ``lostSegments(among:)``.
  /// - Returns: As ``repair()``.
  package func repair(_ lost: LostSegments) throws(StoreError) -> RepairSummary? { try repair(lost.records) }

  private func repair(_ damaged: [SegmentRecord]) throws(StoreError) -> RepairSummary? {
    try markDamaged(Set(damaged.map(\.id)))
    guard var maintainer = try Maintainer(of: self) else {
      announcer.announce(try read { snapshot throws(StoreError) in snapshot.number })
      return nil
    }
    var summary = try maintainer.repair()
    // Not listed any more. The maintainer writes it anew when it is worth the effort.
    summary.segments += damaged.count { $0.layer == .directories }
    return summary
  }

  /// The segments among damaged ones of which a part has not reached the disk, as after a power failure.
  ///
  /// - Parameter damage: What ``verify()`` has found.
  package func lostSegments(among damage: [StoreError]) throws(StoreError) -> LostSegments {
    let paths = Set(damage.compactMap(\.segmentPath))
    guard !paths.isEmpty else { return LostSegments(records: [], paths: []) }
    let records = try segments { record throws(StoreError) in
      let file = record.id.path(in: path)
      return paths.contains(file) && SegmentLoss.explainsDamage(of: file, byteCount: record.byteCount)
    }
    return LostSegments(records: records, paths: Set(records.map { $0.id.path(in: path) }))
  }

  /// Records segments as damaged that readers have reported.
  ///
  /// - Throws: `StoreError.corrupted` if readers have reported the catalog, and rightly so.
  func takeDamageReports() throws(StoreError) {
    let reports = try damageReports()
    guard !reports.isEmpty else { return }
    try markDamaged(Set(reports.compactMap { SegmentID(fileName: $0) }))
    for report in reports { Path(path + "/segments/" + report + Self.damageSuffix).removeIfPossible() }
    if reports.contains(Self.catalogReport), let damage = try verifyCatalog().first { throw damage }
  }

  /// The names of segments that readers have reported as damaged, and ``catalogReport`` if they
  /// have reported the catalog.
  private func damageReports() throws(StoreError) -> [String] {
    let folder = path + "/segments"
    guard Path(folder).exists else { return [] }
    return try namesInFolder(folder).filter { $0.hasSuffix(Self.damageSuffix) }.map { String($0.dropLast(Self.damageSuffix.count)) }
  }

  /// Records segments as damaged whose file is missing or cannot be opened: it has a different
  /// length, an incomplete end, or an older format.
  func lookForSegmentFiles() throws(StoreError) {
    let lost = try segments { record throws(StoreError) in record.isDamaged ? false : try lacksFile(record) }
    guard !lost.isEmpty else { return }
    // A list that is no longer the latest may contain merged segments, whose files are gone.
    try commit(announcing: false) { transaction throws(StoreError) in
      let listed = try transaction.snapshot.segmentRecords()
      for record in lost where listed.contains(record) { try transaction.markDamaged(record) }
    }
    CrashPoint.damageMarked.pass()
  }

  /// The listed segments that satisfy a condition.
  private func segments(
    where isWanted: (SegmentRecord) throws(StoreError) -> Bool
  ) throws(StoreError) -> [SegmentRecord] {
    var wanted: [SegmentRecord] = []
    for record in try read({ snapshot throws(StoreError) in try snapshot.segmentRecords() }) {
      if try isWanted(record) { wanted.append(record) }
    }
    return wanted
  }

  /// Whether the segment's file is missing or cannot be opened.
  private func lacksFile(_ record: SegmentRecord) throws(StoreError) -> Bool {
    let facts = FileFacts(at: Path(record.id.path(in: path)))
    guard facts?.byteCount == record.byteCount else { return true }
    do throws(StoreError) {
      _ = try SegmentCache().reader(record, in: path)
      return false
    } catch {
      guard error.isDamage(of: record, in: path) else { throw error }
      return true
    }
  }

  /// The paths of parts of the index that are known to be damaged: recorded or reported as such, or
  /// segments whose file is missing or cannot be opened.
  ///
  /// Checksums are not verified; see ``verify()``.
  package func knownDamage() throws(StoreError) -> [String] {
    let reports = try damageReports()
    let damaged = try segments { record throws(StoreError) in
      record.isDamaged || reports.contains(record.id.fileName) ? true : try lacksFile(record)
    }
    let paths = try stillListed(damaged, \.id).map { $0.id.path(in: path) }
    return reports.contains(Self.catalogReport) ? [try lease().generation.path] + paths : paths
  }

  /// Verifies the checksums of all segments, and reports damage like a search that meets it. ``knownDamage()`` then
  /// includes it.
  package func reportDamagedSegments() throws(StoreError) {
    for (record, _) in try damagedSegments() { Self.reportDamage(of: record.id.path(in: path)) }
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
    return try stillListed(damaged, \.record.id)
  }

  /// Leaves out segments that were merged meanwhile, whose files are rightly gone.
  private func stillListed<Segment>(_ segments: [Segment], _ id: (Segment) -> SegmentID) throws(StoreError) -> [Segment] {
    if segments.isEmpty { return [] }
    let listed = try read { snapshot throws(StoreError) in Set(try snapshot.segmentRecords().map(\.id)) }
    return segments.filter { listed.contains(id($0)) }
  }
}

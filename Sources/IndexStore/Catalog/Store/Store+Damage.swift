// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

extension Store {
  /// Reports to the maintainer that a segment is damaged or missing, by creating an empty file with
  /// the segment's name and the suffix `.damaged`.
  ///
  /// Errors are ignored: a reader may lack permission to write, and its result does not depend on
  /// the report.
  static func reportDamage(of segment: String) {
    do throws(SystemError) { _ = try OwnedDescriptor(opening: Path(segment + damageSuffix), [.write, .create]) } catch {}
  }

  /// Reports to the maintainer that the catalog is damaged. The maintainer verifies it.
  private func reportDamageOfCatalog() { Self.reportDamageOfCatalog(in: path) }

  /// Checks that the store still has its catalog and its folder of segments. A process that has a
  /// file open does not otherwise notice that it was deleted, and its changes are lost.
  ///
  /// - Throws: `StoreError.notFound`, `StoreError.corrupted` if `CURRENT` names no catalog, or the
  ///   system error `ENOENT`.
  package func checkFiles() throws(StoreError) {
    var lease = try lease()
    while try lease.isDeleted() {
      // The catalog may have been replaced by a smaller one meanwhile.
      let next = try self.lease()
      guard next !== lease else { throw .system(call: "stat", path: lease.generation.path, code: Errno.noSuchFileOrDirectory.rawValue) }
      lease = next
    }
    _ = try translatingSystemErrors { () throws(SystemError) in try FileFacts(of: Path(path + "/segments")) }
  }

  /// Calls `body`, and reports damage of the catalog that it meets. A writer acts on the damage
  /// itself.
  func reportingDamageOfCatalog<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    unsafe damage_use_store(nameInMessages)
    do throws(StoreError) {
      return try body()
    } catch {
      if error.isDamageOfCatalog, access == .read { reportDamageOfCatalog() }
      throw error
    }
  }

  static func reportDamageOfCatalog(in path: String) { reportDamage(of: path + "/segments/" + catalogReport) }

  var isReportedAsDamaged: Bool { Path(path + "/segments/" + Self.catalogReport + Self.damageSuffix).exists }

  /// The files that make up the catalog of a store at present: `CURRENT`, and the one that it leads to.
  package static func catalogFiles(of path: String) -> [String] {
    let generation = (try? GenerationPointer(of: path)).map { [path + "/" + $0.name + "/data.mdb"] } ?? []
    return [path + "/CURRENT"] + generation
  }

  /// Time since the catalog was last written, by an import, a daemon, or the record of a use; `nil` if that is unknown.
  package var timeSinceLastWriting: Duration? {
    guard let file = Self.catalogFiles(of: path).last, let facts = FileFacts(at: Path(file)) else { return nil }
    return .seconds(max(0, UnixTime.now - facts.modified.seconds))
  }

  /// The name of a report about the catalog, without ``damageSuffix``.
  static let catalogReport = "catalog"

  static let damageSuffix = ".damaged"
}

extension Store {
  /// Records that segments are damaged.
  ///
  /// - Parameter ids: Segments that are no longer listed are ignored.
  func markDamaged(_ ids: Set<SegmentID>) throws(StoreError) {
    guard !ids.isEmpty else { return }
    try commit(announcing: false) { transaction throws(StoreError) in
      for record in try transaction.snapshot.segmentRecords() where ids.contains(record.id) && !record.isDamaged {
        try transaction.markDamaged(record)
      }
    }
    CrashPoint.damageMarked.pass()
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Segments

// The directory table stores the parent and name of each directory in a file that is read many
// times faster than the catalog.
//
// Invariants:
// 1. For a directory with a number below `Counters.directoriesInTable` that is not in
//    `CatalogTable.movedDirectories`, a listed table has the catalog's parent and name. A directory
//    that is removed has the parent `nowhere`.
// 2. A table is listed only in the generation of the catalog that it was read from, and only by a
//    transaction that finds `Counters.directoryMoves` as it was before the first row was read.
// 3. The catalog is authoritative. A table that is damaged, lost, or too outdated is removed from
//    the list, and nothing waits for a new one.

/// A directory table that is written but not listed yet.
struct DirectoryTableWork {
  /// Number of rows read from one snapshot.
  private static let slice: UInt32 = 1 << 14

  /// Path of the generation, and its counters before the first row was read.
  private let origin: (path: String, counters: Counters)
  private let file: UnlistedSegment
  private let finished: FinishedSegment

  init(_ store: Store) throws(StoreError) {
    let origin = try store.read { snapshot throws(StoreError) in (path: snapshot.path, counters: try snapshot.counters()) }
    let file = try UnlistedSegment(in: store.path)
    let writer = try translatingSegmentErrors { () throws(SegmentError) in try DirectoryTableWriter(path: file.path) }
    while writer.count < origin.counters.nextDirectory {
      let end = min(origin.counters.nextDirectory, writer.count + Self.slice)
      try store.read { snapshot throws(StoreError) in try Self.add(directoriesBelow: end, of: snapshot, to: writer) }
    }
    finished = try translatingSegmentErrors { () throws(SegmentError) in try writer.finish(durable: false) }
    self.origin = origin
    self.file = file
    CrashPoint.directoriesTabled.pass()
  }

  private static func add(
    directoriesBelow end: UInt32, of snapshot: borrowing Snapshot, to writer: DirectoryTableWriter
  ) throws(StoreError) {
    let cursor = try snapshot.transaction.cursor(.directories)
    var isFound = try cursor.seek(Key(DirectoryID(rawValue: writer.count)))
    let noName: [UInt8] = []
    while writer.count < end {
      guard isFound, cursor.number == UInt64(writer.count) else {
        try translatingSegmentErrors { () throws(SegmentError) in try writer.append(parent: DirectoryID.nowhere.rawValue, name: noName.span)
        }
        continue
      }
      let location = try DirectoryLocation(DirectoryID(rawValue: writer.count), cursor.value)
      let name = location.name
      try translatingSegmentErrors { () throws(SegmentError) in try writer.append(parent: location.parent.rawValue, name: name) }
      isFound = try cursor.next()
    }
  }

  /// Lists the table in place of the previous one.
  ///
  /// - Returns: `false` when a directory has moved meanwhile, or the catalog has another
  ///   generation.
  func list(in transaction: borrowing WriteTransaction) throws(StoreError) -> Bool {
    guard transaction.snapshot.path == origin.path else { return false }
    guard transaction.pending.counters.directoryMoves == origin.counters.directoryMoves else { return false }
    try transaction.dropDirectoryTable()
    _ = try transaction.list(file, .directories, documentCount: Int(finished.documentCount), byteCount: finished.byteCount)
    let pending = transaction.pending
    pending.counters.directoriesInTable = finished.documentCount
    return true
  }
}

extension Store {
  /// Rewrites the directory table if that is worthwhile.
  ///
  /// - Returns: Whether a table was written and listed.
  func buildDirectoryTable(at pace: Maintainer.Pace) throws(StoreError) -> Bool {
    guard pace.improvesDirectories else { return false }
    let (total, stale) = try read { snapshot throws(StoreError) in
      let counters = try snapshot.counters()
      let moved = try snapshot.transaction.size(of: .movedDirectories).entries
      return (Int(counters.nextDirectory), Int(counters.nextDirectory - counters.directoriesInTable) + moved)
    }
    guard total >= directoryTableThreshold, stale > (pace == .thorough ? 0 : total / 16) else { return false }
    let work = try DirectoryTableWork(self)
    return try commit(announcing: false) { transaction throws(StoreError) in try work.list(in: transaction) }
  }
}

extension Snapshot {
  /// The directory table, opened; `nil` when there is none or it cannot be read. The catalog has
  /// all of its contents.
  func directoryTable() throws(StoreError) -> DirectoryTable? {
    guard try counters().directoriesInTable > 0 else { return nil }
    guard let record = try segmentRecords().first(where: { $0.layer == .directories }) else { return nil }
    do throws(StoreError) {
      let reader = try lease.generation.segments.reader(record, in: storePath)
      return try translatingSegmentErrors { () throws(SegmentError) in try DirectoryTable(reader) }
    } catch {
      if case .damagedSegment(let path, _) = error { Store.reportDamage(of: path) }
      return nil
    }
  }
}

internal import LMDB
internal import Segments

// The table of directories says where each lies, in a file that is read in a fraction of the time that the catalog takes.
//
// Invariants:
// 1. Of a directory that is numbered below `Counters.directoriesInTable` and is not in `CatalogTable.movedDirectories`, a table that is listed says what
//    the catalog says: parent and name; that a directory is hidden or gone it says as lying nowhere.
// 2. A table is listed only in the generation of the catalog that it was read from, and by a transaction that finds `Counters.directoryMoves` as
//    it was before the table's first row was read.
// 3. The catalog is the truth: a table that is damaged, lost, or behind by too much is taken off the list, and nobody waits for another one.

/// A table of directories that is written but not listed yet.
struct DirectoryTableWork {
  /// Rows read from one snapshot.
  private static let slice: UInt32 = 1 << 14

  /// The generation's folder, and its counters, before the first row was read.
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
      let place = try DirectoryPlace(DirectoryID(rawValue: writer.count), cursor.value)
      let name = place.name
      try translatingSegmentErrors { () throws(SegmentError) in try writer.append(parent: place.parent.rawValue, name: name) }
      isFound = try cursor.next()
    }
  }

  /// Puts the table in the place of the one before.
  ///
  /// - Returns: `false` when a directory has moved meanwhile, or the catalog is another one.
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
  /// Writes the table of directories anew where that is worth it.
  ///
  /// - Returns: Whether it did.
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
  /// The table of directories, opened; `nil` where there is none, or it cannot be read: the catalog knows all of it.
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

// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// Collects the changes of one transaction and packs them into runs.
///
/// A row of ``CatalogTable/changes`` is a list of runs: (kind, directory, first document, count,
/// old directory if moved). Consecutive documents of one directory with the same kind of change
/// form one run, so the additions of a crawl take one run for each directory.
struct ChangeLogWriter {
  struct Run: Equatable {
    var kind: Change.Kind
    var directory: DirectoryID
    var first: DocumentID
    var count: UInt64
    var oldDirectory: DirectoryID?
  }

  private(set) var runs: [Run] = []

  /// Number of the newest changes that the log keeps. Whoever is further behind reads all documents,
  /// which takes no longer than reading as many changes.
  static func capacity(for documents: Int) -> UInt64 { min(max(UInt64(documents), 1 << 14), 1_000_000) }

  /// Maximum number of rows that a transaction removes from the log.
  static let maximumRemovals = 4096

  var isEmpty: Bool { runs.isEmpty }

  mutating func append(_ kind: Change.Kind, _ reference: DocumentReference, from old: DirectoryID?) {
    if let last = runs.last, last.kind == kind, last.directory == reference.directory, last.oldDirectory == old,
      last.first.rawValue + last.count == reference.document.rawValue
    {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(kind: kind, directory: reference.directory, first: reference.document, count: 1, oldDirectory: old))
    }
  }

  /// Returns the collected runs and removes them from the writer.
  mutating func take() -> [Run] {
    defer { runs = [] }
    return runs
  }

  /// Maximum number of runs in a row. A value of this size fits an ordinary LMDB page.
  static let runsPerRow = 100

  static func encode(_ runs: ArraySlice<Run>) -> [UInt8] {
    var writer = ByteWriter(reserving: 8 + runs.count * 12)
    var directory: Int64 = 0
    var document: Int64 = 0
    writer.append(variable: UInt64(runs.count))
    for run in runs {
      writer.append(byte: run.kind.rawValue)
      writer.append(signed: Int64(run.directory.rawValue) - directory)
      writer.append(signed: Int64(bitPattern: run.first.rawValue) &- document)
      writer.append(variable: run.count)
      if run.kind == .moved { writer.append(variable: UInt64(run.oldDirectory?.rawValue ?? 0)) }
      directory = Int64(run.directory.rawValue)
      document = Int64(bitPattern: run.first.rawValue)
    }
    return writer.sealed()
  }

  static func decode(_ bytes: Span<UInt8>) throws(DecodingError) -> [Run] {
    var reader = try ByteReader(checked: bytes)
    var runs: [Run] = []
    var directory: Int64 = 0
    var document: Int64 = 0
    for _ in 0..<(try reader.count(ofAtLeast: 4)) {
      guard let kind = Change.Kind(rawValue: try reader.byte()) else { throw .malformed(at: reader.position) }
      directory &+= try reader.signed()
      document &+= try reader.signed()
      let count = try reader.variable()
      let old = kind == .moved ? DirectoryID(rawValue: UInt32(truncatingIfNeeded: try reader.variable())) : nil
      runs.append(
        Run(
          kind: kind, directory: DirectoryID(rawValue: UInt32(truncatingIfNeeded: directory)),
          first: DocumentID(rawValue: UInt64(bitPattern: document)), count: count, oldDirectory: old))
    }
    guard reader.isAtEnd else { throw .malformed(at: reader.position) }
    return runs
  }
}

extension WriteTransaction {
  /// Appends the transaction's changes to the log and removes those beyond its capacity.
  func writeChanges() throws(StoreError) {
    let pending = pending
    let runs = pending.changes.take()
    for start in stride(from: 0, to: runs.count, by: ChangeLogWriter.runsPerRow) {
      let row = runs[start..<min(start + ChangeLogWriter.runsPerRow, runs.count)]
      try put(.changes, Key(number: pending.counters.sequence + 1), ChangeLogWriter.encode(row), appending: true)
      pending.counters.sequence += row.reduce(0) { $0 + $1.count }
    }
    let capacity = ChangeLogWriter.capacity(for: pending.counters.counts.documents)
    guard pending.counters.sequence - pending.counters.forgotten > capacity + capacity / 16 else { return }
    // Changes that the attributes layer does not contain yet are kept, whatever the capacity.
    try forgetChanges(before: min(pending.counters.sequence - capacity, pending.counters.indexed))
  }

  private func forgetChanges(before limit: UInt64) throws(StoreError) {
    // Only whole rows are removed, when all their changes are beyond the capacity; the log has no
    // gaps.
    for _ in 0..<ChangeLogWriter.maximumRemovals {
      guard let rows = try snapshot.oldestChangeRows(), rows.second <= limit else { return }
      try remove(.changes, Key(number: rows.first))
      pending.counters.forgotten = rows.second - 1
    }
  }
}

extension Snapshot {
  /// The sequence number of the last change.
  package func latestChange() throws(StoreError) -> UInt64 { try counters().sequence }

  /// The first sequence numbers of the two oldest rows; `nil` when the log has fewer than two rows.
  fileprivate func oldestChangeRows() throws(StoreError) -> (first: UInt64, second: UInt64)? {
    let cursor = try transaction.cursor(.changes)
    guard try cursor.first() else { return nil }
    let first = cursor.number
    return try cursor.next() ? (first, cursor.number) : nil
  }

  /// The changes after `sequence`, oldest first.
  ///
  /// - Parameter limit: Approximate maximum number of changes to return: the list ends with the row
  ///   that reaches it. ``ChangeList/latest`` is the sequence number to continue from.
  /// - Returns: `nil` when the log no longer reaches back to `sequence`. The caller must then read
  ///   everything again.
  package func changes(since sequence: UInt64, limit: Int = .max) throws(StoreError) -> ChangeList? {
    let counters = try counters()
    guard sequence >= counters.forgotten, sequence <= counters.sequence else { return nil }
    var list = ChangeList(changes: [], latest: counters.sequence)
    guard sequence < counters.sequence else { return list }
    let cursor = try transaction.cursor(.changes)
    // The row that contains the next change starts at or before that change.
    var found = try cursor.seek(atOrBefore: Key(number: sequence + 1))
    while found {
      var number = cursor.number
      let runs: [ChangeLogWriter.Run]
      do throws(DecodingError) {
        runs = try ChangeLogWriter.decode(cursor.value)
      } catch {
        throw .damaged(.changes, "\(number)", error)
      }
      for run in runs {
        guard number <= counters.sequence, run.count <= counters.sequence - number + 1 else {
          throw .corrupted(object: "row \(number) of the catalog's table 'changes'", reason: "it holds more changes than there were")
        }
        for step in 0..<run.count where number + step > sequence {
          let reference = DocumentReference(directory: run.directory, document: DocumentID(rawValue: run.first.rawValue &+ step))
          list.changes.append(Change(sequence: number + step, kind: run.kind, reference: reference, oldDirectory: run.oldDirectory))
        }
        number += run.count
      }
      if list.changes.count >= limit {
        list.latest = number - 1
        return list
      }
      found = try cursor.next()
    }
    return list
  }
}

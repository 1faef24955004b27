// SPDX-License-Identifier: Apache-2.0

internal import Segments

extension Store {
  /// Merges segments of one layer into one without their dead versions. If no version is live, the
  /// segments are only dropped.
  ///
  /// Call it with the maintenance lock held. The catalog is written only at the end, for a few
  /// milliseconds. The inputs' files remain until ``sweepSegments()``. The new file is flushed to
  /// the disk before the commit that lists it, so data that was durable stays durable.
  ///
  /// - Parameters:
  ///   - isHurried: Whether a second thread may help.
  ///   - vectors: Makes the vectors of documents that lack them; `nil` to leave them out.
  /// - Returns: `false` when an input is no longer listed or turned out to be damaged, which is
  ///   then recorded. Nothing is merged in that case.
  @discardableResult
  func merge(_ records: [SegmentRecord], isHurried: Bool = false, vectors: VectorSource? = nil) throws(StoreError) -> Bool {
    guard access != .read else { throw .openedForReading(path: path) }
    let work: MergeWork?
    do throws(StoreError) {
      work = try MergeWork(records, of: self, isHurried: isHurried, vectors: vectors)
    } catch {
      guard let damaged = records.first(where: { error.isDamage(of: $0, in: path) }) else { throw error }
      try markDamaged([damaged.id])
      return false
    }
    guard let work else { return false }
    defer { CrashPoint.mergeDone.pass() }
    return try commit(announcing: false) { transaction throws(StoreError) in try work.list(in: transaction) }
  }
}

/// A merge that is complete except for its commit.
struct MergeWork {
  private struct Input {
    let record: SegmentRecord
    let reader: SegmentReader
    /// The mask when the merge began.
    let dropped: OrdinalSet
  }

  private let inputs: [Input]
  /// `nil` when no version is live.
  private let output: (file: UnlistedSegment, merged: MergedSegment)?

  /// - Returns: `nil` when one of the inputs is no longer listed.
  init?(_ records: [SegmentRecord], of store: Store, isHurried: Bool = false, vectors: VectorSource? = nil) throws(StoreError) {
    let inputs = try store.read { snapshot throws(StoreError) in try Self.open(records, snapshot) }
    guard let inputs, !inputs.isEmpty else { return nil }
    self.inputs = inputs
    guard inputs.contains(where: { $0.dropped.count < $0.record.documentCount }) else {
      output = nil
      return
    }
    let file = try UnlistedSegment(in: store.path)
    let sources = inputs.map { (segment: $0.reader, dropped: $0.dropped) }
    let merged = try translatingSegmentErrors { () throws(SegmentError) in
      try SegmentMerger.merge(sources, into: file.path, durable: true, isHurried: isHurried, vectors: vectors)
    }
    CrashPoint.mergeWritten.pass()
    output = (file, merged)
  }

  /// Opens the inputs, ordered by their first DocumentID. A result in the order of DocumentIDs
  /// needs no table to find documents.
  ///
  /// - Returns: `nil` when one of the segments is no longer listed.
  private static func open(_ records: [SegmentRecord], _ snapshot: borrowing Snapshot) throws(StoreError) -> [Input]? {
    guard Set(try snapshot.segmentRecords().map(\.id)).isSuperset(of: records.map(\.id)) else { return nil }
    var inputs: [(first: UInt64, input: Input)] = []
    for record in records {
      let reader = try snapshot.lease.generation.segments.reader(record, in: snapshot.storePath)
      let first = try translatingSegmentErrors { () throws(SegmentError) in try reader.documentIDRange?.lowerBound ?? 0 }
      inputs.append((first, Input(record: record, reader: reader, dropped: try snapshot.deadOrdinals(of: record))))
    }
    return inputs.sorted { $0.first < $1.first }.map(\.input)
  }

  /// Lists the output in place of the inputs.
  ///
  /// - Returns: `false` when one of the inputs is no longer listed.
  func list(in transaction: borrowing WriteTransaction) throws(StoreError) -> Bool {
    let listed = try transaction.snapshot.segmentRecords()
    guard inputs.allSatisfy({ listed.contains($0.record) }), let layer = inputs.first?.record.layer else { return false }
    if let output {
      let finished = output.merged.finished
      var died: [UInt32] = []
      for (index, input) in inputs.enumerated() {
        let fresh = try transaction.snapshot.deadOrdinals(of: input.record).subtracting(input.dropped)
        died += output.merged.newOrdinals(ofDead: fresh, input: index)
      }
      let record = try transaction.list(
        output.file, layer, documentCount: Int(finished.documentCount), byteCount: finished.byteCount)
      try transaction.bury(died, in: record)
    }
    for input in inputs { try transaction.unlist(input.record) }
    return true
  }
}

internal import Segments

extension Store {
  /// Makes one segment of several of a layer and leaves out what is dead; of one in which nothing is alive, nothing.
  ///
  /// For the holder of the maintenance lock. The catalog is written to only at the end, for some milliseconds; the inputs' files stay until
  /// ``sweepSegments()``. What was durable stays durable: the new file is on the disk before the commit that lists it.
  ///
  /// - Parameter isHurried: Whether a second thread may help.
  /// - Returns: `false` when an input is no longer listed, or turned out to be damaged, which is recorded: nothing was merged then.
  @discardableResult
  func merge(_ records: [SegmentRecord], isHurried: Bool = false) throws(StoreError) -> Bool {
    guard access != .read else { throw .openedForReading(path: path) }
    let work: MergeWork?
    do throws(StoreError) {
      work = try MergeWork(records, of: self, isHurried: isHurried)
    } catch {
      guard let damaged = records.first(where: { error.isDamage(of: $0, in: path) }) else { throw error }
      try markDamaged([damaged.id])
      return false
    }
    guard let work else { return false }
    defer { CrashPoint.mergeDone.pass() }
    return try commit(announcing: false) { transaction throws(StoreError) in try work.take(place: transaction) }
  }
}

/// A merge that is done but for the commit.
struct MergeWork {
  private struct Input {
    let record: SegmentRecord
    let reader: SegmentReader
    /// What was dead when the merge began.
    let dropped: OrdinalSet
  }

  private let inputs: [Input]
  /// `nil` when nothing was alive.
  private let output: (file: UnlistedSegment, merged: MergedSegment)?

  /// - Returns: `nil` when one of the inputs is not listed.
  init?(_ records: [SegmentRecord], of store: Store, isHurried: Bool = false) throws(StoreError) {
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
      try SegmentMerger.merge(sources, into: file.path, durable: true, isHurried: isHurried)
    }
    CrashPoint.mergeWritten.pass()
    output = (file, merged)
  }

  /// - Returns: In the order of DocumentIDs as far as that goes: a segment in that order needs no table to find documents by.
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

  /// Puts the output in the inputs' place.
  ///
  /// - Returns: `false` when one of the inputs is no longer listed.
  func take(place transaction: borrowing WriteTransaction) throws(StoreError) -> Bool {
    let listed = try transaction.snapshot.segmentRecords()
    guard inputs.allSatisfy({ listed.contains($0.record) }), let layer = inputs.first?.record.layer else { return false }
    if let output {
      let finished = output.merged.finished
      var died: [UInt32] = []
      for (place, input) in inputs.enumerated() {
        let fresh = try transaction.snapshot.deadOrdinals(of: input.record).subtracting(input.dropped)
        died += output.merged.newOrdinals(ofDead: fresh, input: place)
      }
      let record = try transaction.list(
        output.file, layer, documentCount: Int(finished.documentCount), byteCount: finished.byteCount)
      try transaction.bury(died, in: record)
    }
    for input in inputs { try transaction.unlist(input.record) }
    return true
  }
}

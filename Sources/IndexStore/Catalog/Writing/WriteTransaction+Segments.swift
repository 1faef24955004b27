// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Segments
internal import SystemPlatform

extension WriteTransaction {
  /// Renames a finished file and lists it as a segment. If the transaction fails, the file is
  /// removed; if the process dies, a sweep removes it.
  func list(_ file: UnlistedSegment, _ layer: SegmentLayer, documentCount: Int, byteCount: Int) throws(StoreError) -> SegmentRecord {
    let id = SegmentID(rawValue: pending.counters.nextSegment)
    pending.counters.nextSegment += 1
    let path = id.path(in: snapshot.storePath)
    do throws(SystemError) { try Path(file.path).rename(to: Path(path)) } catch { throw StoreError(error, path: path) }
    pending.named.append(id)
    CrashPoint.segmentNamed.pass()
    let record = SegmentRecord(id: id, layer: layer, documentCount: documentCount, byteCount: byteCount)
    try put(.segments, Key(id), record.encoded())
    CrashPoint.segmentListed.pass()
    return record
  }

  /// Removes a segment and its mask from the catalog. The holder of the maintenance lock removes
  /// the file after the commit.
  func unlist(_ segment: SegmentRecord) throws(StoreError) {
    if segment.layer == .directories { try forgetMoves() }
    try remove(.segments, Key(segment.id))
    let chunks = (segment.documentCount + MaskChunk.ordinals - 1) / MaskChunk.ordinals
    for chunk in 0..<chunks { try remove(.masks, Key(segment.id, chunk: UInt32(chunk))) }
    CrashPoint.segmentUnlisted.pass()
  }

  /// Adds ordinals to the mask of a segment.
  ///
  /// - Parameter ordinals: In ascending order.
  func bury(_ ordinals: [UInt32], in segment: SegmentRecord) throws(StoreError) {
    var index = 0
    while index < ordinals.count {
      let chunk = Int(ordinals[index]) / MaskChunk.ordinals
      let key = Key(segment.id, chunk: UInt32(chunk))
      var mask = MaskChunk()
      if let value = try snapshot.transaction.value(.masks, key) { mask = try MaskChunk(segment.id, value) }
      while index < ordinals.count, Int(ordinals[index]) / MaskChunk.ordinals == chunk {
        mask.insert(Int(ordinals[index]) % MaskChunk.ordinals)
        index += 1
      }
      try put(.masks, key, mask.encoded())
    }
  }

  /// Marks all versions of some documents in a layer as dead.
  ///
  /// A segment that turns out to be damaged is recorded as such; all its versions are then replaced
  /// by the repair.
  ///
  /// - Parameters:
  ///   - documents: In ascending order.
  ///   - spared: A segment whose versions stay live.
  func bury(documents: [UInt64], in layer: SegmentLayer, sparing spared: SegmentID? = nil) throws(StoreError) {
    guard !documents.isEmpty else { return }
    for record in try snapshot.segmentRecords() where record.layer == layer && record.id != spared && !record.isDamaged {
      let found: OrdinalSet
      do throws(StoreError) {
        let reader = try snapshot.lease.generation.segments.reader(record, in: snapshot.storePath)
        found = try translatingSegmentErrors { () throws(SegmentError) in try reader.ordinals(ofDocuments: documents) }
      } catch {
        guard error.isDamage(of: record, in: snapshot.storePath) else { throw error }
        try markDamaged(record)
        continue
      }
      if found.isEmpty { continue }
      let fresh = found.subtracting(try snapshot.deadOrdinals(of: record))
      try bury(fresh.ordinals, in: record)
    }
  }
}

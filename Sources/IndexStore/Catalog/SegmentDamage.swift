internal import LMDB
internal import Segments

extension SegmentRecord {
  /// What a search says that needs the segment.
  func damage(in store: String) -> StoreError {
    let path = Snapshot.segmentPath(id, in: store)
    return .damagedSegment(path: path, reason: "the segment \(path) is missing or damaged")
  }

  /// Reads every byte of the segment's file.
  func verify(in store: String) throws(StoreError) {
    guard !isDamaged else { throw damage(in: store) }
    // Not the shared one: that knows some blocks as good already.
    let reader = try SegmentCache().reader(self, in: store)
    try translatingSegmentErrors { () throws(SegmentError) in try reader.verifyChecksums() }
  }
}

extension StoreError {
  /// Whether an error says of a segment that its file is lost or is not what was written. That the file is lost is known only to who looks
  /// for it with a list that is still the latest.
  func isDamage(of segment: SegmentRecord, in store: String) -> Bool {
    switch self {
    case .damagedSegment(let path, _), .outdatedSnapshot(let path): path == Snapshot.segmentPath(segment.id, in: store)
    default: false
    }
  }
}

extension WriteTransaction {
  /// Records that a segment's file is lost or damaged. Its documents wait for ``Store/repair()``; until then searches say why they cannot
  /// answer. A table of directories is taken off the list.
  func markDamaged(_ segment: SegmentRecord) throws(StoreError) {
    // What the catalog knows as well is no loss.
    if segment.layer == .directories { return try unlist(segment) }
    var segment = segment
    segment.isDamaged = true
    try put(.segments, Key(segment.id), segment.encoded())
  }
}

extension Store {
  /// Records which listed segments are damaged.
  ///
  /// - Parameter ids: Those that are no longer listed are passed over.
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

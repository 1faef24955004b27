// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Segments

extension SegmentRecord {
  /// The error of a search that needs the segment.
  func damage(in store: String) -> StoreError {
    let path = id.path(in: store)
    return .damagedSegment(path: path, reason: "the segment \(path) is missing or damaged")
  }

  /// Reads the whole file and verifies its checksums.
  ///
  /// - Throws: `StoreError.damagedSegment` if a checksum does not match or the segment is recorded
  ///   as damaged, `StoreError.outdatedSnapshot` if the file is missing.
  func verify(in store: String) throws(StoreError) {
    guard !isDamaged else { throw damage(in: store) }
    // A separate cache, because the shared reader skips blocks that it has verified before.
    let reader = try SegmentCache().reader(self, in: store)
    try translatingSegmentErrors { () throws(SegmentError) in try reader.verifyChecksums() }
  }
}

extension StoreError {
  /// Whether the error means that the segment's file is lost or damaged.
  ///
  /// A missing file counts as lost only if the caller's list of segments is still the latest.
  func isDamage(of segment: SegmentRecord, in store: String) -> Bool {
    switch self {
    case .damagedSegment(let path, _), .outdatedSnapshot(let path): path == segment.id.path(in: store)
    default: false
    }
  }
}

extension WriteTransaction {
  /// Records that a segment's file is lost or damaged.
  ///
  /// ``Store/repair()`` indexes its documents again. Until then, searches that need the segment
  /// fail with the reason. A directory table is removed from the list instead.
  func markDamaged(_ segment: SegmentRecord) throws(StoreError) {
    // The catalog has everything that a directory table contains, so nothing is lost.
    if segment.layer == .directories { return try unlist(segment) }
    var segment = segment
    segment.isDamaged = true
    try put(.segments, Key(segment.id), segment.encoded())
  }
}

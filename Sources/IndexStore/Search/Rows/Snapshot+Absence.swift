// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Segments

extension Snapshot {
  /// Checks that a document that has no row is gone. Checksums do not cover keys, and LMDB does not find a row
  /// whose key, or a key on the way to it, has changed.
  ///
  /// - Throws: `StoreError.corrupted` if a segment or the list of changes still has it.
  func checkAbsence(of reference: DocumentReference) throws(StoreError) {
    let set = try segmentSet(of: [.attributes])
    var isListed = set.pending.references.contains(reference)
    for segment in set.attributes {
      try translatingSegmentErrors { () throws(SegmentError) in
        let found = try segment.reader.ordinals(ofDocuments: [reference.document.rawValue]).subtracting(segment.dead)
        for ordinal in found.ordinals where try segment.reader.directoryID(of: ordinal) == UInt64(reference.directory.rawValue) {
          isListed = true
        }
      }
    }
    guard isListed else { return }
    let row = "row \(reference.directory.rawValue), \(reference.document.rawValue) of the catalog's table 'documents'"
    throw .corrupted(object: row, reason: "it is missing")
  }
}

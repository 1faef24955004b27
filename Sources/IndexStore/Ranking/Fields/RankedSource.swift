// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// What a ranked query searches, from one snapshot.
struct RankedSource {
  let attributes: [LiveSegment]
  let texts: [LiveTexts]
  let pending: PendingWords
  /// Number of documents.
  let documentCount: Int

  /// - Parameters:
  ///   - time: Seconds since 1970. Items that have expired by then do not count.
  ///   - visible: The documents that count; `nil` for all.
  init(_ snapshot: borrowing Snapshot, at time: Int64, _ visible: DocumentIDSet? = nil) throws(StoreError) {
    let hidden = try snapshot.hiddenDocuments(at: time)
    var set = try snapshot.segmentSet(hiding: hidden)
    if let visible { try set.confine(to: visible) }
    attributes = set.attributes
    pending = try PendingWords(set.pending.references, in: snapshot)
    // Segments of the text layer may still have them, also those that were added and removed since the last indexing.
    let removed = try snapshot.pendingChanges().filter { $0.kind == .removed }.map(\.reference.document.rawValue).sorted()
    let gone = hidden.isEmpty ? removed : Set(removed + hidden).sorted()
    texts = try set.text.map { segment throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try LiveTexts(segment, removed: gone) }
    }
    documentCount = set.attributes.reduce(pending.references.count) { $0 + $1.reader.documentCount - $1.dead.count }
  }

  /// The references of some documents, in the same order; `nil` for those that are gone.
  func references(of documents: [UInt64]) throws(StoreError) -> [DocumentReference?] {
    let sorted = documents.sorted()
    var directories: [UInt64: DirectoryID] = [:]
    for segment in attributes {
      try translatingSegmentErrors { () throws(SegmentError) in
        let ordinals = try segment.reader.ordinals(ofDocuments: sorted).subtracting(segment.dead)
        var found: [UInt64] = []
        try segment.reader.forEachDocumentID(of: ordinals) { _, document in found.append(document) }
        var next = 0
        try segment.reader.forEachDirectoryID(of: ordinals) { _, directory in
          directories[found[next]] = DirectoryID(rawValue: UInt32(truncatingIfNeeded: directory))
          next += 1
        }
      }
    }
    for reference in pending.references { directories[reference.document.rawValue] = reference.directory }
    return documents.map { document in
      directories[document].map { DocumentReference(directory: $0, document: DocumentID(rawValue: document)) }
    }
  }
}

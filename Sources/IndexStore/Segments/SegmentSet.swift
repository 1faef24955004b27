internal import Segments

/// A segment, and which of its versions of documents count.
struct LiveSegment: Sendable {
  let record: SegmentRecord
  let reader: SegmentReader
  /// Those that do not: mostly few, where the others would take a bit for each document of the segment.
  let dead: OrdinalSet

  /// Those that do.
  ///
  /// - Complexity: O(*n* / 64), *n* = documents of the segment.
  var live: OrdinalSet { dead.complement }
}

/// All that a query needs of the segments, taken from one snapshot: the files are mapped, so that merging may remove them meanwhile.
///
/// Every document of the catalog is either live in exactly one segment of ``attributes``, or pending.
struct SegmentSet: Sendable {
  var attributes: [LiveSegment]
  /// What is live here may belong to a document that is gone: it then has no live version in ``attributes`` and is not pending.
  var text: [LiveSegment]
  var pending: PendingDocuments
}

/// The documents that changed since the attributes layer was last brought up to date. A search looks at their rows.
struct PendingDocuments: Sendable, Equatable {
  /// Where to look for their rows, in the order of references; some may be gone by now.
  var references: [DocumentReference] = []
  /// Those of which a segment may have an older version, ascending; documents that are gone included.
  var superseded: [UInt64] = []

  var isEmpty: Bool { references.isEmpty && superseded.isEmpty }
}

extension Snapshot {
  /// The documents that changed after the attributes layer was brought up to date.
  func pendingDocuments() throws(StoreError) -> PendingDocuments { PendingDocuments(try pendingChanges()) }

  /// What changed after the attributes layer was brought up to date.
  func pendingChanges() throws(StoreError) -> [Change] {
    let indexed = try counters().indexed
    guard let list = try changes(since: indexed) else { throw lostChanges(after: indexed) }
    return list.changes
  }

  func lostChanges(after sequence: UInt64) -> StoreError {
    .corrupted(object: path, reason: "the change log begins after change \(sequence), the last one in the segments")
  }

  /// Opens the segments, and applies what is known of their dead.
  ///
  /// - Parameter layers: Whose segments are wanted; what is not opened cannot be damaged.
  /// - Throws: `StoreError.outdatedSnapshot` when a segment was merged away since the snapshot began: take another one.
  func segmentSet(of layers: [SegmentLayer] = SegmentLayer.ofDocuments) throws(StoreError) -> SegmentSet {
    let pending = try pendingDocuments()
    let records = try segmentRecords()
    let cache = lease.generation.segments
    cache.keep(records)
    var set = SegmentSet(attributes: [], text: [], pending: pending)
    for record in records where layers.contains(record.layer) {
      guard !record.isDamaged else { throw record.damage(in: storePath) }
      let reader = try cache.reader(record, in: storePath)
      var dead = try deadOrdinals(of: record)
      switch record.layer {
      case .attributes:
        if !pending.superseded.isEmpty {
          let superseded = try translatingSegmentErrors { () throws(SegmentError) in try reader.ordinals(ofDocuments: pending.superseded) }
          dead = dead.union(superseded)
        }
        set.attributes.append(LiveSegment(record: record, reader: reader, dead: dead))
      case .text: set.text.append(LiveSegment(record: record, reader: reader, dead: dead))
      case .directories: break
      }
    }
    return set
  }
}

extension PendingDocuments {
  /// - Parameter changes: In the order in which they were made.
  init(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    // By documents, and what happened to one in the order of time. Mostly it is that already, and sorting takes no time.
    let order = changes.indices.sorted { (changes[$0].reference.document, $0) < (changes[$1].reference.document, $1) }
    var start = 0
    while start < order.count {
      let document = changes[order[start]].reference.document
      let end = order[start...].firstIndex { changes[$0].reference.document != document } ?? order.count
      let last = changes[order[end - 1]]
      if last.kind != .removed { references.append(last.reference) }
      // A document that was added since is in no segment yet.
      if !order[start..<end].contains(where: { changes[$0].kind == .added }) { superseded.append(document.rawValue) }
      start = end
    }
    references.sort()
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// An open segment and its mask.
struct LiveSegment: Sendable {
  let record: SegmentRecord
  let reader: SegmentReader
  /// The dead ordinals. Usually there are few, so the set is smaller than that of the live ones.
  let dead: OrdinalSet

  /// The live ordinals.
  ///
  /// - Complexity: O(*n* / 64), *n* = documents of the segment.
  var live: OrdinalSet { dead.complement }
}

/// The segments that a query needs, taken from one snapshot. The files are mapped, so a merge may
/// remove them meanwhile.
///
/// Every document of the catalog is either live in exactly one segment of ``attributes``, or
/// pending.
struct SegmentSet: Sendable {
  var attributes: [LiveSegment]
  /// May contain live versions of documents that were removed. Such documents have no live version
  /// in ``attributes`` and are not pending.
  var text: [LiveSegment]
  var pending: PendingDocuments

  /// Leaves out all documents except some.
  mutating func confine(to documents: DocumentIDSet) throws(StoreError) {
    try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
      for index in attributes.indices { try attributes[index].confine(to: documents) }
      for index in text.indices { try text[index].confine(to: documents) }
    }
    pending.references.removeAll { !documents.contains($0.document.rawValue) }
  }
}

extension LiveSegment {
  fileprivate mutating func confine(to documents: DocumentIDSet) throws(SegmentError) {
    self = LiveSegment(record: record, reader: reader, dead: dead.union(try reader.ordinals(of: documents).complement))
  }
}

/// Documents that changed since the attributes layer was last brought up to date. Searches evaluate
/// their rows.
struct PendingDocuments: Sendable, Equatable {
  /// References of the documents, in ascending order. Some documents may be removed by now.
  var references: [DocumentReference] = []
  /// DocumentIDs of those that may have an older version in a segment, ascending, including removed
  /// documents.
  var superseded: [UInt64] = []

  var isEmpty: Bool { references.isEmpty && superseded.isEmpty }
}

extension Snapshot {
  /// The documents that changed since the attributes layer was brought up to date.
  func pendingDocuments() throws(StoreError) -> PendingDocuments { PendingDocuments(try pendingChanges()) }

  /// The changes since the attributes layer was brought up to date.
  func pendingChanges() throws(StoreError) -> [Change] {
    let indexed = try counters().indexed
    guard let list = try changes(since: indexed) else { throw lostChanges(after: indexed) }
    return list.changes
  }

  func lostChanges(after sequence: UInt64) -> StoreError {
    .corrupted(object: path, reason: "the change log begins after change \(sequence), the last one in the segments")
  }

  /// Hides documents although they are still in the catalog.
  ///
  /// - Parameter hidden: DocumentIDs in ascending order.
  private func mask(_ hidden: [UInt64], in pending: inout PendingDocuments) throws(StoreError) {
    if hidden.isEmpty { return }
    pending.references.removeAll { hidden.containsAscending($0.document.rawValue) }
    pending.superseded = Set(pending.superseded).union(hidden).sorted()
  }

  /// Opens the segments and reads their masks.
  ///
  /// - Parameters:
  ///   - layers: The layers to open. Damage in other layers is not noticed.
  ///   - hidden: Documents to hide, ascending; see ``hiddenDocuments(at:)``.
  /// - Throws: `StoreError.outdatedSnapshot` when a segment was merged since the snapshot began;
  ///   retry with a new snapshot. `StoreError.damagedSegment` when a segment is damaged.
  func segmentSet(
    of layers: [SegmentLayer] = SegmentLayer.ofDocuments, hiding hidden: [UInt64] = []
  ) throws(StoreError) -> SegmentSet {
    var pending = try pendingDocuments()
    try mask(hidden, in: &pending)
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
  /// - Parameter changes: In the order of their sequence numbers.
  init(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    // Sorts by document, then by time. The changes are usually in that order already, which makes
    // sorting cheap.
    let order = changes.indices.sorted { (changes[$0].reference.document, $0) < (changes[$1].reference.document, $1) }
    var start = 0
    while start < order.count {
      let document = changes[order[start]].reference.document
      let end = order[start...].firstIndex { changes[$0].reference.document != document } ?? order.count
      let last = changes[order[end - 1]]
      if last.kind != .removed { references.append(last.reference) }
      // A document that was added since then has no version in a segment.
      if !order[start..<end].contains(where: { changes[$0].kind == .added }) { superseded.append(document.rawValue) }
      start = end
    }
    references.sort()
  }
}

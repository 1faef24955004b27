// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Segments

/// What a repair has done.
package struct RepairSummary: Sendable, Equatable {
  /// Damaged segments that were removed from the list.
  package internal(set) var segments = 0
  /// Documents whose names and attributes were indexed again.
  package internal(set) var documents = 0
  /// Texts that were indexed again from the catalog.
  package internal(set) var texts = 0
  /// Documents whose text must be read from their files again.
  package internal(set) var textsToRead = 0

  package var isEmpty: Bool { self == RepairSummary() }

  static func += (left: inout RepairSummary, right: RepairSummary) {
    left.segments += right.segments
    left.documents += right.documents
    left.texts += right.texts
    left.textsToRead += right.textsToRead
  }
}

/// Builds the content of a layer's damaged segments again, or of those with an earlier folding, in slices with one
/// short commit each, so that writers can continue meanwhile.
///
/// Invariants:
/// 1. A damaged segment stays listed until a complete pass over the catalog has found no document
///    that needs it.
/// 2. The number of such documents never grows, because new and changed documents get a version in
///    an intact segment. A repair that is interrupted at any point can therefore simply start
///    again.
/// 3. A segment with an earlier folding answers searches until each of its versions is replaced. A text that the
///    catalog does not store stays in it until the file has been read again.
struct SegmentRepair {
  /// Why the segments are built again.
  enum Reason { case damage, earlierFolding }

  let layer: SegmentLayer
  let reason: Reason
  let damaged: Set<SegmentID>
  private var summary = RepairSummary()

  /// Documents that had a live version in an intact segment when the pass began.
  private var live: DocumentIDSet?
  /// First document of the next slice; `nil` at the start or the end of a pass.
  private var next: DocumentReference?
  private var hasFound = false

  init(_ layer: SegmentLayer, _ reason: Reason, of segments: Set<SegmentID>) {
    self.layer = layer
    self.reason = reason
    damaged = segments
  }

  /// Limits of a slice, chosen so that its commit takes a few milliseconds.
  private static let slice = (documents: 5000, textBytes: 32 << 20)

  /// Repairs the next slice.
  ///
  /// - Returns: `true` when the repair is finished and the damaged segments are no longer listed.
  mutating func step(_ store: Store) throws(StoreError) -> Bool {
    if live == nil { guard try beginPass(store) else { return false } }
    switch layer {
    case .attributes: try indexAgain(store)
    case .text: try takeTextsAgain(store)
    case .directories: preconditionFailure("a damaged table of directories is not listed")
    }
    guard next == nil else { return false }
    live = nil
    guard !hasFound else { return false }
    // Segments with an earlier folding are dropped when all their versions have been replaced.
    guard reason == .damage else { return true }
    summary.segments = try unlist(store)
    CrashPoint.repairDone.pass()
    return true
  }

  /// Returns what was done since the last call.
  mutating func takeSummary() -> RepairSummary {
    defer { summary = RepairSummary() }
    return summary
  }

  /// - Returns: `false` when another segment turned out to be damaged. It is then recorded as such.
  private mutating func beginPass(_ store: Store) throws(StoreError) -> Bool {
    hasFound = false
    next = nil
    let (layer, damaged) = (layer, damaged)
    var suspect: SegmentRecord?
    do throws(StoreError) {
      live = try store.read { snapshot throws(StoreError) in
        var live = DocumentIDSet()
        for record in try snapshot.segmentRecords() where record.layer == layer && !record.isDamaged && !damaged.contains(record.id) {
          suspect = record
          let reader = try snapshot.lease.generation.segments.reader(record, in: snapshot.storePath)
          let ordinals = try snapshot.deadOrdinals(of: record).complement
          live = live.union(try translatingSegmentErrors { () throws(SegmentError) in try reader.documentIDs(of: ordinals) })
        }
        return live
      }
      return true
    } catch {
      guard let suspect, error.isDamage(of: suspect, in: store.path) else { throw error }
      try store.markDamaged([suspect.id])
      return false
    }
  }

  /// Logs the next documents without a live version as changed, so that they are indexed like
  /// others.
  private mutating func indexAgain(_ store: Store) throws(StoreError) {
    let (start, live) = (next, live ?? DocumentIDSet())
    let (found, next) = try store.read { snapshot throws(StoreError) in
      var found: [DocumentReference] = []
      var next: DocumentReference?
      try snapshot.forEachDocument(from: start) { row throws(StoreError) in
        guard found.count < Self.slice.documents else {
          next = row.reference
          return false
        }
        if !live.contains(row.reference.document.rawValue) { found.append(row.reference) }
        return true
      }
      return (found, next)
    }
    self.next = next
    guard !found.isEmpty else { return }
    hasFound = true
    summary.documents += try store.commit(announcing: false) { transaction throws(StoreError) in
      var count = 0
      for reference in found where try transaction.snapshot.transaction.value(.documents, Key(reference)) != nil {
        transaction.log(.changed, reference)
        count += 1
      }
      return count
    }
    CrashPoint.repairLogged.pass()
    try store.indexPending()
  }

  /// Writes a new segment for the next documents without their text, as far as the catalog stores
  /// texts. The other documents become ``ContentState/textPending``.
  private mutating func takeTextsAgain(_ store: Store) throws(StoreError) {
    let slice = try TextSlice(store, from: next, except: live ?? DocumentIDSet(), reason)
    next = slice.next
    guard slice.isNeeded else { return }
    hasFound = true
    CrashPoint.repairTextsWritten.pass()
    let (taken, toRead) = try store.commit { transaction throws(StoreError) in try transaction.take(slice) }
    summary.texts += taken
    summary.textsToRead += toRead
  }

  private func unlist(_ store: Store) throws(StoreError) -> Int {
    let (layer, damaged) = (layer, damaged)
    return try store.commit(announcing: false) { transaction throws(StoreError) in
      var count = 0
      for record in try transaction.snapshot.segmentRecords() where record.layer == layer && damaged.contains(record.id) {
        try transaction.unlist(record)
        count += 1
      }
      return count
    }
  }

  /// Documents whose text is in no intact segment, and a new segment with those texts that the
  /// catalog has.
  fileprivate struct TextSlice {
    /// The last change that the texts include.
    let sequence: UInt64
    let reason: Reason
    let run: TextSegmentWriter
    var taken: [(reference: DocumentReference, text: TextSegmentWriter.Document)] = []
    var toRead: [DocumentReference] = []
    var next: DocumentReference?

    var isNeeded: Bool { !taken.isEmpty || !toRead.isEmpty }

    init(_ store: Store, from start: DocumentReference?, except live: DocumentIDSet, _ reason: Reason) throws(StoreError) {
      self.reason = reason
      let run = try TextSegmentWriter(for: store)
      var (taken, toRead) = ([(reference: DocumentReference, text: TextSegmentWriter.Document)](), [DocumentReference]())
      var next: DocumentReference?
      sequence = try store.read { snapshot throws(StoreError) in
        try snapshot.forEachDocument(from: start) { row throws(StoreError) in
          guard taken.count + toRead.count < SegmentRepair.slice.documents, run.textBytes < SegmentRepair.slice.textBytes else {
            next = row.reference
            return false
          }
          guard row.hasText, !live.contains(row.reference.document.rawValue) else { return true }
          if let text = try Self.text(of: row.reference.document, row.type, snapshot, run) {
            taken.append((row.reference, text))
          } else if reason == .damage || row.content == .current {
            // Otherwise the file is going to be read again, or cannot be.
            toRead.append(row.reference)
          }
          return true
        }
        return try snapshot.counters().sequence
      }
      try run.finish()
      (self.run, self.taken, self.toRead, self.next) = (run, taken, toRead, next)
    }

    /// - Returns: `nil` when the catalog does not store the text, or its row is damaged.
    private static func text(
      of document: DocumentID, _ type: TypeID, _ snapshot: borrowing Snapshot, _ run: TextSegmentWriter
    ) throws(StoreError) -> TextSegmentWriter.Document? {
      guard try snapshot.hasText(document) else { return nil }
      let contentType = try snapshot.contentType(type)
      let textDocument = try run.beginDocument(
        document, hasMeaning: contentType?.textHasMeaning ?? true, isRecognized: try snapshot.hasRecognizedText(document, contentType))
      do throws(StoreError) {
        try snapshot.forEachTextChunk(of: document) { text throws(StoreError) in
          try run.add(text)
          return true
        }
        return textDocument
      } catch {
        guard case .corrupted = error else { throw error }
        return nil
      }
    }
  }
}

extension WriteTransaction {
  /// Adds texts that were indexed again. Documents that changed meanwhile are left to the next
  /// pass.
  ///
  /// - Returns: The number of texts added, and the number of documents whose text must be read
  ///   again.
  fileprivate func take(_ slice: SegmentRepair.TextSlice) throws(StoreError) -> (taken: Int, toRead: Int) {
    guard let changes = try snapshot.changes(since: slice.sequence)?.changes else { return (0, 0) }
    let touched = Set(changes.map(\.reference.document))
    var (taken, toRead) = (0, 0)
    try add(slice.run)
    for (reference, text) in slice.taken where !touched.contains(reference.document) {
      guard var file = try stored(at: reference) else { continue }
      try setText(text, of: &file, reference.document)
      taken += 1
    }
    for reference in slice.toRead where !touched.contains(reference.document) {
      guard var file = try stored(at: reference) else { continue }
      if slice.reason == .damage { try setText(nil, of: &file, reference.document) }
      // A document whose whole content is pending keeps that state.
      try set(&file, file.content == .current ? .textPending : file.content, nil, at: reference)
      toRead += 1
    }
    return (taken, toRead)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import Threading
internal import WordVectors

/// Maintains a store: indexes pending changes, merges segments, repairs damaged ones, sweeps and
/// compacts. At most one maintainer of a store exists in all processes; when it ends or its process
/// dies, another one can be created.
///
/// It works in steps, most urgent first, and is told how busy the store is. Use it from one thread
/// at a time.
package struct Maintainer: ~Copyable {
  /// How much work is done beyond the necessary.
  package enum Pace: Sendable, Equatable {
    /// Other threads write: only work that keeps searches fast.
    case besideWriting
    /// An import writes: as ``besideWriting``, but merges that ``afterImport`` does better are left
    /// to it, so that each name is written fewer times.
    case besideImport
    /// A program adds many items: as ``besideWriting``, but more changes are left pending, which gives
    /// fewer and larger segments.
    case besideItems(maximumPending: UInt64)
    /// An import has ended: in addition, reduces the number of segments by merging only those
    /// created since the maintainer began. The cost is a fraction of the import's, however large
    /// the store.
    case afterImport
    /// Nobody has written for a while: in addition, makes the store smaller and searches faster. A
    /// few pending documents may remain.
    case quiet
    /// All work there is.
    case thorough

    /// Maximum number of changes left pending. A search evaluates each pending document, which
    /// takes some microseconds; indexing them takes some milliseconds and a few kilobytes of disk
    /// space.
    var maximumPending: UInt64 {
      switch self {
      case .besideWriting: 1000
      case .besideImport: 12_000
      case .besideItems(let maximum): maximum
      case .quiet: 100
      case .afterImport, .thorough: 0
      }
    }

    /// Maximum number of bytes of attribute records left pending.
    var maximumPendingBytes: UInt64 {
      if case .besideItems(let maximum) = self { return maximum * Store.maximumPendingBytes / 2000 }
      return Store.maximumPendingBytes / 2
    }

    /// Whether old segments and the catalog are rewritten although nothing was added to them.
    var improvesAll: Bool {
      switch self {
      case .besideWriting, .besideItems, .besideImport, .afterImport: false
      case .quiet, .thorough: true
      }
    }

    /// Whether the directory table is rewritten when many directories are missing from it or have
    /// moved.
    var improvesDirectories: Bool {
      switch self {
      case .besideWriting, .besideItems, .besideImport: false
      case .afterImport, .quiet, .thorough: true
      }
    }
  }

  /// The result of a step.
  package enum Work: Sendable, Equatable {
    case indexed
    /// - Parameter segments: Number of segments that were merged into one, or dropped because all
    ///   their versions are dead.
    case merged(segments: Int)
    case repaired(RepairSummary)
    /// Words and values of segments with an earlier folding were folded again.
    case foldedAgain(RepairSummary)
    /// A segment was rewritten with the vectors of its documents.
    case madeVectors
    /// The directory table was rewritten.
    case tabledDirectories
    case swept
    case compacted
  }

  private let store: Store
  private let lock: MaintenanceLock
  /// The first SegmentID that was not used yet when this maintainer, or what it works for, began.
  private let firstNew: SegmentID
  /// Whether this maintainer has checked that all listed segments have their files.
  private var hasLookedForFiles = false
  private var mayHaveLeftovers = true
  /// Called between pieces of a merge, which may take minutes; may wait. No transaction is open then.
  package var pausePoint: (@Sendable () -> Void)?
  /// A repair that is not finished.
  private var openRepair: SegmentRepair?
  /// Folding that is not finished.
  private var openFolding: SegmentRepair?
  /// Segments with an earlier folding that only wait for files to be read again.
  private var foldedSegments: Set<SegmentID> = []
  /// Segments that were to be rewritten with vectors.
  private var segmentsWithoutVectors: Set<SegmentID> = []

  /// - Parameter firstNew: See ``Pace/afterImport``; `nil` for the next one.
  /// - Returns: `nil` when another process or thread maintains the store.
  package init?(of store: Store, since firstNew: SegmentID? = nil) throws(StoreError) {
    let next = try store.nextSegment()
    guard let lock = try store.maintenanceLock() else { return nil }
    self.store = store
    self.lock = lock
    self.firstNew = firstNew ?? next
  }

  /// Does the most urgent piece of work.
  ///
  /// - Returns: What was done; `nil` when nothing is left to do.
  /// - Throws: `StoreError.diskFull` when making the store smaller needs more room first. The store
  ///   is then unchanged.
  package mutating func step(_ pace: Pace) throws(StoreError) -> Work? {
    if let summary = try repairSome() { return .repaired(summary) }
    if try store.indexPending(at: pace) { return .indexed }
    let records = try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
    for layer in SegmentLayer.ofDocuments {
      let merge = try dueMerge(of: records.filter { $0.layer == layer }, layer, at: pace)
      guard !merge.isEmpty else { continue }
      // If an input is damaged, the merge records that, and the next step repairs it.
      _ = try Thread.withPausePoint(pausePoint) { () throws(StoreError) in try store.merge(merge, isHurried: pace == .afterImport) }
      mayHaveLeftovers = true
      return .merged(segments: merge.count)
    }
    if try store.buildDirectoryTable(at: pace) {
      mayHaveLeftovers = true
      return .tabledDirectories
    }
    if pace.improvesAll, let summary = try foldSome(records) { return .foldedAgain(summary) }
    if pace.improvesAll, try makeSomeVectors(records) { return .madeVectors }
    if mayHaveLeftovers {
      try store.sweepSegments()
      mayHaveLeftovers = false
      return .swept
    }
    guard try isCompactionDue(at: pace) else { return nil }
    try store.compact()
    return .compacted
  }

  private func isCompactionDue(at pace: Pace) throws(StoreError) -> Bool {
    switch pace {
    case .besideWriting, .besideItems, .besideImport: return false
    case .afterImport:
      // An import leaves free pages where its last commits replaced rows. Copying a catalog of this
      // size takes a tenth of a second.
      let space = try store.read { snapshot throws(StoreError) in try snapshot.space() }
      return (1 << 20...64 << 20).contains(space.fileBytes) && space.freeBytes * 50 > space.fileBytes
    case .quiet, .thorough: return try store.statistics().needsCompaction
    }
  }

  private func dueMerge(of records: [SegmentRecord], _ layer: SegmentLayer, at pace: Pace) throws(StoreError) -> [SegmentRecord] {
    switch pace {
    case .besideWriting, .besideItems, .quiet, .thorough:
      return try store.dueMerge(of: records, MergePolicy(for: layer, isQuiet: pace.improvesAll))
    case .besideImport: return try store.dueMerge(of: records, .duringImport(of: layer))
    case .afterImport:
      let due = try store.dueMerge(of: records, MergePolicy(for: layer, isQuiet: false))
      return due.isEmpty ? try store.dueMerge(of: records.filter { $0.id >= firstNew }, .afterImport(of: layer)) : due
    }
  }

  /// Does steps until nothing is left to do.
  package mutating func finish(_ pace: Pace) throws(StoreError) {
    while try step(pace) != nil {}
  }

  /// Repairs all segments that are known to be lost or damaged.
  mutating func repair() throws(StoreError) -> RepairSummary {
    var summary = RepairSummary()
    while let step = try repairSome() { summary += step }
    return summary
  }

  /// - Returns: `nil` when no segment is damaged.
  private mutating func repairSome() throws(StoreError) -> RepairSummary? {
    if !hasLookedForFiles {
      try store.lookForSegmentFiles()
      hasLookedForFiles = true
    }
    try store.takeDamageReports()
    let damaged = try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords().filter(\.isDamaged) }
    guard let layer = damaged.first?.layer else { return nil }
    let ids = Set(damaged.lazy.filter { $0.layer == layer }.map(\.id))
    // More segments may have been found damaged since the last step; the repair then starts again.
    var work = openRepair.flatMap { $0.layer == layer && $0.damaged == ids ? $0 : nil } ?? SegmentRepair(layer, .damage, of: ids)
    let isDone = try work.step(store)
    mayHaveLeftovers = true
    let summary = work.takeSummary()
    openRepair = isDone ? nil : work
    return summary
  }

  /// Rewrites a segment that lacks vectors of the present model.
  ///
  /// - Returns: Whether there was one.
  private mutating func makeSomeVectors(_ records: [SegmentRecord]) throws(StoreError) -> Bool {
    guard let model = try store.vectorsForWriting() else { return false }
    let vectors = VectorSource(model, fields: RankedField.allCases.filter(\.hasMeaning).map(\.words))
    guard let record = try store.segment(lacking: vectors, among: records.filter { !segmentsWithoutVectors.contains($0.id) }) else {
      return false
    }
    let pausePoint = pausePoint
    _ = try Thread.withPausePoint(pausePoint) { () throws(StoreError) in try store.merge([record], vectors: vectors) }
    segmentsWithoutVectors.insert(record.id)
    mayHaveLeftovers = true
    return true
  }

  /// Folds the next words and values again of segments with an earlier folding.
  ///
  /// - Returns: `nil` when nothing is left to do.
  private mutating func foldSome(_ records: [SegmentRecord]) throws(StoreError) -> RepairSummary? {
    let earlier = try store.separatingEarlierFoldings(records.filter { SegmentLayer.ofDocuments.contains($0.layer) }).earlier
    guard let layer = earlier.first(where: { !foldedSegments.contains($0.id) })?.layer else { return nil }
    let ids = Set(earlier.lazy.filter { $0.layer == layer }.map(\.id))
    var work = openFolding.flatMap { $0.layer == layer && $0.damaged == ids ? $0 : nil } ?? SegmentRepair(layer, .earlierFolding, of: ids)
    let isDone = try work.step(store)
    mayHaveLeftovers = true
    let summary = work.takeSummary()
    openFolding = isDone ? nil : work
    if isDone { foldedSegments.formUnion(ids) }
    return summary
  }
}

extension Store {
  /// The first SegmentID that is not used yet.
  package func nextSegment() throws(StoreError) -> SegmentID { SegmentID(rawValue: try counters().nextSegment) }

  /// The first undamaged segment without the vectors of a model; `nil` if all have them.
  func segment(lacking vectors: VectorSource, among records: [SegmentRecord]) throws(StoreError) -> SegmentRecord? {
    try read { snapshot throws(StoreError) in
      for record in records where SegmentLayer.ofDocuments.contains(record.layer) && !record.isDamaged {
        do throws(StoreError) {
          let reader = try snapshot.lease.generation.segments.reader(record, in: snapshot.storePath)
          let isUpToDate = try translatingSegmentErrors { () throws(SegmentError) in try vectors.isUpToDate(reader) }
          if !isUpToDate { return record }
        } catch {
          guard error.isDamage(of: record, in: snapshot.storePath) else { throw error }
        }
      }
      return nil
    }
  }

  /// Divides undamaged segments by the version of their folding. Segments that are gone meanwhile are left out.
  func separatingEarlierFoldings(
    _ records: [SegmentRecord]
  ) throws(StoreError) -> (present: [SegmentRecord], earlier: [SegmentRecord]) {
    try read { snapshot throws(StoreError) in
      var (present, earlier) = ([SegmentRecord](), [SegmentRecord]())
      for record in records {
        do throws(StoreError) {
          let reader = try snapshot.lease.generation.segments.reader(record, in: snapshot.storePath)
          if reader.hasEarlierFolding { earlier.append(record) } else { present.append(record) }
        } catch {
          // The merge that reads it finds out what is wrong with it.
          guard error.isDamage(of: record, in: snapshot.storePath) else { throw error }
          present.append(record)
        }
      }
      return (present, earlier)
    }
  }

  /// Creates the folder of segments, which the maintenance service watches.
  package func prepareForMaintenance() throws(StoreError) { try UnlistedSegment.makeFolder(in: path) }

  /// Notifies other processes that nobody maintains the store any more.
  package func announceMaintenance() {
    if let number = try? read({ snapshot throws(StoreError) in snapshot.number }) { announcer.announce(number) }
  }

  /// Indexes pending changes if there are more than the pace allows.
  ///
  /// - Returns: Whether anything was pending.
  @discardableResult
  package func indexPending(at pace: Maintainer.Pace) throws(StoreError) -> Bool {
    try indexPending { $0.sequence - $0.indexed > pace.maximumPending || $0.pendingBytes > pace.maximumPendingBytes }
  }

  /// The segments of a layer to merge next; empty when none are due.
  ///
  /// - Parameter records: Segments of one layer.
  func dueMerge(of records: [SegmentRecord], _ policy: MergePolicy) throws(StoreError) -> [SegmentRecord] {
    let (intact, earlier) = try separatingEarlierFoldings(records.filter { !$0.isDamaged })
    // Their documents are indexed again one by one; until then, nothing else changes them.
    let dropped = try mergeCandidates(earlier).enumerated().filter { $0.element.dead == $0.element.documents }.map { earlier[$0.offset] }
    if !dropped.isEmpty { return dropped }
    return policy.next(try mergeCandidates(intact)).map { indices in indices.map { intact[$0] } } ?? []
  }

  /// What the merge policy needs to know of segments. Those that are no longer listed count as
  /// fully live.
  func mergeCandidates(_ records: [SegmentRecord]) throws(StoreError) -> [MergePolicy.Segment] {
    try read { snapshot throws(StoreError) in
      try records.map { record throws(StoreError) in
        MergePolicy.Segment(
          size: record.layer == .text ? record.byteCount : record.documentCount, documents: record.documentCount,
          dead: try snapshot.deadCount(in: record))
      }
    }
  }
}

internal import Glibc

/// Looks after a store: takes up what is pending, merges segments, builds damaged ones again, sweeps, compacts. One at a time does, in
/// whatever process; when it ends or dies another one can.
///
/// Works in steps, the most urgent first, and is told how busy the store is. For one thread at a time.
package struct Maintainer: ~Copyable {
  /// How much is done beyond what has to be.
  package enum Pace: Sendable {
    /// Others write: what keeps searches fast.
    case besideWriting
    /// An import writes: as much, but that its end sees to what it leaves of segments, so that each name is written fewer times.
    case besideImport
    /// An import is over: also what leaves few segments to search, made of those alone that are new since the maintainer began. So it costs a
    /// part of what the import did, however large the store.
    case afterImport
    /// Nobody has written for a while: also what makes the store smaller and searches faster, but for a few pending documents.
    case quiet
    /// All there is to do.
    case thorough

    /// So many changes are left pending. Searches look at the document of each, which takes some microseconds; taking them up takes some
    /// milliseconds and a few more kilobytes on the disk.
    var maximumPending: UInt64 {
      switch self {
      case .besideWriting: 1000
      case .besideImport: 12_000
      case .quiet: 100
      case .afterImport, .thorough: 0
      }
    }

    /// Whether old segments, and the catalog, are written again though nothing has come to them.
    var improvesAll: Bool {
      switch self {
      case .besideWriting, .besideImport, .afterImport: false
      case .quiet, .thorough: true
      }
    }

    /// Whether the table of directories is written anew when many are not in it, or not where it says.
    var improvesDirectories: Bool {
      switch self {
      case .besideWriting, .besideImport: false
      case .afterImport, .quiet, .thorough: true
      }
    }
  }

  /// What a step did.
  package enum Work: Sendable, Equatable {
    case indexed
    /// - Parameter segments: How many became one or, when nothing was alive in them, none.
    case merged(segments: Int)
    case repaired(RepairSummary)
    /// The table of directories was written anew.
    case tabledDirectories
    case swept
    case compacted
  }

  private let store: Store
  private let lock: MaintenanceLock
  /// The first of the segments that are new since this began.
  private let firstNew: SegmentID
  /// Whether the files of all listed segments have been looked for since the last maintainer.
  private var hasLookedForFiles = false
  private var mayHaveLeftovers = true
  /// A repair that is not done yet.
  private var openRepair: SegmentRepair?

  /// - Returns: `nil` when another process or thread looks after the store.
  package init?(of store: Store) throws(StoreError) {
    let next = try store.counters().nextSegment
    guard let lock = try store.maintenanceLock() else { return nil }
    self.store = store
    self.lock = lock
    firstNew = SegmentID(rawValue: next)
  }

  /// Does the most urgent piece of work.
  ///
  /// - Returns: What was done; `nil` when nothing is left to do.
  /// - Throws: `StoreError.diskFull` where what makes the store smaller needs room first; everything is as it was then.
  package mutating func step(_ pace: Pace) throws(StoreError) -> Work? {
    if let summary = try repairSome() { return .repaired(summary) }
    if try store.indexPending(at: pace) { return .indexed }
    let records = try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
    for layer in SegmentLayer.ofDocuments {
      let merge = try dueMerge(of: records.filter { $0.layer == layer }, layer, at: pace)
      guard !merge.isEmpty else { continue }
      // What is damaged is found out and recorded: the next step sees to it.
      try store.merge(merge, isHurried: pace == .afterImport)
      mayHaveLeftovers = true
      return .merged(segments: merge.count)
    }
    if try store.buildDirectoryTable(at: pace) {
      mayHaveLeftovers = true
      return .tabledDirectories
    }
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
    case .besideWriting, .besideImport: return false
    case .afterImport:
      // An import leaves what its last commits took up; a catalog of this length is copied in a tenth of a second.
      let space = try store.read { snapshot throws(StoreError) in try snapshot.space() }
      return (1 << 20...64 << 20).contains(space.fileBytes) && space.freeBytes * 50 > space.fileBytes
    case .quiet, .thorough: return try store.statistics().needsCompaction
    }
  }

  private func dueMerge(of records: [SegmentRecord], _ layer: SegmentLayer, at pace: Pace) throws(StoreError) -> [SegmentRecord] {
    switch pace {
    case .besideWriting, .quiet, .thorough: return try store.dueMerge(of: records, MergePolicy(for: layer, isQuiet: pace.improvesAll))
    case .besideImport: return try store.dueMerge(of: records, .duringImport(of: layer))
    case .afterImport:
      let due = try store.dueMerge(of: records, MergePolicy(for: layer, isQuiet: false))
      return due.isEmpty ? try store.dueMerge(of: records.filter { $0.id >= firstNew }, .afterImport(of: layer)) : due
    }
  }

  /// Steps until nothing is left to do.
  package mutating func finish(_ pace: Pace) throws(StoreError) {
    while try step(pace) != nil {}
  }

  /// Builds again all that is known to be lost or damaged.
  mutating func repair() throws(StoreError) -> RepairSummary {
    var summary = RepairSummary()
    while let step = try repairSome() { summary += step }
    return summary
  }

  /// - Returns: `nil` when nothing is damaged.
  private mutating func repairSome() throws(StoreError) -> RepairSummary? {
    if !hasLookedForFiles {
      try store.lookForSegmentFiles()
      hasLookedForFiles = true
    }
    try store.takeDamageReports()
    let damaged = try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords().filter(\.isDamaged) }
    guard let layer = damaged.first?.layer else { return nil }
    let ids = Set(damaged.lazy.filter { $0.layer == layer }.map(\.id))
    // More may have been found out since the last step.
    var work = openRepair.flatMap { $0.layer == layer && $0.damaged == ids ? $0 : nil } ?? SegmentRepair(layer, damaged: ids)
    let isDone = try work.step(store)
    mayHaveLeftovers = true
    let summary = work.takeSummary()
    openRepair = isDone ? nil : work
    return summary
  }
}

extension Store {
  /// Makes sure that there is what a maintainer watches.
  package func prepareForMaintenance() throws(StoreError) { try UnlistedSegment.makeFolder(in: path) }

  /// Tells others that nobody looks after the store any more.
  package func announceMaintenance() {
    if let number = try? read({ snapshot throws(StoreError) in snapshot.number }) { announcer.announce(number) }
  }

  /// Takes up what is pending where that is more than a pace leaves.
  @discardableResult
  package func indexPending(at pace: Maintainer.Pace) throws(StoreError) -> Bool {
    try indexPending { $0.sequence - $0.indexed > pace.maximumPending || $0.pendingBytes > Self.maximumPendingBytes / 2 }
  }

  /// The segments of a layer that are to become one next; empty when none are.
  ///
  /// - Parameter records: Of one layer.
  func dueMerge(of records: [SegmentRecord], _ policy: MergePolicy) throws(StoreError) -> [SegmentRecord] {
    let intact = records.filter { !$0.isDamaged }
    return policy.next(try mergeCandidates(intact)).map { places in places.map { intact[$0] } } ?? []
  }

  /// Segments as far as merging cares; what is no longer listed is taken for alive.
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

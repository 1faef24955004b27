internal import Synchronization

/// What writers do themselves, so that a layer never has more than a bounded number of segments: each search looks into all of them, and so
/// does each commit that replaces a text.
///
/// 1. What a layer is due to have merged is merged by the writer whose commit made it due, after that commit, unless somebody looks after the
///    store. One does it at a time, and only for the one merge; the others go on.
/// 2. A layer with more than ``mostSegments`` is relieved by whoever writes next, whoever looks after the store: the maintainer is behind, or
///    is busy with a long merge. Other writers of the process wait for that.
extension Store {
  /// Segments of a layer beyond which writers wait for a merge. Those that are in the middle of a commit then may still add one each.
  static let mostSegments = 64

  /// So many new segments are left unseen: looking costs some microseconds for each segment.
  private static let segmentsBetweenLooks = 4

  /// Sees to what has to be done before a store is written to again.
  func relieve() throws(StoreError) {
    guard access != .read else { throw .openedForReading(path: path) }
    let (counters, segmentCount) = try read { snapshot throws(StoreError) in
      (try snapshot.counters(), try snapshot.transaction.size(of: .segments).entries)
    }
    if isOverfull(counters) { try relievePending() }
    guard segmentCount > Self.mostSegments else { return }
    let lease = try lease()
    do throws(StoreError) {
      for layer in SegmentLayer.ofDocuments where try intactSegments(of: layer).count > Self.mostSegments {
        try lease.environment.relief.withLock { _ throws(StoreError) in try relieve(layer) }
      }
    } catch {
      // The change itself may need less room than a merge, and says so if not.
      switch error {
      case .diskFull, .fileTooLarge: break
      default: throw error
      }
    }
  }

  /// Merges what commits of this process have made due, unless somebody looks after the store. Those commits stand: what goes wrong here is
  /// not their error. It is met again by the next maintainer, or by the writer that has to wait for a merge.
  func mergeIfDue() {
    do throws(StoreError) {
      let lease = try lease()
      let seen = lease.environment.segmentsSeen.load(ordering: .relaxed)
      let next = try counters().nextSegment
      guard Int(next) - Int(seen) >= Self.segmentsBetweenLooks,
        lease.environment.segmentsSeen.compareExchange(expected: seen, desired: next, ordering: .relaxed).exchanged
      else { return }
      try mergeWhatIsDue()
    } catch {}
  }

  /// Merges what is due, one merge in each layer, if nobody looks after the store.
  private func mergeWhatIsDue() throws(StoreError) {
    var due: [[SegmentRecord]] = []
    for layer in SegmentLayer.ofDocuments {
      due.append(try dueMerge(of: try intactSegments(of: layer), MergePolicy(for: layer, isQuiet: false)))
    }
    guard !due.allSatisfy(\.isEmpty), let lock = try maintenanceLock() else { return }
    // Merged away meanwhile, they are left alone.
    for records in due where !records.isEmpty { try merge(records) }
    try sweepSegments()
    _ = consume lock
  }

  /// Merges the newest segments of a layer that has too many: what a maintainer is busy with is older.
  private func relieve(_ layer: SegmentLayer) throws(StoreError) {
    let records = try intactSegments(of: layer)
    guard records.count > Self.mostSegments else { return }
    let candidates = try mergeCandidates(records)
    try merge(MergePolicy.relief(candidates, keeping: Self.mostSegments / 2).map { records[$0] })
  }

  /// In the order of SegmentIDs.
  private func intactSegments(of layer: SegmentLayer) throws(StoreError) -> [SegmentRecord] {
    try read { snapshot throws(StoreError) in try snapshot.segmentRecords() }.filter { $0.layer == layer && !$0.isDamaged }
  }
}

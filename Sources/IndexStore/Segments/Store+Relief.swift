internal import LMDB
internal import Synchronization

/// What writers do themselves, so that a layer never has more than a bounded number of segments (each search looks into all of them, and so
/// does each commit that replaces a text), and the catalog's file never much more than twice the length of what is in it.
///
/// 1. What a layer is due to have merged is merged by the writer whose commit made it due, after that commit, unless somebody looks after the
///    store. One does it at a time, and only for the one merge; the others go on.
/// 2. A layer with more than ``maximumSegments`` is relieved by whoever writes next, whoever looks after the store: the maintainer is behind, or
///    is busy with a long merge. Other writers of the process wait for that.
/// 3. A catalog that grows although most of it holds nothing is compacted by whoever writes next: somebody reads an old version of it, and LMDB
///    keeps every page since then. A reader may have been stopped in the middle of that, and never go on.
extension Store {
  /// Segments of a layer beyond which writers wait for a merge. Those that are in the middle of a commit then may still add one each.
  static let maximumSegments = 64

  /// So much of the catalog may hold nothing, in bytes, and so much of its growth is left unseen.
  static let (maximumFreeBytes, growthBetweenLooks) = (32 << 20, 4 << 20)

  /// So many new segments are left unseen: looking costs some microseconds for each segment.
  private static let segmentsBetweenLooks = 4

  /// Sees to what has to be done before a store is written to again.
  func relieve() throws(StoreError) {
    guard access != .read else { throw .openedForReading(path: path) }
    let (counters, segmentCount) = try read { snapshot throws(StoreError) in
      (try snapshot.counters(), try snapshot.transaction.size(of: .segments).entries)
    }
    if isOverfull(counters) { try relievePending() }
    do throws(StoreError) {
      try relieveCatalog()
      if segmentCount > Self.maximumSegments { try relieveLayers() }
    } catch {
      // The change itself may need less room than this, and says so if not.
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
      let seen = lease.generation.segmentsSeen.load(ordering: .relaxed)
      let next = try counters().nextSegment
      guard Int(next) - Int(seen) >= Self.segmentsBetweenLooks,
        lease.generation.segmentsSeen.compareExchange(expected: seen, desired: next, ordering: .relaxed).exchanged
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

  private func relieveLayers() throws(StoreError) {
    let lease = try lease()
    for layer in SegmentLayer.ofDocuments where try intactSegments(of: layer).count > Self.maximumSegments {
      try lease.generation.relief.withLock { _ throws(StoreError) in try relieve(layer) }
    }
  }

  /// Compacts the catalog when it has grown and most of it holds nothing. So what is copied is less than what has been written since the last
  /// time, and writers that find no room for the copy try again after the next growth only.
  private func relieveCatalog() throws(StoreError) {
    let lease = try lease()
    let generation = lease.generation
    let last = generation.environment.information.lastPage
    let seen = generation.lastPageSeen.load(ordering: .relaxed)
    guard (last - seen) * generation.environment.pageSize >= Self.growthBetweenLooks,
      generation.lastPageSeen.compareExchange(expected: seen, desired: last, ordering: .relaxed).exchanged,
      try read({ snapshot throws(StoreError) in try snapshot.isMostlyFree })
    else { return }
    // Another process may be faster.
    try compact { snapshot throws(StoreError) in try snapshot.isMostlyFree }
  }

  /// Merges the newest segments of a layer that has too many: what a maintainer is busy with is older.
  private func relieve(_ layer: SegmentLayer) throws(StoreError) {
    let records = try intactSegments(of: layer)
    guard records.count > Self.maximumSegments else { return }
    let candidates = try mergeCandidates(records)
    try merge(MergePolicy.relief(candidates, keeping: Self.maximumSegments / 2).map { records[$0] })
  }

  /// In the order of SegmentIDs.
  private func intactSegments(of layer: SegmentLayer) throws(StoreError) -> [SegmentRecord] {
    try read { snapshot throws(StoreError) in try snapshot.segmentRecords() }.filter { $0.layer == layer && !$0.isDamaged }
  }
}

extension Snapshot {
  /// Whether less than half of the catalog's file holds anything, and that is worth a copy.
  fileprivate var isMostlyFree: Bool {
    get throws(StoreError) {
      let space = try space()
      return space.freeBytes > Store.maximumFreeBytes && space.freeBytes * 2 > space.fileBytes
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import Synchronization

/// Maintenance that writers do themselves. It bounds the number of segments in a layer, all of
/// which each search and each commit that replaces a text must read. It also keeps the catalog's
/// file at no more than about twice the size of its content.
///
/// 1. If no maintainer is running, the writer whose commit made a merge due does that merge after
///    the commit. One writer does so at a time; others continue.
/// 2. If a layer has more than ``maximumSegments``, the next writer merges some of them, whether or
///    not a maintainer is running: the maintainer is behind, or busy with a long merge. Other
///    writers of the process wait for it.
/// 3. If the catalog grows although most of it is free, the next writer compacts it. The reason is
///    a reader of an old version, for which LMDB keeps every page freed since. Such a reader may
///    have been stopped and never continue.
extension Store {
  /// Number of segments in a layer above which writers wait for a merge. Writers that are
  /// committing at that moment may each add one more.
  static let maximumSegments = 64

  /// Free bytes that the catalog may have, and growth in bytes after which a writer checks for them
  /// again.
  static let (maximumFreeBytes, growthBetweenLooks) = (32 << 20, 4 << 20)

  /// New segments after which a writer checks for due merges again. A check takes a few
  /// microseconds for each segment.
  static let segmentsBetweenLooks = 4

  /// Does maintenance that is necessary before the next write to the store.
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
      // The change itself may need less room. If it does not fit either, it fails with its own
      // error.
      switch error {
      case .diskFull, .fileTooLarge: break
      default: throw error
      }
    }
  }

  /// Does merges that commits of this process have made due, unless there is a maintainer.
  ///
  /// The commits are already done, so errors are ignored here. The next maintainer, or a writer
  /// that must wait for a merge, gets them again.
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

  /// Does one due merge in each layer, unless there is a maintainer.
  private func mergeWhatIsDue() throws(StoreError) {
    var due: [[SegmentRecord]] = []
    for layer in SegmentLayer.ofDocuments {
      due.append(try dueMerge(of: try intactSegments(of: layer), MergePolicy(for: layer, isQuiet: false)))
    }
    guard !due.allSatisfy(\.isEmpty), let lock = try maintenanceLock() else { return }
    // Segments that were merged meanwhile are no longer listed and are left alone.
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

  /// Compacts the catalog when it has grown and most of it is free.
  ///
  /// So a copy is smaller than what was written since the last one. A writer that finds no room for
  /// the copy tries again only after the next growth.
  private func relieveCatalog() throws(StoreError) {
    let lease = try lease()
    let generation = lease.generation
    let last = generation.environment.information.lastPage
    let seen = generation.lastPageSeen.load(ordering: .relaxed)
    guard (last - seen) * generation.environment.pageSize >= Self.growthBetweenLooks,
      generation.lastPageSeen.compareExchange(expected: seen, desired: last, ordering: .relaxed).exchanged,
      try read({ snapshot throws(StoreError) in try snapshot.isMostlyFree })
    else { return }
    // Another process may have compacted it meanwhile.
    try compact { snapshot throws(StoreError) in try snapshot.isMostlyFree }
  }

  /// Merges the newest segments of a layer that has too many. A running maintainer works on older
  /// ones.
  private func relieve(_ layer: SegmentLayer) throws(StoreError) {
    let records = try intactSegments(of: layer)
    guard records.count > Self.maximumSegments else { return }
    let candidates = try mergeCandidates(records)
    try merge(MergePolicy.relief(candidates, keeping: Self.maximumSegments / 2).map { records[$0] })
  }

  /// The layer's undamaged segments with the present folding, in the order of SegmentIDs.
  private func intactSegments(of layer: SegmentLayer) throws(StoreError) -> [SegmentRecord] {
    let records = try read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
    return try separatingEarlierFoldings(records.filter { $0.layer == layer && !$0.isDamaged }).present
  }
}

extension Snapshot {
  /// Whether more than half of the catalog's file is free, and enough of it to be worth a copy.
  fileprivate var isMostlyFree: Bool {
    get throws(StoreError) {
      let space = try space()
      return space.freeBytes > Store.maximumFreeBytes && space.freeBytes * 2 > space.fileBytes
    }
  }
}

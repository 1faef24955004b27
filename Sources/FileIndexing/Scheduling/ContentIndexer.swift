internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Reads the files whose content is not in the catalog yet: those that change meanwhile before all others, then the most recently modified
/// first.
struct ContentIndexer {
  /// Files asked for at a time: one pass over the catalog finds so many, and 24 bytes are held for each.
  private static let round = 100_000

  let store: Store
  let types: TypeDatabase
  /// What the importers read.
  let claimed: ClaimedTypes
  let launch: WorkerLaunch
  let workers: Int
  /// Only files at or below these paths are read; `nil` for all.
  var scope: [[UInt8]]?
  /// Asked between files; `true` ends the work in order.
  var isStopped: @Sendable () -> Bool = { false }
  /// Which document is read next.
  var order = ReadingOrder()
  /// Where workers wait between rounds.
  var parked = ParkedWorkers()
  var onProgress: (ContentProgress) -> Void = { _ in }

  /// Reads until nothing is pending.
  ///
  /// - Throws: `WorkerStartError` when no worker can be started, `StoreError` when results cannot be stored. What was committed stays.
  func run() throws -> ContentProgress {
    var progress = ContentProgress()
    while !isStopped() {
      // What changed just now needs no pass over the catalog.
      let hasFresh = order.hasFresh
      let pending = hasFresh ? [] : try pending()
      guard hasFresh || !pending.isEmpty else { break }
      progress.total = max(progress.total, progress.done + pending.count)
      onProgress(progress)
      let before = progress.done
      progress = try read(pending, progress)
      // What somebody else records meanwhile stays pending; it is for the next run, not for an endless one.
      guard hasFresh || progress.done > before else { break }
    }
    return progress
  }

  private func pending() throws(StoreError) -> [DocumentReference] {
    try store.read { snapshot throws(StoreError) in
      guard let scope else { return try snapshot.pendingContent(limit: Self.round) }
      var found: [DocumentReference] = []
      for reference in try snapshot.pendingContent(limit: .max) {
        guard let path = try snapshot.path(of: reference), scope.contains(where: { path.isAtOrBelow($0) }) else { continue }
        found.append(reference)
      }
      return found
    }
  }

  /// Reads documents, and those that change meanwhile.
  private func read(_ pending: [DocumentReference], _ progress: ContentProgress) throws -> ContentProgress {
    order.begin(pending)
    let limits = ContentLimits(workers: workers)
    let groups = ContentGroups(store: store, limits: limits, progress: progress) { [order] in order.finish($0) }
    let jobs = JobSource(store: store, types: types, claimed: claimed, order: order, isStopped: isStopped) { groups.flush() }
    try WorkerPool<Reading>(launch, count: workers, parked: parked).run(
      next: { jobs.next() },
      nextIfAny: { jobs.nextIfAny() },
      receiver: { [store, types] in ContentReceiver(store: store, types: types, groups: groups, limits: limits) },
      onEnd: { [order] in
        order.close()
        groups.end()
      },
      meanwhile: { try groups.commitWhenDue(onProgress) })
    try groups.commitRest()
    onProgress(groups.progress)
    return groups.progress
  }
}

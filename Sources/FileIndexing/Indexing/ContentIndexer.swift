// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Reads the contents of pending documents: documents that change meanwhile first, then the others
/// in descending order of modification time.
struct ContentIndexer {
  /// Maximum number of documents in a round. Each round makes a pass over the catalog, and holds 24
  /// bytes for each document.
  private static let round = 100_000
  /// Number of documents of a round that are ordered by their readers, if a worker reads only files with the same
  /// readers. With 100 owners whose files alternate, a worker starts for every file without this, which takes 20 ms
  /// of processor time, and for every hundredth with it.
  private static let groupingLength = 10_000

  let store: Store
  let types: TypeDatabase
  /// The types that importers read.
  let claimed: ClaimedTypes
  var launch: WorkerLaunch
  var workers: Int
  /// What this process and its workers may use together, in bytes; `nil` for no limit.
  var memory: Int?
  /// Only files at or below these paths are read; `nil` for all files.
  var scope: [[UInt8]]?
  /// Called between files; if it returns `true`, the run ends after the files in work.
  var isStopped: @Sendable () -> Bool = { false }
  /// Whether no worker may run at present. The run then ends soon, and files in work stay pending.
  var isPaused: @Sendable () -> Bool = { false }
  var order = ReadingOrder()
  /// If set, only fresh documents are read, and only until this is spent.
  var budget: ForegroundBudget?
  /// Idle workers, kept between rounds.
  var parked = ParkedWorkers()
  var onProgress: (ContentProgress) -> Void = { _ in }

  /// Reads until nothing is pending.
  ///
  /// - Throws: `WorkerStartError` if no worker can be started; ``ImportInterrupted`` if the budget is
  ///   spent while a document is read; `StoreError` if contents cannot be stored. Contents that were committed stay.
  func run() throws -> ContentProgress {
    var progress = ContentProgress()
    var limits = ContentLimits(workers: workers, memory: memory)
    while !isPaused(), !isStopped() {
      // Fresh documents can be read without a pass over the catalog.
      let hasFresh = order.hasFresh
      let pending = hasFresh || budget != nil ? [] : try pending()
      guard hasFresh || !pending.isEmpty else { break }
      progress.total = max(progress.total, progress.done + pending.count)
      onProgress(progress)
      let before = progress.done
      do {
        try read(pending, &progress, limits)
      } catch let error as StoreError where error.isLackOfSpace {
        guard limits.shrink() else { throw error }
        continue
      }
      // A round that stores nothing ends the run: documents that change as fast as they are read
      // stay pending for the next run.
      guard hasFresh || progress.done > before else { break }
    }
    return progress
  }

  private func pending() throws(StoreError) -> [DocumentReference] {
    try store.read { snapshot throws(StoreError) in
      guard let scope else { return try grouped(try snapshot.pendingContent(limit: Self.round), in: snapshot) }
      var found: [DocumentReference] = []
      for reference in try snapshot.pendingContent(limit: .max) {
        guard let path = try snapshot.path(of: reference), isInScope(path, scope) else { continue }
        found.append(reference)
      }
      return try grouped(found, in: snapshot)
    }
  }

  /// Whether a file is at or below one of some paths, or described by a sidecar that one of them names.
  private func isInScope(_ path: [UInt8], _ scope: [[UInt8]]) -> Bool {
    scope.contains { named in
      path.isAtOrBelow(named)
        || Sidecar.isName(named.span) && named.parent == path.parent && Sidecar.isName(named.lastComponent, for: path.lastComponent)
    }
  }

  /// Puts documents that one worker may read next to each other. Otherwise keeps their order.
  private func grouped(_ documents: [DocumentReference], in snapshot: borrowing Snapshot) throws(StoreError) -> [DocumentReference] {
    guard launch.separatesOwners, launch.reusesWorkers else { return documents }
    var result: [DocumentReference] = []
    result.reserveCapacity(documents.count)
    for start in stride(from: 0, to: documents.count, by: Self.groupingLength) {
      var indices: [FileReaders: Int] = [:]
      var groups: [[DocumentReference]] = []
      for document in documents[start..<min(start + Self.groupingLength, documents.count)] {
        guard let status = try snapshot.matchedFile(document)?.status else { continue }
        let readers = FileReaders(status)
        if let index = indices[readers] {
          groups[index].append(document)
        } else {
          indices[readers] = groups.count
          groups.append([document])
        }
      }
      for group in groups { result += group }
    }
    return result
  }

  /// Runs one round: reads the given documents, and those that change meanwhile.
  ///
  /// - Parameter progress: Receives the counts, also after an error.
  private func read(_ pending: [DocumentReference], _ progress: inout ContentProgress, _ limits: ContentLimits) throws {
    order.begin(pending)
    defer { order.end() }
    let groups = ContentGroups(store: store, limits: limits, progress: progress) { [order] in order.finish($0) }
    defer { progress = groups.progress }
    let jobs = JobSource(
      store: store, types: types, claimed: claimed, order: order, isStopped: { [isStopped, isPaused] in isPaused() || isStopped() }
    ) { groups.flush() }
    try WorkerPool<Reading>(launch, count: workers, parked: parked, isPaused: isPaused).run(
      next: { jobs.next() },
      nextIfAny: { jobs.nextIfAny() },
      receiver: { [store, types, budget, choice = launch.choice] in
        ContentReceiver(store: store, types: types, groups: groups, limits: limits, budget: budget, choice: choice)
      },
      onEnd: { [order] in
        order.close()
        groups.end()
      },
      meanwhile: { try groups.commitWhenDue(onProgress) })
    try groups.commitRest()
    onProgress(groups.progress)
  }
}

// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import LogMessages
internal import SystemPlatform
internal import Threading
internal import UniformTypeIdentifiers
package import WorkerProtocol

/// Indexes trees: names first, then contents.
///
/// Each call does its work on the calling thread and on threads that end before it returns. The
/// state between calls is in the catalog only.
package struct FileIndexer {
  package let store: Store
  package let configuration: IndexingConfiguration
  let launch: WorkerLaunch
  let types: TypeDatabase
  /// The importers that the workers contain.
  let importers: ImporterSet
  /// Why no worker could be started. The importers are those of the last run then.
  let startFailure: WorkerStartError?
  /// What this process and its workers may use together, in bytes; `nil` for no limit.
  private let memory: Int?
  /// The worker that told its importers.
  private let parked: ParkedWorkers

  /// Starts a worker to learn which importers it contains. Marks documents to be read again if
  /// their importer is new or has another version, or if names for their positions were installed.
  ///
  /// - Parameter launch: Its limits and requirements are replaced by those of the configuration.
  /// - Parameter mayLackWorkers: Whether names can be indexed although no worker can be started at
  ///   present; see ``startFailure``.
  /// - Parameter memory: What this process and its workers may use together, in bytes; `nil` for no limit.
  /// - Throws: `WorkerStartError`, `StoreError`.
  package init(
    store: Store, configuration: IndexingConfiguration, launch: WorkerLaunch, mayLackWorkers: Bool = false,
    memory: Int? = MemoryLimit.byteCount()
  ) throws {
    self.store = store
    self.configuration = configuration
    parked = Self.parkedWorkers(configuration, memory)
    self.memory = memory
    var launch = launch
    launch.adopt(configuration)
    if let memory { launch.limits.confine(to: memory) }
    launch.checksPlaces = try PlaceFile.isNew(launch.places, in: store)
    do throws(WorkerStartError) {
      importers = try ImporterSet(of: launch, keepingWorkerIn: parked)
      startFailure = nil
    } catch {
      // The users of the system have the names at least.
      guard mayLackWorkers, !error.isRefusal || configuration.isOfSystem else { throw error }
      if let layers = error.grantedLayers { try store.record(sandbox: layers) }
      importers = try ImporterSet(lastUsedIn: store, launch)
      startFailure = error
    }
    types = importers.types
    launch.choice = ImporterChoice(importers)
    launch.checksPlaces = false
    self.launch = launch
    if startFailure == nil {
      try importers.settle(in: store)
      try PlaceFile.settle(launch.places, in: store)
    }
    try store.setComparesMeanings(configuration.comparesMeanings)
  }

  /// Whether the system lacks what workers need, so that contents are not read.
  package var readsOnlyNames: Bool { startFailure?.isRefusal == true }

  /// The layers of the sandbox that the kernel refuses to workers.
  package var missingSandboxLayers: Set<SandboxLayer> { .complete.subtracting(importers.sandbox) }

  /// Why positions get no names of places; `nil` if they do, or if no file with names is installed. Only the first indexer after
  /// the file was installed tells.
  package var placesProblem: String? {
    guard let problem = importers.placesProblem, let places = launch.places else { return nil }
    return "\(PrintableText.line(places.path)): positions get no names of places: \(PrintableText.line(problem))"
  }

  /// Makes a place for the idle workers of a content indexer.
  func makeParkedWorkers() -> ParkedWorkers { Self.parkedWorkers(configuration, memory) }

  /// The number of workers in the configuration, or fewer if memory is limited.
  private static func workerCount(_ configuration: IndexingConfiguration, _ memory: Int?) -> Int {
    let count = configuration.workers ?? Processors.count
    return memory.map { min(count, max($0 / memoryPerWorker, 1)) } ?? count
  }

  /// Bytes of limited memory for which there is one worker.
  private static let memoryPerWorker = 64 << 20

  private static func parkedWorkers(_ configuration: IndexingConfiguration, _ memory: Int?) -> ParkedWorkers {
    let count = workerCount(configuration, memory)
    return ParkedWorkers(maximumCount: memory == nil ? max(ParkedWorkers.defaultMaximumCount, count) : count)
  }

  /// Makes a crawler with the exclusion rules of the configuration.
  func makeCrawler() -> TreeCrawler {
    var rules = configuration.exclusions
    // Indexing the store's own files would change them, without end.
    rules.paths.append(Array(store.path.utf8))
    var crawler = TreeCrawler(
      store: store, reader: DirectoryReader(rules: rules, types: types), claimed: ClaimedTypes(importers.descriptions))
    crawler.updater.keepsMissingVolumes = configuration.keepsUnmounted
    crawler.updater.reader.recordsFileSystems = configuration.isOfSystem
    return crawler
  }

  /// Makes a content indexer for fresh documents, with one worker of ordinary priority.
  func makeFreshContentIndexer(_ budget: ForegroundBudget) -> ContentIndexer {
    var indexer = makeContentIndexer()
    indexer.launch.runsWhenIdle = false
    indexer.launch.limits.interruptionTime = .milliseconds(500)
    indexer.workers = 1
    indexer.budget = budget
    return indexer
  }

  /// Makes a content indexer.
  func makeContentIndexer() -> ContentIndexer {
    ContentIndexer(
      store: store, types: types, claimed: ClaimedTypes(importers.descriptions), launch: launch,
      workers: Self.workerCount(configuration, memory), memory: memory)
  }

  /// Runs `body` while a thread maintains the store, and finishes the maintenance afterwards.
  package func lookingAfterStore<Result>(_ body: () throws -> Result) throws -> Result {
    let maintenance = try MaintenanceService(store, as: .importer).start()
    defer { maintenance.finish() }
    return try store.whileImporting(body)
  }

  /// Updates the names, sizes, dates and types of trees and single files.
  ///
  /// - Parameters:
  ///   - paths: Absolute. Each is indexed even if a rule excludes its name.
  ///   - isStopped: Called between directories; if it returns `true`, the rest is left out.
  ///   - onProgress: Called with the counts so far.
  /// - Throws: `SystemError` or `FileKindError` for a path that cannot be indexed, before anything
  ///   is done with the others.
  package func indexNames(
    of paths: [[UInt8]], isStopped: @escaping @Sendable () -> Bool = { false }, onProgress: @escaping (CrawlSummary) -> Void
  ) throws -> CrawlSummary {
    var crawler = makeCrawler()
    crawler.isStopped = isStopped
    // So that a dependency tree outside of all roots is read if the user names it.
    crawler.updater.reader.imported = paths.filter { configuration.exclusions.roots.nearest(to: $0) == nil }
    crawler.updater.reader.rules.roots += crawler.updater.reader.imported
    let entries = try (paths + rootsBelow(paths)).map { path in (path, try crawler.updater.reader.entry(at: path)) }
    var total = CrawlSummary()
    let removed = try store.removeUnconfigured(configuration).filter { tree in !paths.contains { tree.isAtOrBelow($0) } }
    total.problems = removed.map { CrawlProblem(path: $0, reason: .unconfigured) }
    try store.noteRoots(of: paths, in: configuration)
    try store.hideMissingVolumes()
    for (path, entry) in entries {
      let before = total
      crawler.onProgress = { summary in
        var sum = before
        sum += summary
        onProgress(sum)
      }
      total += entry.status.kind == .directory ? try crawler.crawl(path) : try crawler.updater.update(file: path, entry)
    }
    try store.keepTrees(paths, in: configuration)
    return total
  }

  /// The roots below some directories that a crawl of these directories does not reach, because a
  /// directory in between is excluded.
  private func rootsBelow(_ paths: [[UInt8]]) -> [[UInt8]] {
    let rules = configuration.exclusions
    return configuration.indexedRoots.filter { root in
      paths.contains { $0 != root && root.isAtOrBelow($0) } && !rules.isIndexed(root.parent) && FileStatus(at: root)?.kind == .directory
    }
  }

  /// Reads pending contents.
  ///
  /// - Parameters:
  ///   - paths: Only files at or below these paths are read; `nil` for all files.
  ///   - isStopped: Called between files; if it returns `true`, the run ends after the files in
  ///     work.
  package func indexContents(
    of paths: [[UInt8]]?, isStopped: @escaping @Sendable () -> Bool = { false }, onProgress: @escaping (ContentProgress) -> Void
  ) throws -> ContentProgress {
    var indexer = makeContentIndexer()
    indexer.scope = paths
    indexer.isStopped = isStopped
    indexer.onProgress = onProgress
    indexer.parked = parked
    return try indexer.run()
  }
}

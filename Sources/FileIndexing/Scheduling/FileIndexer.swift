package import IndexStore
internal import Threading
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Indexes trees: names first, then contents.
///
/// Everything is done on the calling thread and on threads that end before a call returns; nothing is kept between calls but what the
/// catalog keeps.
package struct FileIndexer {
  package let store: Store
  package let configuration: IndexingConfiguration
  let launch: WorkerLaunch
  let types: TypeDatabase
  /// What the importers read, asked of a worker.
  let importers: ImporterSet

  /// Starts a worker to learn what the importers read, and has documents read again whose importer is another now.
  ///
  /// - Parameter launch: Its limits are replaced by the configuration's.
  /// - Throws: `WorkerStartError`, `StoreError`.
  package init(store: Store, configuration: IndexingConfiguration, launch: WorkerLaunch) throws {
    self.store = store
    self.configuration = configuration
    self.launch = {
      var launch = launch
      launch.limits = configuration.limits
      return launch
    }()
    types = .shared
    importers = try ImporterSet(of: self.launch)
    try importers.settle(in: store)
  }

  /// A crawler with the configuration's rules.
  func makeCrawler() -> TreeCrawler {
    var rules = configuration.exclusions
    // The index would change itself by indexing itself.
    rules.paths.append(Array(store.path.utf8))
    return TreeCrawler(store: store, reader: DirectoryReader(rules: rules, types: types), claimed: ClaimedTypes(importers.descriptions))
  }

  /// A reader of contents with the configuration's workers.
  func makeContentIndexer() -> ContentIndexer {
    ContentIndexer(
      store: store, types: types, claimed: ClaimedTypes(importers.descriptions), launch: launch,
      workers: configuration.workers ?? Processors.count)
  }

  /// Has the store looked after on a second thread while `body` fills it, and brought up to date afterwards.
  package func lookingAfterStore<Result>(_ body: () throws -> Result) throws -> Result {
    let maintenance = try MaintenanceService(store, as: .importer).start()
    defer { maintenance.finish() }
    return try store.whileImporting(body)
  }

  /// Brings the names, sizes, dates and types of trees and single files up to date.
  ///
  /// - Parameter paths: Absolute; each is indexed whatever the rules say of its own name.
  /// - Throws: `SystemError` or `FileKindError` for a path that cannot be indexed, before anything is
  ///   done with the others.
  package func indexNames(of paths: [[UInt8]], onProgress: @escaping (CrawlSummary) -> Void) throws -> CrawlSummary {
    var crawler = makeCrawler()
    let entries = try (paths + rootsBelow(paths)).map { path in (path, try crawler.reader.entry(at: path)) }
    try removeExcluded()
    var total = CrawlSummary()
    for (path, entry) in entries {
      let before = total
      crawler.onProgress = { summary in
        var sum = before
        sum += summary
        onProgress(sum)
      }
      total += entry.status.kind == .directory ? try crawler.crawl(path) : try crawler.takeIn(file: path, entry)
    }
    return total
  }

  /// The roots inside some folders that a crawl of those does not come to, because something between is left out.
  private func rootsBelow(_ paths: [[UInt8]]) -> [[UInt8]] {
    let rules = configuration.exclusions
    return configuration.indexedRoots.filter { root in
      paths.contains { $0 != root && root.isAtOrBelow($0) } && !rules.isIndexed(root.parent) && FileStatus(at: root)?.kind == .directory
    }
  }

  /// Takes what the configuration excludes out of the catalog, except for the roots inside: a crawl of the folder above would
  /// remove these too, and they would have to be read again.
  func removeExcluded() throws(StoreError) {
    for excluded in configuration.excludedPaths {
      let kept = configuration.roots(inside: excluded)
      guard !kept.isEmpty else { continue }
      let isIndexed = try store.read { snapshot throws(StoreError) in
        try snapshot.directory(for: excluded).flatMap { directory throws(StoreError) in try snapshot.directoryRecord(directory) }?.isIndexed
      }
      if isIndexed == true { try store.removeTree(at: excluded, keeping: kept) }
    }
  }

  /// Reads the contents that are not in the catalog yet.
  ///
  /// - Parameters:
  ///   - paths: Only of files at or below these; `nil` for all.
  ///   - isStopped: Asked between files; `true` ends the work in order.
  package func indexContents(
    of paths: [[UInt8]]?, isStopped: @escaping @Sendable () -> Bool = { false }, onProgress: @escaping (ContentProgress) -> Void
  ) throws -> ContentProgress {
    var indexer = makeContentIndexer()
    indexer.scope = paths
    indexer.isStopped = isStopped
    indexer.onProgress = onProgress
    return try indexer.run()
  }
}

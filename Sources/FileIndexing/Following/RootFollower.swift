// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages
internal import SystemPlatform

/// Crawls the roots, and follows their creation and removal.
///
/// A root that is removed leaves the index, also by a change of a directory above it; one that is
/// created, or created again, is crawled and watched.
struct RootFollower: Sendable {
  private let context: DaemonContext

  init(_ context: DaemonContext) { self.context = context }

  private var configuration: IndexingConfiguration { context.indexer.configuration }

  /// Crawls all roots, and watches for their creation and removal.
  func crawlRoots() throws -> CrawlSummary {
    let roots = configuration.indexedRoots
    // Before the first crawl, so that a root that is created or removed during the crawl is
    // noticed.
    watchNamesOfRoots()
    for path in configuration.rootSpellings.keys { watchNames(leadingTo: path) }
    watchRecentFiles()
    let erasure = try context.store.lastErasure()
    try context.store.removeUnconfigured(configuration)
    // Before the crawl, so that a root is known as one even if the crawl is interrupted.
    try context.store.setConfiguredRoots(roots)
    try context.store.hideMissingVolumes()
    let total = try crawl(roots)
    guard !context.stopSignal.isSent else { return total }
    if let refusal = context.watcher.refusalOfMarks {
      context.notify(.problem("file-system-marks: \(refusal); the folders of a file system that cannot be marked are watched instead"))
    }
    try crawlLostTrees()
    context.watcher.releaseSpare()
    try context.store.keepTrees(in: configuration)
    guard !context.stopSignal.isSent else { return total }
    try context.store.setFinished(since: erasure)
    context.notify(.watching(total, directories: context.watcher.count))
    context.pending.demand()
    return total
  }

  /// Crawls the roots whose paths a batch has changed, and has the list of recent files read if the
  /// batch has replaced it.
  ///
  /// - Returns: `nil` if the batch has changed no such path.
  func follow(_ batch: ChangeBatch) throws -> CrawlSummary? {
    var touched = batch.entries.reduce(into: Set<[UInt8]>()) { $0.formUnion(context.watcher.paths(through: $1)) }
    if let recentFiles = context.recentFiles, touched.remove(recentFiles.path) != nil {
      watchRecentFiles()
      recentFiles.readList()
    }
    guard !touched.isEmpty else { return nil }
    for path in touched { watchNames(leadingTo: path) }
    if configuration.rootSpellings.contains(where: { $0.key.realPath != $0.value }) { context.notify(.redirected) }
    let roots = configuration.indexedRoots.filter { root in touched.contains { root.isAtOrBelow($0) } }
    let summary = try context.budget.run { try crawl(roots) }
    try context.watcher.releaseUnknown(in: context.store)
    return summary
  }

  /// Crawls the roots on file systems that were mounted or unmounted.
  func follow(mountPoints: Set<[UInt8]>) throws -> CrawlSummary? {
    let roots = configuration.indexedRoots.filter { root in mountPoints.contains { root.isAtOrBelow($0) } }
    guard !roots.isEmpty else { return nil }
    for root in roots { watchNames(leadingTo: root) }
    return try context.budget.run { try crawl(roots) }
  }

  /// A marker may exclude the directory of a root from another root's tree, whose crawl then removes the watch
  /// that reported changes of this root's name. Called before the crawl.
  func watchNamesOfRoots() { for root in configuration.indexedRoots { watchNames(leadingTo: root) } }

  /// Indexes the trees again that were imported from outside the roots before the index was erased or lost.
  private func crawlLostTrees() throws {
    for tree in try context.store.lostTrees(beside: configuration) where !context.stopSignal.isSent {
      do {
        guard answers(tree) else { throw SystemError(code: .timedOut, call: "statx", path: Path(tree)) }
        let summary = try context.indexer.indexNames(of: [tree], isStopped: { [stopSignal = context.stopSignal] in stopSignal.isSent }) {
          [liveness = context.liveness] _ in
          liveness.noteProgress(of: .applying)
        }
        context.report(summary.problems)
      } catch let error as SystemError {
        context.notify(.problem("\(error); it was imported before the index was erased or lost, so it must be imported again"))
      } catch let error as FileKindError {
        context.notify(.problem("\(error)"))
      }
    }
  }

  /// Watches for the creation, removal and renaming of a root and of the directories above it. If its
  /// parent directory is in the tree of another root, the watches of that root suffice.
  private func watchNames(leadingTo root: [UInt8]) {
    guard root != [UInt8(ascii: "/")], answers(root.parent), !configuration.exclusions.isIndexed(root.parent) else { return }
    do throws(SystemError) {
      try context.watcher.watchNames(leadingTo: root)
    } catch {
      context.notify(.problem("\(path: root): its creation and removal may not be noticed: \(error)"))
    }
  }

  /// Watches for a new list of recent files: programs replace it to change it.
  private func watchRecentFiles() {
    guard let recentFiles = context.recentFiles, answers(recentFiles.path.parent) else { return }
    do throws(SystemError) {
      try context.watcher.watchNames(leadingTo: recentFiles.path)
    } catch {
      context.notify(.problem("\(PrintableText.path(recentFiles.path)): its changes may not be noticed: \(error)"))
    }
  }

  /// Crawls the roots that exist, and removes the others from the catalog.
  func crawl(_ roots: [[UInt8]]) throws -> CrawlSummary {
    var total = CrawlSummary()
    context.notify(.crawling(total))
    defer { context.notify(.crawled) }
    // A remote root may keep the others waiting.
    // Nothing is known of a new one, so its names are worth more than changes in the others.
    let new = try Set(roots.filter(isNew))
    let ordered = roots.filter(new.contains) + roots.filter { !new.contains($0) }
    for root in ordered.filter({ !isRemote($0) }) + ordered.filter(isRemote) where !context.stopSignal.isSent {
      guard answers(root) else {
        if !context.stopSignal.isSent {
          context.notify(.problem("\(path: root): its file system does not answer; it is asked again in the next scan"))
        }
        continue
      }
      var crawler = context.makeCrawler(isScan: true)
      crawler.maximumSilence = isRemote(root) ? Self.maximumSilence : nil
      let before = total
      crawler.onProgress = { [notify = context.notify] summary in
        var sum = before
        sum += summary
        notify(.crawling(sum))
      }
      do {
        if let obstacle = IndexingConfiguration.obstacle(toRoot: root, store: context.store.path) {
          context.notify(.problem("\(path: root): not indexed: \(obstacle)"))
          total += try crawler.remove(root)
          continue
        }
        guard try crawler.updater.reader.entry(at: root).status.kind == .directory else {
          throw SystemError(code: .notDirectory, call: "statx", path: Path(root))
        }
        var summary = try crawler.crawl(root)
        if isInOtherTree(root, isDirectory: true) { (summary.directories, summary.entries, summary.skipped) = (0, 0, 0) }
        total += summary
        // Other errors, such as that no thread can be started, are not about the root.
      } catch let error as SystemError where error.path != nil || error.code == .timedOut {
        if !configuration.mayBeMissing(root) { context.notify(.problem("\(error)")) }
        if error.code == .noSuchFileOrDirectory || error.code == .notDirectory && !isInOtherTree(root, isDirectory: false) {
          total += try crawler.remove(root)
        }
      } catch let error as FileKindError {
        context.notify(.problem("\(error)"))
        total += try crawler.remove(root)
      }
    }
    context.report(total.problems)
    context.recentFiles?.readList()
    return total
  }

  /// Whether the entries of a root have never been listed.
  private func isNew(_ root: [UInt8]) throws(StoreError) -> Bool {
    try context.store.read { snapshot throws(StoreError) in
      guard let directory = try snapshot.directory(for: root) else { return true }
      return try snapshot.directoryRecord(directory)?.firstListed == 0
    }
  }

  /// Whether the entry of a root, of this kind, is in the tree of another root, whose crawl finds it, too.
  private func isInOtherTree(_ root: [UInt8], isDirectory: Bool) -> Bool {
    let rules = configuration.exclusions
    return rules.isIndexed(root.parent) && !rules.excludes(root.lastComponent, in: root.parent, isDirectory: isDirectory)
  }

  /// If a remote file system does not answer in this time, its roots are left as they are.
  private static let maximumSilence = Duration.seconds(5)

  private func isRemote(_ path: [UInt8]) -> Bool { MountTable.shared.kind(ofPath: path) != .local }

  /// Whether the file system that contains a path answers. Does not ask local ones.
  private func answers(_ path: [UInt8]) -> Bool {
    !isRemote(path) || FileSystemProbe.answers(path, within: Self.maximumSilence) { [stopSignal = context.stopSignal] in stopSignal.isSent }
  }
}

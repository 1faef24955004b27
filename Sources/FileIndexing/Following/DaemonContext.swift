// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages
internal import SystemPlatform
internal import Threading

/// What the parts of a daemon share: the index, the watches, and how work takes its turn and is reported.
struct DaemonContext: Sendable {
  let indexer: FileIndexer
  let watcher: TreeWatcher
  let mountWatch = MountWatch()
  let stopSignal: StopSignal
  let gate: BulkGate
  let liveness: Liveness
  let fresh: FreshReader
  let pending: PendingReader
  /// `nil` if there is no list of recent files to follow.
  let recentFiles: RecentFilesReader?
  /// `nil` if no text is searched in pictures.
  let pictures: PictureReader?
  /// For changes of names, and for the first names of crawls.
  let budget: ForegroundBudget
  let notify: @Sendable (Daemon.Notice) -> Void
  /// In nanoseconds since 1970. What changed earlier is found under each of its names by the first
  /// crawl. The clock may have been set back a little since.
  private let began = (Int64(UnixTime.now) - 60) * 1_000_000_000

  var store: Store { indexer.store }

  func makeUpdate(isScan: Bool = false) -> EntryUpdate { makeUpdate(with: makeCrawler(isScan: isScan)) }

  func makeUpdate(with crawler: TreeCrawler, isPreview: Bool = false) -> EntryUpdate {
    EntryUpdate(store: store, watcher: watcher, crawler: crawler, isPreview: isPreview) { [fresh] in fresh.add($0) }
  }

  /// - Parameter isScan: Whether the crawl is not of a single change, so that it waits while bulk work is paused.
  func makeCrawler(isScan: Bool = false) -> TreeCrawler {
    var crawler = indexer.makeCrawler()
    crawler.watch = { [watcher, budget] in
      budget.chargeOrLower()
      return watcher.watch($0)
    }
    crawler.onProgress = { [budget] _ in budget.chargeOrLower() }
    crawler.onWatched = { [watcher] in watcher.assign($0, to: $1) }
    crawler.updater.onReplaced = { [watcher] in watcher.noteReplaced($0) }
    crawler.onIncomplete = { [watcher] in watcher.noteIncomplete($0, because: "\($1)", deniedAt: $2 ? $1.deniedPath : nil) }
    crawler.onUnwatched = { [watcher] in watcher.noteUnwatched($0) }
    crawler.updater.linksChangedSince = began
    crawler.awaitTurn = { [self] in awaitTurn(isScan: isScan) }
    crawler.isStopped = { [stopSignal] in stopSignal.isSent }
    return crawler
  }

  /// Called between the steps of a crawl. A crawl that waits for a directory makes no progress.
  private func awaitTurn(isScan: Bool) {
    liveness.noteProgress(of: .applying)
    budget.chargeOrLower()
    if isScan, gate.isPaused { Thread.lowerPriority() }
    if Thread.hasIdlePriority { liveness.noteWait(of: .applying) { gate.pass(.upkeep, unless: stopSignal) } }
  }

  /// Reports each problem, but those of directories that cannot be watched together: they may be
  /// many, and have the same reason.
  func report(_ problems: [CrawlProblem]) {
    let unwatched = problems.filter(\.isUnwatched)
    for problem in problems where !problem.isUnwatched { notify(.problem("\(problem)")) }
    guard let first = unwatched.first else { return }
    notify(.problem("\(first)"))
    if unwatched.count > 1 { notify(.problem("and so for \(counted(unwatched.count - 1, "more folder"))")) }
  }
}

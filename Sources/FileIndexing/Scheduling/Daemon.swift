internal import Glibc
internal import IndexStore
internal import Synchronization
internal import TextAnalysis
internal import Threading
internal import UniformTypeIdentifiers

/// Keeps the index of the configured roots current: crawls them, then follows inotify events.
///
/// A root that is removed leaves the index; one that is created, or created again, is crawled and
/// watched. The directory that contains the root must exist when the daemon starts.
///
/// There are two threads. The caller's thread processes changes, which keeps names, sizes and dates
/// current. The other thread reads contents, so a slow file does not delay names. Without changes
/// both sleep; no timer runs once the parked workers have ended.
package final class Daemon: Sendable {
  /// A message of the daemon to its owner.
  package enum Notice: Sendable {
    case crawling(CrawlSummary)
    /// All roots were crawled. Names are current, and this number of directories is watched.
    case watching(CrawlSummary, directories: Int)
    case reading(ContentProgress)
    /// Nothing is left to read.
    case idle(ContentProgress)
    /// The kernel dropped events. The roots are crawled again.
    case overflowed
    case problem(String)
    /// Work cannot continue for this reason, for example because the disk is full. It is tried again
    /// after some time.
    case waiting(String)
    /// The work that waited continues.
    case resumed
  }

  private let indexer: FileIndexer
  private let watcher: TreeWatcher
  private let stopSignal: StopSignal
  private let notify: @Sendable (Notice) -> Void
  /// Whether contents may be pending.
  private let hasWork = Monitor<ContentDemand>(.none)

  private let order = ReadingOrder()
  /// Idle workers, kept between changes: starting a worker takes longer than reading most files.
  private let parked = ParkedWorkers()
  private static let parkingTime = Duration.seconds(30)
  /// Delay after a failed run of the content indexer, for example if no worker can be started or
  /// the disk is full. It doubles with each further failure, up to ``maximumRetryDelay``.
  private static let firstRetry = Duration.seconds(1)
  private static let maximumRetryDelay = Duration.seconds(300)

  private enum ContentDemand { case none, some, over }

  /// Damage to the catalog that the thread that reads contents has found.
  private let damage = Mutex<StoreError?>(nil)

  /// - Parameter notify: Called on the daemon's threads.
  package init(_ indexer: FileIndexer, notify: @escaping @Sendable (Notice) -> Void) throws {
    self.indexer = indexer
    self.notify = notify
    watcher = try TreeWatcher()
    stopSignal = try StopSignal()
  }

  /// Makes ``run()`` return soon. Files in work are finished or dropped; nothing that was committed
  /// is lost. May be called in a signal handler.
  package func stop() { stopSignal.send() }

  /// Runs until ``stop()``.
  ///
  /// - Throws: `StoreError.corrupted` if the catalog is damaged, among others.
  package func run() throws {
    let reading = try Thread.start { [self] in readContents() }
    defer {
      hasWork.update { $0 = .over }
      reading.join()
    }
    var unsettled = try crawlRoots()
    while let events = try nextEvents() { unsettled = try apply(events, and: unsettled) }
    if let damage = damage.withLock({ $0 }) { throw damage }
  }

  // MARK: Names

  private func makeCrawler() -> TreeCrawler {
    var crawler = indexer.makeCrawler()
    crawler.watch = { [watcher] in watcher.watch($0) }
    crawler.onWatched = { [watcher] in watcher.assign($0, to: $1) }
    crawler.onIncomplete = { [watcher] in watcher.noteIncomplete($0) }
    return crawler
  }

  private func crawlRoots() throws -> UnsettledChanges {
    let roots = indexer.configuration.indexedRoots
    // Before the first crawl, so that a root that is created or removed during the crawl is
    // noticed.
    for root in roots { watchName(of: root) }
    try indexer.store.removeUnconfigured(indexer.configuration)
    // Before the crawl, so that a root is known as one even if the crawl is interrupted.
    try indexer.store.setConfiguredRoots(roots)
    let total = try crawl(roots)
    guard !stopSignal.isSent else { return UnsettledChanges() }
    try indexer.store.setFinished()
    notify(.watching(total, directories: watcher.count))
    demandContents()
    return UnsettledChanges(directories: Set(total.vanished))
  }

  /// Watches for the creation and removal of a root. If its parent directory is in the tree of
  /// another root, the watch on that directory suffices.
  private func watchName(of root: [UInt8]) {
    guard root != [UInt8(ascii: "/")], !indexer.configuration.exclusions.isIndexed(root.parent) else { return }
    do throws(SystemError) {
      try watcher.watchName(ofRoot: root)
    } catch {
      notify(.problem("\(PrintableText.path(root)): its creation and removal will not be noticed: \(error)"))
    }
  }

  /// Crawls the roots that exist, and removes the others from the catalog.
  private func crawl(_ roots: [[UInt8]]) throws -> CrawlSummary {
    var total = CrawlSummary()
    for root in roots where !stopSignal.isSent {
      var crawler = makeCrawler()
      let before = total
      crawler.onProgress = { [notify] summary in
        var sum = before
        sum += summary
        notify(.crawling(sum))
      }
      do {
        guard try crawler.reader.entry(at: root).status.kind == .directory else {
          throw SystemError(code: ENOTDIR, call: "statx", path: root)
        }
        total += try crawler.crawl(root)
      } catch let error as SystemError {
        notify(.problem("\(error)"))
        if error.code == ENOENT || error.code == ENOTDIR { total += try crawler.remove(root) }
      } catch let error as FileKindError {
        notify(.problem("\(error)"))
        total += try crawler.remove(root)
      }
    }
    for problem in total.problems { notify(.problem("\(problem)")) }
    return total
  }

  /// After an event, this time without further events ends the batch.
  private static let silence = Duration.milliseconds(5)
  /// Maximum time for collecting a batch.
  private static let maximumWait = Duration.milliseconds(20)

  /// Waits for events, then for further ones that may belong to them.
  ///
  /// - Returns: At least one event; `nil` if the daemon must stop.
  private func nextEvents() throws -> [WatchEvent]? {
    var events: [WatchEvent] = []
    var patience: Int32 = -1
    var began = ContinuousClock.now
    while true {
      var descriptors = [
        pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopSignal.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&descriptors, 2, patience)
      if count < 0, errno != EINTR { throw SystemError.current("poll") }
      if stopSignal.isSent { return nil }
      if count == 0 { return events }
      let more = try watcher.events()
      if more.isEmpty {
        // Only entries that share a directory with a root have changed.
        if events.isEmpty { continue }
        return events
      }
      if events.isEmpty { began = .now }
      events += more
      // Editors and archivers cause many events at once, and a transaction for many changes costs
      // hardly more than one for a single change. The kernel queues both halves of a rename next to
      // each other, so this wait also brings them into one batch.
      if events.count >= 4096 || ContinuousClock.now - began >= Self.maximumWait { return events }
      patience = Int32(Self.silence / .milliseconds(1))
    }
  }

  /// Applies a batch of events.
  ///
  /// - Parameter earlier: Changes that earlier batches left unsettled.
  /// - Returns: Changes that are still unsettled.
  private func apply(_ events: [WatchEvent], and earlier: UnsettledChanges) throws -> UnsettledChanges {
    let batch = ChangeBatch(events)
    if batch.isOverflowed || earlier.isTooMuch {
      if batch.isOverflowed { notify(.overflowed) }
      // The crawl finds all changes up to now, so events that are already queued are not needed.
      while try !watcher.events().isEmpty {}
      return try crawlRoots()
    }
    for watch in batch.ended { watcher.forget(watch) }
    // A marker may exclude the directory of a root from another root's tree, whose crawl then
    // removes the watch that reported changes of this root's name.
    if batch.hasMarkers { for root in indexer.configuration.indexedRoots { watchName(of: root) } }
    var update = EntryUpdate(store: indexer.store, watcher: watcher, order: order, crawler: makeCrawler())
    let summary = try update.apply(batch, and: earlier)
    var unsettled = update.unsettled
    for problem in summary.problems { notify(.problem("\(problem)")) }
    let touched = Set(batch.entries.compactMap(watcher.root(at:)))
    if !touched.isEmpty {
      let roots = indexer.configuration.indexedRoots.filter { root in touched.contains { root.isAtOrBelow($0) } }
      unsettled.directories.formUnion(try crawl(roots).vanished)
    }
    demandContents()
    return unsettled
  }

  // MARK: Contents

  /// Has the catalog checked for pending contents, which another process may have added.
  package func lookForContents() { demandContents() }

  private func demandContents() { hasWork.update { if $0 != .over { $0 = .some } } }

  private func readContents() {
    var reader = indexer.makeContentIndexer()
    reader.order = order
    reader.parked = parked
    reader.isStopped = { [stopSignal] in stopSignal.isSent }
    reader.onProgress = { [notify] in notify(.reading($0)) }
    var retry: Duration?
    while waitForDemand(atMost: retry) {
      do {
        let progress = try reader.run()
        if retry != nil { notify(.resumed) }
        retry = nil
        if progress.done > 0 { notify(.idle(progress)) }
      } catch let error as StoreError where error.isDamageOfCatalog {
        damage.withLock { $0 = error }
        stop()
      } catch {
        notify(.waiting("\(error)"))
        retry = min(retry.map { $0 * 2 } ?? Self.firstRetry, Self.maximumRetryDelay)
      }
    }
    parked.release()
  }

  /// Waits until contents may be pending. Ends the parked workers after ``parkingTime``.
  ///
  /// - Parameter duration: Maximum time to wait, for a retry; `nil` for no limit.
  /// - Returns: `false` if the daemon must stop.
  private func waitForDemand(atMost duration: Duration?) -> Bool {
    let began = ContinuousClock.now
    return hasWork.wait { [parked] demand -> Monitor<ContentDemand>.Finding<Bool> in
      switch demand {
      case .over: return .met(false)
      case .some:
        demand = .none
        return .met(true)
      case .none:
        let waited = ContinuousClock.now - began
        if let duration {
          return waited < duration ? .unmet(lookAgainAfter: duration - waited) : .met(true)
        }
        guard !parked.isEmpty else { return .unmet(lookAgainAfter: nil) }
        if waited < Self.parkingTime { return .unmet(lookAgainAfter: Self.parkingTime - waited) }
        parked.release()
        return .unmet(lookAgainAfter: nil)
      }
    }
  }
}

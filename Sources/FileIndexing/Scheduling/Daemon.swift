internal import Glibc
internal import IndexStore
internal import Synchronization
internal import TextAnalysis
internal import Threading
internal import UniformTypeIdentifiers

/// Keeps the index of the configured roots current: crawls them, then follows the kernel's reports of changes.
///
/// A root that goes leaves the index; one that comes, be it for the first time, is crawled and followed. For that the folder which holds it
/// has to be there, from the start on.
///
/// Two threads: the caller's, which takes changes in as they come and so keeps names, sizes and dates true; and one that reads contents, so
/// that a slow file delays no name. Without changes both sleep: no timer runs.
package final class Daemon: Sendable {
  /// What the daemon tells of itself.
  package enum Notice: Sendable {
    case crawling(CrawlSummary)
    /// Every root was crawled: names are up to date and watched.
    case watching(CrawlSummary, directories: Int)
    case reading(ContentProgress)
    /// Nothing is left to be read.
    case idle(ContentProgress)
    /// The kernel lost events; the roots are crawled again.
    case overflowed
    case problem(String)
  }

  private let indexer: FileIndexer
  private let watcher: TreeWatcher
  private let stopSignal: StopSignal
  private let notify: @Sendable (Notice) -> Void
  /// Whether there may be contents to read.
  private let hasWork = Monitor<ContentDemand>(.none)

  private let order = ReadingOrder()
  /// Workers between two changes: starting one takes longer than reading most files.
  private let parked = ParkedWorkers()
  private static let parkingTime = Duration.seconds(30)
  /// After reading had to be given up, as no worker could be started or the store had no room, it is tried again after so long; each further
  /// time in a row after twice as long, …
  private static let firstRetry = Duration.seconds(1)
  /// … up to this.
  private static let maximumRetryDelay = Duration.seconds(300)

  private enum ContentDemand { case none, some, over }

  /// - Parameter notify: Called on the daemon's threads.
  package init(_ indexer: FileIndexer, notify: @escaping @Sendable (Notice) -> Void) throws {
    self.indexer = indexer
    self.notify = notify
    watcher = try TreeWatcher()
    stopSignal = try StopSignal()
  }

  /// Ends ``run()`` soon: what is being read is finished or dropped, nothing that was committed is lost. May be called from a signal handler.
  package func stop() { stopSignal.send() }

  /// Runs until ``stop()``.
  package func run() throws {
    let reading = try Thread.start { [self] in readContents() }
    defer {
      hasWork.update { $0 = .over }
      reading.join()
    }
    var unsettled = try crawlRoots()
    while let events = try nextEvents() { unsettled = try takeIn(events, and: unsettled) }
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
    // Before any root is looked at, so that none comes or goes unnoticed.
    for root in roots { watchName(of: root) }
    try indexer.removeExcluded()
    let total = try takeIn(roots)
    guard !stopSignal.isSent else { return UnsettledChanges() }
    notify(.watching(total, directories: watcher.count))
    demandContents()
    return UnsettledChanges(directories: Set(total.vanished))
  }

  /// Has the coming and going of a root noticed. One whose folder is in the tree of another root is watched with that.
  private func watchName(of root: [UInt8]) {
    guard root != [UInt8(ascii: "/")], !indexer.configuration.exclusions.isIndexed(root.parent) else { return }
    do throws(SystemError) {
      try watcher.watchName(ofRoot: root)
    } catch {
      notify(.problem("\(PrintableText.path(root)): its creation and removal will not be noticed: \(error)"))
    }
  }

  /// Crawls the roots that are there, and takes the others out of the catalog.
  private func takeIn(_ roots: [[UInt8]]) throws -> CrawlSummary {
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

  /// After an event so long a silence ends the waiting for those that belong to it: …
  private static let silence = Duration.milliseconds(5)
  /// … and where there is no silence, so much time.
  private static let maximumWait = Duration.milliseconds(20)

  /// Waits for events, and a moment longer for those that belong to them.
  ///
  /// - Returns: `nil` when the daemon is to stop.
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
        // A neighbour of a root changed, which is of no interest and no reason to wait any longer.
        if events.isEmpty { continue }
        return events
      }
      if events.isEmpty { began = .now }
      events += more
      // Editors and unpackers make bursts: one transaction for many changes costs what one for a single change does. The kernel queues
      // both halves of a move next to each other, so this moment is also what brings them together.
      if events.count >= 4096 || ContinuousClock.now - began >= Self.maximumWait { return events }
      patience = Int32(Self.silence / .milliseconds(1))
    }
  }

  /// - Parameter earlier: What could not be looked at when it was told.
  /// - Returns: What still could not be.
  private func takeIn(_ events: [WatchEvent], and earlier: UnsettledChanges) throws -> UnsettledChanges {
    let batch = ChangeBatch(events)
    if batch.isOverflowed || earlier.isTooMuch {
      if batch.isOverflowed { notify(.overflowed) }
      // What the lost events were about is found by looking; what is queued is about the time before.
      while try !watcher.events().isEmpty {}
      return try crawlRoots()
    }
    for watch in batch.ended { watcher.forget(watch) }
    // A marker may take the folder that holds a root out of the tree of another root, with which it was watched.
    if batch.hasMarkers { for root in indexer.configuration.indexedRoots { watchName(of: root) } }
    var update = EntryUpdate(store: indexer.store, watcher: watcher, order: order, crawler: makeCrawler())
    let summary = try update.apply(batch, and: earlier)
    var unsettled = update.unsettled
    for problem in summary.problems { notify(.problem("\(problem)")) }
    let touched = Set(batch.places.compactMap(watcher.root(at:)))
    if !touched.isEmpty {
      let roots = indexer.configuration.indexedRoots.filter { root in touched.contains { root.isAtOrBelow($0) } }
      unsettled.directories.formUnion(try takeIn(roots).vanished)
    }
    demandContents()
    return unsettled
  }

  // MARK: Contents

  /// Has the catalog looked through for contents to read: somebody else may have found some.
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
        retry = nil
        if progress.done > 0 { notify(.idle(progress)) }
      } catch {
        notify(.problem("\(error)"))
        retry = min(retry.map { $0 * 2 } ?? Self.firstRetry, Self.maximumRetryDelay)
      }
    }
    parked.release()
  }

  /// Waits until there may be contents to read. Workers that have waited for a while in vain end meanwhile.
  ///
  /// - Parameter duration: After so long there are contents to read, demanded or not; `nil` where everything was read.
  /// - Returns: `false` when the daemon is to stop.
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

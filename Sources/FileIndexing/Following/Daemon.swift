// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import IndexStore
package import LogMessages
internal import Synchronization
internal import SystemPlatform
internal import Threading
internal import UniformTypeIdentifiers

/// Keeps the index of the configured roots current: crawls them, then follows inotify events.
///
/// A root that is removed leaves the index, also by a change of a directory above it; one that is
/// created, or created again, is crawled and watched.
///
/// File systems that are mounted or unmounted below a root are crawled, too. While one is not mounted,
/// searches leave its tree out.
///
/// What a user just did is foreground work: ``BudgetedThreads`` process changes, which keeps names,
/// sizes and dates current, and another thread reads the changed files, both at ordinary priority
/// and within a ``ForegroundBudget``. So does a crawl of the roots begin, first with those that are new: a user
/// who has added a folder or a disk looks for its names. The rest of a crawl, further contents and what exceeds
/// the budget are bulk work, on threads of idle priority. Foreground threads never wait for bulk threads: what these
/// write is written for them; see `Store.startWritingThread()`. Without changes all threads sleep;
/// no timer runs once the parked workers have ended.
///
/// Changes are applied in their order. Those that come while earlier ones are being applied wait in a
/// ``ChangeBacklog``. Meanwhile, names in directories in which little changes are found by a ``Preview``.
///
/// Bulk work waits at a ``BulkGate``. While it is paused, names of single changes are still processed
/// within the budget, because that takes a few milliseconds, and a scan afterwards would take
/// seconds. No contents are read then, so no worker runs.
package final class Daemon: Sendable {
  /// A message of the daemon to its owner.
  package enum Notice: Sendable {
    case crawling(CrawlSummary)
    /// A crawl has ended.
    case crawled
    /// All roots were crawled. Names are current, and this number of directories is watched.
    case watching(CrawlSummary, directories: Int)
    /// What is not followed has changed.
    case coverage(WatchCoverage)
    case reading(ContentProgress)
    /// Reading has ended. Contents may be left that could not be read at present.
    case readingEnded(isComplete: Bool)
    /// Nothing is left to read.
    case idle(ContentProgress)
    /// Files that changed just now were read. Others may be left.
    case refreshed(ContentProgress)
    /// The kernel dropped events. The roots are crawled again.
    case overflowed
    /// A symbolic link in the configured path of a root leads elsewhere. The configuration must be
    /// loaded again.
    case redirected
    case problem(LogMessage)
    /// Work cannot continue for this reason, for example because the disk is full. It is tried again
    /// after some time.
    case waiting(LogMessage)
    /// The work that waited continues.
    case resumed
    /// No worker could be started before, and now one was: the importers are known, and a new daemon
    /// must take this one's place.
    case workersStarted
  }

  private let indexer: FileIndexer
  private let watcher: TreeWatcher
  private let mountWatch = MountWatch()
  private let stopSignal: StopSignal
  /// In nanoseconds since 1970. What changed earlier is found under each of its names by the first
  /// crawl. The clock may have been set back a little since.
  private let began = (Int64(time(nil)) - 60) * 1_000_000_000
  private let gate: BulkGate
  private let liveness: Liveness
  /// `nil` if there is no list of recent files to follow.
  private let recentFiles: RecentFilesReader?
  private let notify: @Sendable (Notice) -> Void
  private let fresh: FreshReader
  private let pending: PendingReader
  /// For changes of names.
  private let budget: ForegroundBudget
  /// For names that are found while earlier changes are being applied.
  private let previewBudget: ForegroundBudget
  /// Whether nothing of what this daemon still does counts.
  private let isAbandoned: Flag
  /// What ``finish()`` waits for.
  private let unfinished = Mutex<[@Sendable () -> Void]>([])

  /// A value that only becomes true.
  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
  }

  /// - Parameters:
  ///   - gate: Where bulk work waits; `nil` for a gate that only this daemon uses.
  ///   - liveness: Told of the progress of the daemon's threads.
  ///   - recentFiles: The path of the desktop's list of recent files; `nil` if none is to be followed.
  ///   - budget: For changes of names, and for the first names of crawls.
  ///   - notify: Called on the daemon's threads.
  package convenience init(
    _ indexer: FileIndexer, gate: BulkGate? = nil, liveness: Liveness = Liveness(), recentFiles: [UInt8]? = nil,
    notify: @escaping @Sendable (Notice) -> Void
  ) throws {
    try self.init(indexer, gate: gate, liveness: liveness, recentFiles: recentFiles, budget: ForegroundBudget(), notify: notify)
  }

  /// - Parameter previewBudget: For names that are found while earlier changes are being applied.
  init(
    _ indexer: FileIndexer, gate: BulkGate? = nil, liveness: Liveness = Liveness(), recentFiles: [UInt8]? = nil, budget: ForegroundBudget,
    previewBudget: ForegroundBudget = ForegroundBudget(), notify: @escaping @Sendable (Notice) -> Void
  ) throws {
    let isAbandoned = Flag()
    self.isAbandoned = isAbandoned
    let notify: @Sendable (Notice) -> Void = { if !isAbandoned.isSet { notify($0) } }
    self.indexer = indexer
    self.budget = budget
    self.previewBudget = previewBudget
    self.liveness = liveness
    self.notify = notify
    let gate = try gate ?? BulkGate()
    gate.setWorksOnBattery(indexer.configuration.indexesOnBattery)
    self.gate = gate
    watcher = try Self.makeWatcher(indexer.configuration, notify)
    let stopSignal = try StopSignal()
    let claims = DocumentClaims()
    let pending = PendingReader(indexer, claims: claims, gate: gate, liveness: liveness, stopSignal: stopSignal, notify: notify)
    fresh = FreshReader(
      indexer, claims: claims, liveness: liveness, isStopped: { stopSignal.isSent }, isPaused: { gate.isPaused }
    ) { pending.add($0) }
    (self.stopSignal, self.pending) = (stopSignal, pending)
    self.recentFiles = recentFiles.map { path in
      RecentFilesReader(path, indexer.store, indexer.launch, gate: gate, stopSignal: stopSignal) { notify(.problem($0)) }
    }
  }

  private static func makeWatcher(
    _ configuration: IndexingConfiguration, _ notify: (Notice) -> Void
  ) throws(SystemError) -> TreeWatcher {
    guard configuration.marksFileSystems else { return try TreeWatcher() }
    do throws(SystemError) {
      return try TreeWatcher(marksFileSystems: true)
    } catch {
      let advice = error.code == .notPermitted ? "the process needs CAP_SYS_ADMIN" : "the kernel lacks what this needs"
      notify(.problem("file-system-marks: \(error); \(advice), so each folder is watched instead"))
      return try TreeWatcher()
    }
  }

  /// Makes ``run()`` return soon. Files in work are finished or dropped; nothing that was committed
  /// is lost. May be called in a signal handler.
  package func stop() { stopSignal.send() }

  /// Ends idle workers. Called after a pause has begun.
  package func releaseWorkers() {
    pending.releaseWorkers()
    fresh.releaseWorker()
  }

  /// Runs until ``stop()``.
  ///
  /// - Throws: `StoreError.corrupted` if the catalog is damaged, among others.
  package func run() throws {
    defer { finish() }
    try follow()
  }

  /// Has nothing count that is still in work after ``follow()``: nothing more is written or told. So the next
  /// daemon need not wait until threads of idle priority have ended, which takes seconds on a busy machine.
  package func abandon() {
    isAbandoned.set()
    indexer.store.retire()
    // The next daemon needs them.
    watcher.end()
  }

  /// Waits until all work has ended. Called once after ``follow()``.
  package func finish() { for wait in unfinished.withLock({ $0 }) { wait() } }

  /// Follows changes until ``stop()``. Bulk work may be left that ends soon.
  ///
  /// - Throws: `StoreError.corrupted` if the catalog is damaged, among others.
  package func follow() throws {
    liveness.noteProgress(of: .following)
    defer { liveness.noteWait(of: .following) }
    let refreshing = try Thread.start { [self] in
      fresh.run { progress in
        if progress.done > 0 { notify(.refreshed(progress)) }
        pending.demand()
      }
    }
    defer {
      fresh.stop()
      later { refreshing.join() }
    }
    let reading = try Thread.start { [self] in
      Thread.lowerPriority()
      pending.run()
    }
    defer {
      // The reading thread may wait at the gate.
      stop()
      pending.stop()
      later { reading.join() }
    }
    try indexer.store.setRecordsUses(indexer.configuration.readsRecentFiles)
    let recording = try recentFiles.map { reader in try Thread.start { reader.run() } }
    defer {
      // The thread may wait at the gate.
      stop()
      recentFiles?.stop()
      if let recording { later { recording.join() } }
    }
    try followChanges()
    if let damage = pending.damage { throw damage }
  }

  /// Leaves a wait to ``finish()``.
  private func later(_ wait: @escaping @Sendable () -> Void) { unfinished.withLock { $0.append(wait) } }

  /// The state of the thread that applies changes. The thread that takes the events uses it between batches.
  private final class Applying: Sendable {
    let state: Mutex<Following>

    init(_ state: Following) { self.state = Mutex(state) }
  }

  /// If a batch takes longer, the next events are taken meanwhile.
  private static let patience = Duration.milliseconds(20)

  private func followChanges() throws {
    var state = Following()
    try watchCookies(&state)
    let applying = Applying(state)
    var threads = try BudgetedThreads(budget)
    defer {
      stop()
      if threads.isBusy { later { [end = threads.end] in end.wait() } }
    }
    try start(&threads, applying) { [self] state in try crawlRoots(&state) }
    var (backlog, preview) = (ChangeBacklog(), Preview())
    var (collected, patience) = (ContinuousClock.now, Self.patience)
    // Whether something may have to be done without an event.
    var isDue = false
    while true {
      let isFree = try threads.finish(atMost: patience)
      patience = .zero
      if isFree, isDue || !backlog.isEmpty {
        try apply(&backlog, &preview, with: &threads, applying)
        (isDue, patience) = (false, Self.patience)
        continue
      }
      let due = isFree ? try applying.state.withLock { try prepareToWait(&$0) } : nil
      guard let (events, awakening) = try nextEvents(before: due, orEndOf: isFree ? nil : threads.end, after: &collected) else { break }
      isDue = isDue || isFree || awakening == .circumstances
      if isFree {
        liveness.noteWait(of: .following) {
          while gate.isPaused, budget.isSpent, !stopSignal.isSent { gate.waitWhilePaused(atMost: Self.budgetInterval, unless: stopSignal) }
        }
      } else if !events.isEmpty {
        if let found = try self.preview(events, &preview) { backlog.note(found) }
      }
      backlog.append(events, at: collected)
    }
  }

  private func start(
    _ threads: inout BudgetedThreads, _ applying: Applying, _ body: @escaping @Sendable (inout Following) throws -> Void
  ) throws {
    try threads.start { [liveness] in
      liveness.noteProgress(of: .applying)
      defer { liveness.noteWait(of: .applying) }
      try applying.state.withLock { state in
        try body(&state)
        state.schedule.note(state.unsettled, at: .now)
      }
    }
  }

  /// Has the changes applied that are waiting.
  private func apply(
    _ backlog: inout ChangeBacklog, _ preview: inout Preview, with threads: inout BudgetedThreads, _ applying: Applying
  ) throws {
    // The crawl finds all changes up to now, so events that are already queued are not needed.
    if backlog.isOverflowed { while try !watcher.events().isEmpty {} }
    let waiting = backlog
    backlog = ChangeBacklog()
    preview.undecided = Set(waiting.events.compactMap(\.entry).filter(isDecisive).map(\.watch))
    try start(&threads, applying) { [self] state in try apply(waiting, &state) }
  }

  /// - Returns: When there is something to do without an event.
  private func prepareToWait(_ state: inout Following) throws -> ContinuousClock.Instant? {
    state.sweep.update(isNeeded: watcher.hasUnwatchedDirectories, at: .now)
    try reportCoverage(&state.coverage)
    return gate.isPaused ? state.dueInPause : state.due
  }

  // MARK: Previews

  /// What the thread that takes the events remembers for previews.
  private struct Preview {
    var rates = ChangeRates()
    /// Watches of directories in which changes that are not applied decide which entries are indexed.
    var undecided: Set<WatchID> = []
  }

  /// In a directory in which more names have changed lately, none are found before their batch is applied.
  private static let maximumRate = 64
  /// The same while less than half of the budget for previews is left. So a burst in many directories, or many
  /// new ones, leaves something for a directory in which little happens.
  private static let maximumLowRate = 8
  /// Maximum number of directories for one preview.
  private static let maximumPreviewed = 64
  /// Maximum time for new directories in one preview. Other names wait meanwhile.
  private static let maximumPreviewTime = Duration.milliseconds(100)

  /// Whether it depends on an entry whether others are indexed.
  private func isDecisive(_ entry: ChangeBatch.Entry) -> Bool {
    entry.isMarker || entry.isOfGit && indexer.configuration.exclusions.gitignore != nil
  }

  /// Has names of directories in which little changes found while earlier changes are being applied.
  ///
  /// - Returns: What the batch of these events has to do in addition; `nil` if nothing was found.
  private func preview(_ events: [WatchEvent], _ preview: inout Preview) throws -> EntryUpdate.Preview? {
    let batch = ChangeBatch(events)
    preview.rates.note(batch.entries, at: .now)
    preview.undecided.formUnion(batch.entries.filter(isDecisive).map(\.watch))
    guard !batch.isOverflowed, !previewBudget.isSpent else { return nil }
    let isAmple = previewBudget.hasHalf
    let rates = preview.rates
    let quiet = Set(batch.entries.map(\.watch)).filter { rates[$0] <= (isAmple ? Self.maximumRate : Self.maximumLowRate) }
    let watches = Set(quiet.sorted { rates[$0] < rates[$1] }.prefix(Self.maximumPreviewed))
    guard !watches.isEmpty else { return nil }
    return try previewBudget.charge { () throws in
      var update = EntryUpdate(store: indexer.store, watcher: watcher, crawler: makePreviewingCrawler(), isPreview: true) { [fresh] in
        fresh.add($0)
      }
      do {
        let undecided = try preview.undecided.flatMap { try update.directories(of: $0).map(\.path) }
        let found = try update.preview(batch, of: watches, without: undecided, crawlsNew: isAmple)
        if !fresh.isReading { pending.demand() }
        return found
      } catch StoreError.unknownDirectory {
        // It has left the catalog meanwhile.
        return EntryUpdate.Preview(linked: update.summary.linked, directories: Set(update.trees))
      }
    }
  }

  private func makePreviewingCrawler() -> TreeCrawler {
    var crawler = makeCrawler()
    crawler.watch = { [watcher, previewBudget] in
      previewBudget.charge()
      return watcher.watch($0)
    }
    crawler.onProgress = nil
    crawler.awaitTurn = { [previewBudget] in previewBudget.charge() }
    let end = ContinuousClock.now + Self.maximumPreviewTime
    crawler.isStopped = { [stopSignal, previewBudget] in stopSignal.isSent || !previewBudget.hasHalf || ContinuousClock.now > end }
    return crawler
  }

  /// During a pause, this is how often the daemon checks whether the budget allows it to process
  /// changes.
  private static let budgetInterval = Duration.milliseconds(500)

  /// Runs `body` on a thread of idle priority.
  private func inBulk<Result>(_ body: () throws -> Result) throws -> Result {
    try Thread.run { () throws in
      Thread.lowerPriority()
      return try body()
    }
  }

  // MARK: Names

  /// What the thread that applies changes remembers between batches.
  private struct Following {
    var unsettled = UnsettledChanges()
    var schedule = UnsettledSchedule()
    var openFiles = OpenFiles()
    var linkedFiles = LinkedFiles()
    var recentMoves = RecentMoves()
    var cookieWatch: WatchID?
    /// The names of those to take when everything is settled.
    var cookies: Set<String> = []
    var sweep = SweepSchedule()
    /// What was reported last; `nil` if nothing was.
    var coverage: WatchCoverage?

    /// When there is something to do without an event; `nil` if never.
    var due: ContinuousClock.Instant? { [dueInPause, sweep.due].compactMap(\.self).min() }

    /// The same without bulk work.
    var dueInPause: ContinuousClock.Instant? { [schedule.due, openFiles.due, linkedFiles.due].compactMap(\.self).min() }

    /// Whether everything is examined that is known to have changed.
    var isSettled: Bool { unsettled.isEmpty && linkedFiles.due == nil }

    mutating func noteCookies(in events: [WatchEvent]) {
      for case .created(let watch, let name) in events where watch == cookieWatch { cookies.insert(String(decoding: name, as: UTF8.self)) }
    }

    /// Records what a crawl or an update has left to do.
    mutating func note(_ summary: CrawlSummary) {
      unsettled.directories.formUnion(summary.vanished)
      linkedFiles.add(summary.linked, at: .now)
    }
  }

  /// - Parameter isScan: Whether the crawl is not of a single change, so that it waits while bulk work is paused.
  private func makeCrawler(isScan: Bool = false) -> TreeCrawler {
    var crawler = indexer.makeCrawler()
    crawler.watch = { [watcher, budget] in
      budget.chargeOrLower()
      return watcher.watch($0)
    }
    crawler.onProgress = { [budget] _ in budget.chargeOrLower() }
    crawler.onWatched = { [watcher] in watcher.assign($0, to: $1) }
    crawler.onReplaced = { [watcher] in watcher.noteReplaced($0) }
    crawler.onIncomplete = { [watcher] in watcher.noteIncomplete($0, because: "\($1)", deniedAt: $2 ? $1.deniedPath : nil) }
    crawler.onUnwatched = { [watcher] in watcher.noteUnwatched($0) }
    crawler.linksChangedSince = began
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

  /// Crawls all roots. The crawl finds everything that has happened before.
  private func crawlRoots(_ state: inout Following) throws {
    state.cookies = try Cookie.names(in: indexer.store.path)
    // Those that change from here on are crawled afterwards.
    MountTable.shared.noteRenames()
    _ = mountWatch.takeChanged()
    state.note(try budget.run { try crawlRoots() })
    if !stopSignal.isSent { takeCookies(&state) }
  }

  /// Has the processes go on that wait for what is in the index by now.
  private func takeCookies(_ state: inout Following) {
    guard state.isSettled, !state.cookies.isEmpty else { return }
    Cookie.take(state.cookies, in: indexer.store.path)
    state.cookies = []
  }

  private func watchCookies(_ state: inout Following) throws {
    state.cookieWatch = try watcher.watchCookies(in: Cookie.prepareFolder(of: indexer.store.path))
  }

  private func crawlRoots() throws -> CrawlSummary {
    let roots = indexer.configuration.indexedRoots
    // Before the first crawl, so that a root that is created or removed during the crawl is
    // noticed.
    for root in roots { watchNames(leadingTo: root) }
    for path in indexer.configuration.rootSpellings.keys { watchNames(leadingTo: path) }
    watchRecentFiles()
    let erasure = try indexer.store.lastErasure()
    try indexer.store.removeUnconfigured(indexer.configuration)
    // Before the crawl, so that a root is known as one even if the crawl is interrupted.
    try indexer.store.setConfiguredRoots(roots)
    try indexer.store.hideMissingVolumes()
    let total = try crawl(roots)
    guard !stopSignal.isSent else { return total }
    if let refusal = watcher.refusalOfMarks {
      notify(.problem("file-system-marks: \(refusal); the folders of a file system that cannot be marked are watched instead"))
    }
    try crawlLostTrees()
    watcher.releaseSpare()
    try indexer.store.keepTrees(in: indexer.configuration)
    guard !stopSignal.isSent else { return total }
    try indexer.store.setFinished(since: erasure)
    notify(.watching(total, directories: watcher.count))
    pending.demand()
    return total
  }

  /// Indexes the trees again that were imported from outside the roots before the index was erased or lost.
  private func crawlLostTrees() throws {
    for tree in try indexer.store.lostTrees(beside: indexer.configuration) where !stopSignal.isSent {
      do {
        guard answers(tree) else { throw SystemError(code: .timedOut, call: "statx", path: Path(tree)) }
        let summary = try indexer.indexNames(of: [tree], isStopped: { [stopSignal] in stopSignal.isSent }) { [liveness] _ in
          liveness.noteProgress(of: .applying)
        }
        report(summary.problems)
      } catch let error as SystemError {
        notify(.problem("\(error); it was imported before the index was erased or lost, so it must be imported again"))
      } catch let error as FileKindError {
        notify(.problem("\(error)"))
      }
    }
  }

  /// Watches for the creation, removal and renaming of a root and of the directories above it. If its
  /// parent directory is in the tree of another root, the watches of that root suffice.
  private func watchNames(leadingTo root: [UInt8]) {
    guard root != [UInt8(ascii: "/")], answers(root.parent), !indexer.configuration.exclusions.isIndexed(root.parent) else { return }
    do throws(SystemError) {
      try watcher.watchNames(leadingTo: root)
    } catch {
      notify(.problem("\(path: root): its creation and removal may not be noticed: \(error)"))
    }
  }

  /// Watches for a new list of recent files: programs replace it to change it.
  private func watchRecentFiles() {
    guard let recentFiles, answers(recentFiles.path.parent) else { return }
    do throws(SystemError) {
      try watcher.watchNames(leadingTo: recentFiles.path)
    } catch {
      notify(.problem("\(PrintableText.path(recentFiles.path)): its changes may not be noticed: \(error)"))
    }
  }

  /// Crawls the roots that exist, and removes the others from the catalog.
  private func crawl(_ roots: [[UInt8]]) throws -> CrawlSummary {
    var total = CrawlSummary()
    notify(.crawling(total))
    defer { notify(.crawled) }
    // A remote root may keep the others waiting.
    // Nothing is known of a new one, so its names are worth more than changes in the others.
    let new = try Set(roots.filter(isNew))
    let ordered = roots.filter(new.contains) + roots.filter { !new.contains($0) }
    for root in ordered.filter({ !isRemote($0) }) + ordered.filter(isRemote) where !stopSignal.isSent {
      guard answers(root) else {
        if !stopSignal.isSent {
          notify(.problem("\(path: root): its file system does not answer; it is asked again in the next scan"))
        }
        continue
      }
      var crawler = makeCrawler(isScan: true)
      crawler.maximumSilence = isRemote(root) ? Self.maximumSilence : nil
      let before = total
      crawler.onProgress = { [notify] summary in
        var sum = before
        sum += summary
        notify(.crawling(sum))
      }
      do {
        if let obstacle = IndexingConfiguration.obstacle(toRoot: root, store: indexer.store.path) {
          notify(.problem("\(path: root): not indexed: \(obstacle)"))
          total += try crawler.remove(root)
          continue
        }
        guard try crawler.reader.entry(at: root).status.kind == .directory else {
          throw SystemError(code: .notDirectory, call: "statx", path: Path(root))
        }
        var summary = try crawler.crawl(root)
        if isInOtherTree(root, isDirectory: true) { (summary.directories, summary.entries, summary.skipped) = (0, 0, 0) }
        total += summary
        // Other errors, such as that no thread can be started, are not about the root.
      } catch let error as SystemError where error.path != nil || error.code == .timedOut {
        if !indexer.configuration.mayBeMissing(root) { notify(.problem("\(error)")) }
        if error.code == .noSuchFileOrDirectory || error.code == .notDirectory && !isInOtherTree(root, isDirectory: false) {
          total += try crawler.remove(root)
        }
      } catch let error as FileKindError {
        notify(.problem("\(error)"))
        total += try crawler.remove(root)
      }
    }
    report(total.problems)
    recentFiles?.readList()
    return total
  }

  /// Whether the entries of a root have never been listed.
  private func isNew(_ root: [UInt8]) throws(StoreError) -> Bool {
    try indexer.store.read { snapshot throws(StoreError) in
      guard let directory = try snapshot.directory(for: root) else { return true }
      return try snapshot.directoryRecord(directory)?.firstListed == 0
    }
  }

  /// Whether the entry of a root, of this kind, is in the tree of another root, whose crawl finds it, too.
  private func isInOtherTree(_ root: [UInt8], isDirectory: Bool) -> Bool {
    let rules = indexer.configuration.exclusions
    return rules.isIndexed(root.parent) && !rules.excludes(root.lastComponent, in: root.parent, isDirectory: isDirectory)
  }

  /// If a remote file system does not answer in this time, its roots are left as they are.
  private static let maximumSilence = Duration.seconds(5)

  private func isRemote(_ path: [UInt8]) -> Bool { MountTable.shared.kind(ofPath: path) != .local }

  /// Whether the file system that contains a path answers. Does not ask local ones.
  private func answers(_ path: [UInt8]) -> Bool {
    !isRemote(path) || FileSystemProbe.answers(path, within: Self.maximumSilence) { [stopSignal] in stopSignal.isSent }
  }

  /// After an event, this time without further events ends the batch. Meanwhile the thread sleeps
  /// through the events, which may come one by one.
  private static let silence = Duration.milliseconds(3)
  /// Maximum time for collecting a batch, of which the time for applying the previous batch is a part.
  private static let maximumWait = Duration.milliseconds(9)

  /// Waits for events, then for further ones that may belong to them.
  ///
  /// - Parameters:
  ///   - due: When to return even if there are no events; `nil` for never.
  ///   - end: Returns without events at the end of this batch; `nil` for none.
  ///   - collected: When the previous batch was complete. Becomes the time of this one.
  /// - Returns: At least one event, or none at the given time, at the end of the batch or after a file system was
  ///   mounted or unmounted; `nil` if the daemon must stop.
  private func nextEvents(
    before due: ContinuousClock.Instant?, orEndOf end: BatchEnd?, after collected: inout ContinuousClock.Instant
  ) throws -> (events: [WatchEvent], awakening: Awakening)? {
    defer { collected = .now }
    let endsAtResumption = gate.isPaused
    var events: [WatchEvent] = []
    // Events that are waiting by now have come since the previous batch.
    var began = collected
    var awakening = try sleep(atMost: .zero, orEndOf: end, endsAtResumption: endsAtResumption)
    func sleepUntilDue() throws {
      awakening = try sleep(atMost: due.map { $0 - .now }, orEndOf: end, endsAtResumption: endsAtResumption)
      began = .now
    }
    if awakening == .time { try sleepUntilDue() }
    while true {
      switch awakening {
      case .stop: return nil
      case .circumstances: return (try events + watcher.events(), awakening)
      case .end: return ([], awakening)
      case .time where events.isEmpty: return ([], awakening)
      case .time, .events: break
      }
      let more = try watcher.events()
      if more.isEmpty {
        if !events.isEmpty { return (events, awakening) }
        // Only entries that share a directory with a root have changed.
        try sleepUntilDue()
        continue
      }
      events += more
      // Editors and archivers cause many events at once, and a transaction for many changes costs
      // hardly more than one for a single change. The kernel queues both halves of a rename next to
      // each other, so this wait also brings them into one batch.
      // Only if the last event is the first half of a rename, the second half may still come.
      let isComplete = if case .movedAway? = events.last { false } else { true }
      if isComplete, events.count >= 4096 || ContinuousClock.now - began >= Self.maximumWait { return (events, awakening) }
      awakening = try sleep(atMost: Self.silence, throughEvents: true, endsAtResumption: endsAtResumption)
    }
  }

  /// Why the thread that takes the events goes on.
  private enum Awakening {
    case events, time, stop
    /// A batch has been applied.
    case end
    /// A file system was mounted or unmounted, or a pause is over.
    case circumstances
  }

  /// Waits for events, for the end of a time, and for what changes the daemon's work.
  ///
  /// - Parameters:
  ///   - duration: `nil` for no end.
  ///   - throughEvents: Whether events do not end the wait.
  ///   - end: Of a batch, which ends the wait.
  ///   - endsAtResumption: Whether the end of a pause does: what is due then is not due before.
  private func sleep(
    atMost duration: Duration?, throughEvents: Bool = false, orEndOf end: BatchEnd? = nil, endsAtResumption: Bool
  ) throws -> Awakening {
    enum Source { case inotify, fanotify, stop, mounts, resumption, end }
    let watched = throughEvents ? (-1, -1) : watcher.descriptors
    var wait = Wait<Source>([
      .inotify: .input(watched.0), .fanotify: .input(watched.1), .stop: .input(stopSignal.descriptor),
      .mounts: .exception(mountWatch.descriptor), .resumption: .input(endsAtResumption ? gate.resumed : -1),
      .end: .input(end?.descriptor ?? -1),
    ])
    let ready = try liveness.noteWait(of: .following) { () throws in try wait.ready(within: duration) }
    if ready.contains(.stop) { return .stop }
    if ready.contains(.mounts) || ready.contains(.resumption) { return .circumstances }
    if ready.contains(.end) { return .end }
    return ready.isEmpty ? .time : .events
  }

  /// Applies a batch of events, and examines the files that are due.
  private func apply(_ backlog: ChangeBacklog, _ state: inout Following) throws {
    let events = backlog.events
    state.noteCookies(in: events)
    let batch = ChangeBatch(events.filter { $0.entry == nil || $0.entry?.watch != state.cookieWatch })
    state.linkedFiles.add(backlog.linked, at: .now)
    state.unsettled.directories.formUnion(backlog.directories)
    if backlog.isOverflowed || state.unsettled.isTooMuch {
      if backlog.isOverflowed { notify(.overflowed) }
      state.unsettled = UnsettledChanges()
      return try crawlRoots(&state)
    }
    var update = EntryUpdate(store: indexer.store, watcher: watcher, crawler: makeCrawler()) { [fresh] in fresh.add($0) }
    try update.noteLinks(of: batch)
    for watch in batch.ended { watcher.forget(watch) }
    if events.contains(where: \.isRenameOfDirectory) { MountTable.shared.noteRenames() }
    // Before the events, whose paths may lead to a file system that was just mounted.
    try followMounts(&state)
    // A marker may exclude the directory of a root from another root's tree, whose crawl then
    // removes the watch that reported changes of this root's name.
    if batch.hasMarkers { for root in indexer.configuration.indexedRoots { watchNames(leadingTo: root) } }
    let now = ContinuousClock.now
    state.openFiles.note(batch, at: now)
    watcher.noteActivity(of: batch.watches, at: now)
    let renamed = state.recentMoves.places(with: batch, collected: backlog.began ?? now)
    var examined = state.openFiles.takeDue(at: now)
    if !state.cookies.isEmpty { examined.formUnion(state.openFiles.unexamined) }
    if state.schedule.isStuck, !state.unsettled.isEmpty { try update.listFolders(above: state.unsettled) }
    let summary = try update.apply(
      batch, and: state.unsettled, examining: examined, renamed: renamed, listing: backlog.listed)
    state.recentMoves.noteApplied(at: .now)
    state.unsettled = update.unsettled
    state.note(summary)
    report(summary.problems)
    try followRoots(through: batch, &state)
    recentFiles?.note(arrivals: Set(events.filter(\.isArrival).compactMap { $0.entry?.name }))
    if batch.ended.contains(where: { $0 == state.cookieWatch }) {
      // The folder was removed. Cookies may be in a new one before it is watched, so they are left to a
      // crawl.
      try watchCookies(&state)
      try crawlRoots(&state)
    }
    try examineLinkedFiles(&state)
    try sweep(&state)
    takeCookies(&state)
    // Otherwise the reader of fresh documents does the same when it has ended.
    if !fresh.isReading { pending.demand() }
  }

  /// Lists the directories that cannot be watched, if it is time, or if somebody waits for what has
  /// happened in them.
  private func sweep(_ state: inout Following) throws {
    let began = ContinuousClock.now
    let isAwaited = !state.cookies.isEmpty && watcher.hasUnwatchedDirectories
    guard isAwaited || state.sweep.due.map({ $0 <= began && !gate.isPaused }) == true else { return }
    var update = EntryUpdate(store: indexer.store, watcher: watcher, crawler: makeCrawler()) { [fresh] in fresh.add($0) }
    func list() throws -> CrawlSummary {
      try update.sweep(watcher.unwatchedDirectories) { [liveness, stopSignal] in
        liveness.noteProgress(of: .applying)
        return stopSignal.isSent
      }
    }
    let summary = isAwaited ? try list() : try inBulk { try list() }
    state.unsettled.directories.formUnion(update.unsettled.directories)
    state.note(summary)
    report(summary.problems)
    let ended = ContinuousClock.now
    state.sweep.noteSweep(lasting: ended - began, endingAt: ended)
    if !watcher.hasUnwatchedDirectories { notify(.problem("all folders are watched again")) }
  }

  private func reportCoverage(_ reported: inout WatchCoverage?) throws(StoreError) {
    let coverage = try watcher.coverage(in: indexer.store)
    guard coverage != reported else { return }
    reported = coverage
    notify(.coverage(coverage))
  }

  /// Reports each problem, but those of directories that cannot be watched together: they may be
  /// many, and have the same reason.
  private func report(_ problems: [CrawlProblem]) {
    let unwatched = problems.filter(\.isUnwatched)
    for problem in problems where !problem.isUnwatched { notify(.problem("\(problem)")) }
    guard let first = unwatched.first else { return }
    notify(.problem("\(first)"))
    if unwatched.count > 1 { notify(.problem("and so for \(counted(unwatched.count - 1, "more folder"))")) }
  }

  /// Crawls directories on which file systems were mounted or unmounted, and the roots that they
  /// contain.
  private func followMounts(_ state: inout Following) throws {
    let changed = mountWatch.takeChanged()
    if changed.isEmpty { return }
    try indexer.store.hideMissingVolumes()
    let rules = indexer.configuration.exclusions
    let roots = indexer.configuration.indexedRoots.filter { root in changed.contains { root.isAtOrBelow($0) } }
    let points = changed.filter { rules.isIndexed($0.parent) && !rules.excludes($0.lastComponent, in: $0.parent, isDirectory: true) }
    if !points.isEmpty {
      var update = EntryUpdate(store: indexer.store, watcher: watcher, crawler: makeCrawler(isScan: true)) { [fresh] in fresh.add($0) }
      let summary = try budget.run { try update.examine(mountPoints: points.sorted { $0.lexicographicallyPrecedes($1) }) }
      state.unsettled.directories.formUnion(update.unsettled.directories)
      state.note(summary)
      for problem in summary.problems { notify(.problem("\(problem)")) }
    }
    guard !roots.isEmpty else { return }
    for root in roots { watchNames(leadingTo: root) }
    state.note(try budget.run { try crawl(roots) })
  }

  /// Crawls the roots whose paths a batch has changed, and has the list of recent files read if the
  /// batch has replaced it.
  private func followRoots(through batch: ChangeBatch, _ state: inout Following) throws {
    var touched = batch.entries.reduce(into: Set<[UInt8]>()) { $0.formUnion(watcher.paths(through: $1)) }
    if let recentFiles, touched.remove(recentFiles.path) != nil {
      watchRecentFiles()
      recentFiles.readList()
    }
    guard !touched.isEmpty else { return }
    for path in touched { watchNames(leadingTo: path) }
    if indexer.configuration.rootSpellings.contains(where: { $0.key.realPath != $0.value }) { notify(.redirected) }
    let roots = indexer.configuration.indexedRoots.filter { root in touched.contains { root.isAtOrBelow($0) } }
    state.note(try budget.run { try crawl(roots) })
    try watcher.releaseUnknown(in: indexer.store)
  }

  /// Examines the other names of files that have changed under one name, if it is time.
  private func examineLinkedFiles(_ state: inout Following) throws {
    let began = ContinuousClock.now
    let inodes = state.linkedFiles.takeDue(at: began)
    guard !inodes.isEmpty else { return }
    var update = EntryUpdate(store: indexer.store, watcher: watcher, crawler: makeCrawler()) { [fresh] in fresh.add($0) }
    let summary = try update.examineNames(of: inodes)
    state.unsettled.directories.formUnion(update.unsettled.directories)
    report(summary.problems)
    let ended = ContinuousClock.now
    state.linkedFiles.notePass(lasting: ended - began, endingAt: ended)
  }

  // MARK: Contents

  /// Has the catalog checked for pending contents, which another process may have added.
  package func lookForContents() { pending.demand() }
}

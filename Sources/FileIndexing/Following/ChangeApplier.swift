// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages
internal import Threading

/// Applies batches of changes to the catalog, one after another, and remembers what they leave to do.
struct ChangeApplier: Sendable {
  private let context: DaemonContext
  private let roots: RootFollower
  private var unsettled = UnsettledChanges()
  private var schedule = UnsettledSchedule()
  private var openFiles = OpenFiles()
  private var linkedFiles = LinkedFiles()
  private var recentMoves = RecentMoves()
  private var cookieWatch: WatchID?
  /// The names of those to take when everything is settled.
  private var cookies: Set<String> = []
  private var sweep = SweepSchedule()
  /// What was reported last; `nil` if nothing was.
  private var coverage: WatchCoverage?

  init(_ context: DaemonContext) throws {
    self.context = context
    roots = RootFollower(context)
    try watchCookies()
  }

  /// Crawls all roots. The crawl finds everything that has happened before.
  mutating func crawlRoots() throws {
    cookies = try Cookie.names(in: context.store.path)
    // Those that change from here on are crawled afterwards.
    MountTable.shared.noteRenames()
    _ = context.mountWatch.takeChanged()
    note(try context.budget.run { try roots.crawlRoots() })
    if !context.stopSignal.isSent { takeCookies() }
  }

  /// Applies a batch of events, and examines the files that are due.
  mutating func apply(_ backlog: ChangeBacklog) throws {
    let events = backlog.events
    noteCookies(in: events)
    let batch = ChangeBatch(events.filter { $0.entry == nil || $0.entry?.watch != cookieWatch })
    linkedFiles.add(backlog.linked, at: .now)
    unsettled.directories.formUnion(backlog.directories)
    if backlog.isOverflowed || unsettled.isTooMuch {
      if backlog.isOverflowed { context.notify(.overflowed) }
      unsettled = UnsettledChanges()
      return try crawlRoots()
    }
    var update = context.makeUpdate()
    try update.noteLinks(of: batch)
    for watch in batch.ended { context.watcher.forget(watch) }
    if events.contains(where: \.isRenameOfDirectory) { MountTable.shared.noteRenames() }
    // Before the events, whose paths may lead to a file system that was just mounted.
    try followMounts()
    if batch.hasMarkers { roots.watchNamesOfRoots() }
    let now = ContinuousClock.now
    openFiles.note(batch, at: now)
    context.watcher.noteActivity(of: batch.watches, at: now)
    let renamed = recentMoves.places(with: batch, collected: backlog.began ?? now)
    var examined = openFiles.takeDue(at: now)
    if !cookies.isEmpty { examined.formUnion(openFiles.unexamined) }
    if schedule.isStuck, !unsettled.isEmpty { try update.listFolders(above: unsettled) }
    let earlier = unsettled
    unsettled = UnsettledChanges()
    note(try update.apply(batch, and: earlier, examining: examined, renamed: renamed, listing: backlog.listed))
    recentMoves.noteApplied(at: .now)
    if let summary = try roots.follow(batch) { note(summary) }
    context.recentFiles?.note(arrivals: Set(events.filter(\.isArrival).compactMap { $0.entry?.name }))
    if batch.ended.contains(where: { $0 == cookieWatch }) {
      // The folder was removed. Cookies may be in a new one before it is watched, so they are left to a
      // crawl.
      try watchCookies()
      try crawlRoots()
    }
    try examineLinkedFiles()
    try sweepIfDue()
    takeCookies()
    // Otherwise the reader of fresh documents does the same when it has ended.
    if !context.fresh.isReading { context.pending.demand() }
  }

  /// Plans when to look up again what is unsettled. Called after each batch.
  mutating func scheduleUnsettled() { schedule.note(unsettled, at: .now) }

  /// Reports what is not followed.
  ///
  /// - Returns: When there is something to do without an event; `nil` if never.
  mutating func prepareToWait() throws -> ContinuousClock.Instant? {
    sweep.update(isNeeded: context.watcher.hasUnwatchedDirectories, at: .now)
    let present = try context.watcher.coverage(in: context.store)
    if present != coverage {
      coverage = present
      context.notify(.coverage(present))
    }
    // A sweep is bulk work.
    return [schedule.due, openFiles.due, linkedFiles.due, context.gate.isPaused ? nil : sweep.due].compactMap(\.self).min()
  }

  // MARK: What is left to do

  private mutating func note(_ outcome: EntryUpdate.Outcome) {
    unsettled.formUnion(outcome.unsettled)
    linkedFiles.add(outcome.summary.linked, at: .now)
    context.report(outcome.summary.problems)
  }

  /// Records what a crawl of roots has left to do. It has reported its problems.
  private mutating func note(_ summary: CrawlSummary) {
    unsettled.directories.formUnion(summary.vanished)
    linkedFiles.add(summary.linked, at: .now)
  }

  /// Crawls directories on which file systems were mounted or unmounted, and the roots that they
  /// contain.
  private mutating func followMounts() throws {
    let changed = context.mountWatch.takeChanged()
    if changed.isEmpty { return }
    try context.store.hideMissingVolumes()
    let rules = context.indexer.configuration.exclusions
    let points = changed.filter { rules.isIndexed($0.parent) && !rules.excludes($0.lastComponent, in: $0.parent, isDirectory: true) }
    if !points.isEmpty {
      note(
        try context.budget.run {
          try context.makeUpdate(isScan: true).examine(mountPoints: points.sorted { $0.lexicographicallyPrecedes($1) })
        })
    }
    if let summary = try roots.follow(mountPoints: changed) { note(summary) }
  }

  /// Examines the other names of files that have changed under one name, if it is time.
  private mutating func examineLinkedFiles() throws {
    let began = ContinuousClock.now
    let inodes = linkedFiles.takeDue(at: began)
    guard !inodes.isEmpty else { return }
    note(try context.makeUpdate().examineNames(of: inodes))
    let ended = ContinuousClock.now
    linkedFiles.notePass(lasting: ended - began, endingAt: ended)
  }

  /// Lists the directories that cannot be watched, if it is time, or if somebody waits for what has
  /// happened in them.
  private mutating func sweepIfDue() throws {
    let began = ContinuousClock.now
    let isAwaited = !cookies.isEmpty && context.watcher.hasUnwatchedDirectories
    guard isAwaited || sweep.due.map({ $0 <= began && !context.gate.isPaused }) == true else { return }
    note(try isAwaited ? listUnwatched() : Self.inBulk { try listUnwatched() })
    let ended = ContinuousClock.now
    sweep.noteSweep(lasting: ended - began, endingAt: ended)
    if !context.watcher.hasUnwatchedDirectories { context.notify(.problem("all folders are watched again")) }
  }

  private func listUnwatched() throws -> EntryUpdate.Outcome {
    try context.makeUpdate().sweep(context.watcher.unwatchedDirectories) {
      context.liveness.noteProgress(of: .applying)
      return context.stopSignal.isSent
    }
  }

  /// Runs `body` on a thread of idle priority.
  private static func inBulk<Result>(_ body: () throws -> Result) throws -> Result {
    try Thread.run { () throws in
      Thread.lowerPriority()
      return try body()
    }
  }

  // MARK: Processes that wait

  private mutating func watchCookies() throws {
    cookieWatch = try context.watcher.watchCookies(in: Cookie.prepareFolder(of: context.store.path))
  }

  private mutating func noteCookies(in events: [WatchEvent]) {
    for case .created(let watch, let name) in events where watch == cookieWatch { cookies.insert(String(decoding: name, as: UTF8.self)) }
  }

  /// Wakes the processes that wait for what is in the index by now: everything is examined that is known to have
  /// changed.
  private mutating func takeCookies() {
    guard unsettled.isEmpty, linkedFiles.due == nil, !cookies.isEmpty else { return }
    Cookie.take(cookies, in: context.store.path)
    cookies = []
  }
}

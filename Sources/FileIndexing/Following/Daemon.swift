// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages
internal import Synchronization
internal import SystemPlatform
internal import Threading

/// Keeps the index of the configured roots current: crawls them, then follows inotify events.
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
/// ``ChangeBacklog``. Meanwhile, names in directories in which little changes are found by a ``ChangePreviewer``.
///
/// Bulk work waits at a ``BulkGate``. While it is paused, names of single changes are still processed
/// within the budget, because that takes a few milliseconds, and a scan afterwards would take
/// seconds. No contents are read then, so no worker runs.
package final class Daemon: Sendable {
  private let context: DaemonContext
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
  ///   - recognition: How text in pictures is searched; `nil` if it is not.
  ///   - notify: Called on the daemon's threads.
  package convenience init(
    _ indexer: FileIndexer, gate: BulkGate? = nil, liveness: Liveness = Liveness(), recentFiles: [UInt8]? = nil,
    recognition: RecognitionLaunch? = nil, notify: @escaping @Sendable (Notice) -> Void
  ) throws {
    try self.init(
      indexer, gate: gate, liveness: liveness, recentFiles: recentFiles, recognition: recognition, budget: ForegroundBudget(),
      notify: notify)
  }

  /// - Parameters:
  ///   - budget: For changes of names, and for the first names of crawls.
  ///   - previewBudget: For names that are found while earlier changes are being applied.
  init(
    _ indexer: FileIndexer, gate: BulkGate? = nil, liveness: Liveness = Liveness(), recentFiles: [UInt8]? = nil,
    recognition: RecognitionLaunch? = nil, budget: ForegroundBudget, previewBudget: ForegroundBudget = ForegroundBudget(),
    notify: @escaping @Sendable (Notice) -> Void
  ) throws {
    let isAbandoned = Flag()
    self.isAbandoned = isAbandoned
    self.previewBudget = previewBudget
    let notify: @Sendable (Notice) -> Void = { if !isAbandoned.isSet { notify($0) } }
    let gate = try gate ?? BulkGate()
    gate.setWorksOnBattery(indexer.configuration.indexesOnBattery)
    let stopSignal = try StopSignal()
    let claims = DocumentClaims()
    let pictures = recognition.map { recognition in
      PictureReader(indexer.store, recognition, gate: gate, stopSignal: stopSignal) { notify(Notice($0)) }
    }
    let pending = PendingReader(indexer, claims: claims, gate: gate, liveness: liveness, stopSignal: stopSignal) { notice in
      notify(Notice(notice))
      if case .readingEnded(isComplete: true) = notice { pictures?.look() }
    }
    let watcher = try Self.makeWatcher(indexer.configuration, notify)
    context = DaemonContext(
      indexer: indexer, watcher: watcher, stopSignal: stopSignal, gate: gate, liveness: liveness,
      fresh: FreshReader(
        indexer, claims: claims, liveness: liveness, isStopped: { stopSignal.isSent }, isPaused: { gate.isPaused }
      ) { pending.add($0) },
      pending: pending,
      recentFiles: recentFiles.map { path in
        RecentFilesReader(path, indexer.store, indexer.launch, gate: gate, stopSignal: stopSignal) { notify(.problem($0)) }
      },
      pictures: pictures, budget: budget, notify: notify)
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
  package func stop() { context.stopSignal.send() }

  /// Ends idle workers. Called after a pause has begun.
  package func releaseWorkers() {
    context.pending.releaseWorkers()
    context.fresh.releaseWorker()
    context.pictures?.releaseWorker()
  }

  /// Runs until ``stop()``.
  ///
  /// - Throws: `StoreError.corrupted` if the catalog is damaged, among others.
  package func run() throws {
    defer { finish() }
    try follow()
  }

  /// Makes nothing count that is still in work after ``follow()``: nothing more is written or told. So the next
  /// daemon need not wait until threads of idle priority have ended, which takes seconds on a busy machine.
  package func abandon() {
    isAbandoned.set()
    context.store.retire()
    // The next daemon needs them.
    context.watcher.end()
  }

  /// Waits until all work has ended. Called once after ``follow()``.
  package func finish() { for wait in unfinished.withLock({ $0 }) { wait() } }

  /// Follows changes until ``stop()``. Bulk work may be left that ends soon.
  ///
  /// - Throws: `StoreError.corrupted` if the catalog is damaged, among others.
  package func follow() throws {
    context.liveness.noteProgress(of: .following)
    defer { context.liveness.noteWait(of: .following) }
    let refreshing = try Thread.start { [context] in
      context.fresh.run { progress in
        if progress.done > 0 { context.notify(.refreshed(progress)) }
        context.pending.demand()
      }
    }
    defer {
      context.fresh.stop()
      later { refreshing.join() }
    }
    let reading = try Thread.start { [context] in
      Thread.lowerPriority()
      context.pending.run()
    }
    defer {
      // The reading thread may wait at the gate.
      stop()
      context.pending.stop()
      later { reading.join() }
    }
    try context.store.setRecordsUses(context.indexer.configuration.readsRecentFiles)
    let recording = try context.recentFiles.map { reader in try Thread.start { reader.run() } }
    defer {
      // The thread may wait at the gate.
      stop()
      context.recentFiles?.stop()
      if let recording { later { recording.join() } }
    }
    let searching = try context.pictures.map { reader in
      try Thread.start {
        Thread.lowerPriority()
        reader.run()
      }
    }
    defer {
      // The thread may wait at the gate.
      stop()
      context.pictures?.stop()
      if let searching { later { searching.join() } }
    }
    try followChanges()
    if let damage = context.pending.damage { throw damage }
  }

  /// Leaves a wait to ``finish()``.
  private func later(_ wait: @escaping @Sendable () -> Void) { unfinished.withLock { $0.append(wait) } }

  /// If a batch takes longer, the next events are taken meanwhile.
  private static let patience = Duration.milliseconds(20)
  /// During a pause, this is how often the daemon checks whether the budget allows it to process
  /// changes.
  private static let budgetInterval = Duration.milliseconds(500)

  /// What applies changes, on a thread of its own. The thread that takes the events uses it between batches.
  private final class Applying: Sendable {
    let applier: Mutex<ChangeApplier>

    init(_ applier: ChangeApplier) { self.applier = Mutex(applier) }
  }

  private func followChanges() throws {
    let applying = Applying(try ChangeApplier(context))
    var threads = try BudgetedThreads(context.budget)
    defer {
      stop()
      if threads.isBusy { later { [end = threads.end] in end.wait() } }
    }
    try start(&threads, applying) { try $0.crawlRoots() }
    var (backlog, preview, collector) = (ChangeBacklog(), ChangePreviewer(context, budget: previewBudget), EventCollector(context))
    var patience = Self.patience
    // Whether something may have to be done without an event.
    var isDue = false
    while true {
      let isFree = try threads.finish(atMost: patience)
      patience = .zero
      if isFree, isDue || !backlog.isEmpty {
        // The crawl finds all changes up to now, so events that are already queued are not needed.
        if backlog.isOverflowed { while try !context.watcher.events().isEmpty {} }
        preview.begin(backlog)
        try start(&threads, applying) { [backlog] in try $0.apply(backlog) }
        (backlog, isDue, patience) = (ChangeBacklog(), false, Self.patience)
        continue
      }
      let due = isFree ? try applying.applier.withLock { try $0.prepareToWait() } : nil
      guard let (events, awakening) = try collector.next(before: due, orEndOf: isFree ? nil : threads.end) else { break }
      isDue = isDue || isFree || awakening == .circumstances
      if isFree {
        waitForBudget()
      } else if !events.isEmpty, let found = try preview.preview(events) {
        backlog.note(found)
      }
      backlog.append(events, at: collector.collected)
    }
  }

  /// Waits until a pause is over, or the budget allows the daemon to process changes.
  private func waitForBudget() {
    context.liveness.noteWait(of: .following) {
      while context.gate.isPaused, context.budget.isSpent, !context.stopSignal.isSent {
        context.gate.waitWhilePaused(atMost: Self.budgetInterval, unless: context.stopSignal)
      }
    }
  }

  private func start(
    _ threads: inout BudgetedThreads, _ applying: Applying, _ body: @escaping @Sendable (inout ChangeApplier) throws -> Void
  ) throws {
    try threads.start { [liveness = context.liveness] in
      liveness.noteProgress(of: .applying)
      defer { liveness.noteWait(of: .applying) }
      try applying.applier.withLock { applier in
        try body(&applier)
        applier.scheduleUnsettled()
      }
    }
  }

  /// Makes the reader check for pending contents, which another process may have added.
  package func lookForContents() { context.pending.demand() }
}

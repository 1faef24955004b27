// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Finds names in directories in which little changes while earlier changes are being applied.
struct ChangePreviewer {
  /// In a directory in which more names have changed lately, none are found before their batch is applied.
  private static let maximumRate = 64
  /// The same while less than half of the budget is left. So a burst in many directories, or many new ones, leaves
  /// something for a directory in which little happens.
  private static let maximumLowRate = 8
  /// Maximum number of directories for one preview.
  private static let maximumPreviewed = 64
  /// Maximum time for new directories in one preview. Other names wait meanwhile.
  private static let maximumTime = Duration.milliseconds(100)

  private let context: DaemonContext
  private let budget: ForegroundBudget
  private var rates = ChangeRates()
  /// Watches of directories in which changes that are not applied decide which entries are indexed.
  private var undecided: Set<WatchID> = []

  init(_ context: DaemonContext, budget: ForegroundBudget) {
    self.context = context
    self.budget = budget
  }

  /// Records which changes are not applied from here on.
  mutating func begin(_ waiting: ChangeBacklog) {
    undecided = Set(waiting.events.compactMap(\.entry).filter(isDecisive).map(\.watch))
  }

  /// Finds the names of events.
  ///
  /// - Returns: What the batch of these events has to do in addition; `nil` if nothing was found.
  mutating func preview(_ events: [WatchEvent]) throws -> EntryUpdate.Preview? {
    let batch = ChangeBatch(events)
    rates.note(batch.entries, at: .now)
    undecided.formUnion(batch.entries.filter(isDecisive).map(\.watch))
    guard !batch.isOverflowed, !budget.isSpent else { return nil }
    let isAmple = budget.hasHalf
    let quiet = Set(batch.entries.map(\.watch)).filter { rates[$0] <= (isAmple ? Self.maximumRate : Self.maximumLowRate) }
    let watches = Set(quiet.sorted { rates[$0] < rates[$1] }.prefix(Self.maximumPreviewed))
    guard !watches.isEmpty else { return nil }
    return try budget.charge { () throws in
      let update = context.makeUpdate(with: makeCrawler(), isPreview: true)
      let found = try update.preview(batch, of: watches, without: undecided, crawlsNew: isAmple)
      if !context.fresh.isReading { context.pending.demand() }
      return found
    }
  }

  /// Whether it depends on an entry whether others are indexed.
  private func isDecisive(_ entry: ChangeBatch.Entry) -> Bool {
    entry.isMarker || entry.isOfGit && context.indexer.configuration.exclusions.gitignore != nil
  }

  private func makeCrawler() -> TreeCrawler {
    var crawler = context.makeCrawler()
    crawler.watch = { [watcher = context.watcher, budget] in
      budget.charge()
      return watcher.watch($0)
    }
    crawler.onProgress = nil
    crawler.awaitTurn = { [budget] in budget.charge() }
    let end = ContinuousClock.now + Self.maximumTime
    crawler.isStopped = { [stopSignal = context.stopSignal, budget] in stopSignal.isSent || !budget.hasHalf || ContinuousClock.now > end }
    return crawler
  }
}

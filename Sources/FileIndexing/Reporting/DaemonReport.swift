// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// What a daemon reports about itself: its state, how far it has come, and what has happened since
/// its start. A pure value.
package struct DaemonReport: Sendable, Equatable {
  package enum Pause: Sendable, Equatable, CustomStringConvertible {
    /// By a user.
    case unlimited
    /// By a user. Ends at this time, in seconds since 1970.
    case until(Int)
    case program(reason: String)

    package var description: String {
      if case .program(let reason) = self, !reason.isEmpty { "paused by a program: \(PrintableText.line(reason))" } else { "paused" }
    }
  }

  package private(set) var activity = DaemonActivity()
  package var state: DaemonActivity.State { activity.state }
  package private(set) var pause: Pause?
  /// Names listed in the present or the last scan.
  package private(set) var names = 0
  /// Files read in the present run, and those that were to be read in it.
  package private(set) var read = 0
  package private(set) var contents = 0
  /// Estimated time until the contents are read, in seconds; `nil` if it cannot be estimated.
  package private(set) var secondsLeft: Int?
  /// Whether no contents were left after the last run.
  package private(set) var isComplete = true
  package private(set) var coverage = WatchCoverage()
  /// How often the kernel has dropped events, and when last, in seconds since 1970.
  package private(set) var overflows = 0
  package private(set) var lastOverflow: Int?
  /// When all roots were last scanned, in seconds since 1970.
  package private(set) var lastScan: Int?
  /// Names listed in that scan.
  package private(set) var lastScanNames = 0
  package private(set) var lastProblem: String?

  private var rate = ReadingRate()

  package init() {}

  /// What happened, for a report.
  package enum Event: Sendable {
    case activity(DaemonActivity.Event)
    case paused(Pause?)
    case notice(Daemon.Notice)
    case maintenance(MaintenanceService.Notice)
  }

  /// - Parameters:
  ///   - now: For durations.
  ///   - time: In seconds since 1970.
  package mutating func note(_ event: Event, at now: ContinuousClock.Instant, time: Int) {
    let before = state
    switch event {
    case .activity(let event): activity.handle(event)
    case .paused(let new):
      pause = new
      activity.handle(new == nil ? .resumed : .paused)
    case .notice(let notice): note(notice, now, time)
    case .maintenance(.mergeBegan): activity.handle(.mergeBegan)
    case .maintenance(.mergeEnded): activity.handle(.mergeEnded)
    case .maintenance(.problem(let problem)): lastProblem = "\(problem)"
    case .maintenance(.repaired), .maintenance(.foldedAgain), .maintenance(.woken), .maintenance(.quiet): break
    }
    if state == .reading {
      if before != .reading { rate.reset() }
      rate.note(read, at: now)
      secondsLeft = rate.time(for: contents - read).map { Int($0.components.seconds) }
    } else {
      secondsLeft = nil
    }
  }

  private mutating func note(_ notice: Daemon.Notice, _ now: ContinuousClock.Instant, _ time: Int) {
    switch notice {
    case .crawling(let summary):
      activity.handle(.scanBegan)
      names = summary.entries
    case .crawled:
      activity.handle(.scanEnded)
      // Until the reader has found that there are no contents to read.
      activity.handle(.readingBegan)
    case .watching(let summary, _):
      names = summary.entries
      (lastScan, lastScanNames) = (time, summary.entries)
      activity.handle(.recovered)
    case .coverage(let new): coverage = new
    case .reading(let progress):
      (read, contents) = (progress.done, progress.total)
      activity.handle(.readingBegan)
    case .readingEnded(let isComplete):
      self.isComplete = isComplete
      activity.handle(.readingEnded)
    case .overflowed: (overflows, lastOverflow) = (overflows + 1, time)
    case .waiting(let reason):
      activity.handle(.failed(reason: "\(reason)"))
      lastProblem = "\(reason)"
    case .resumed: activity.handle(.recovered)
    case .problem(let problem): lastProblem = "\(problem)"
    case .idle, .refreshed, .redirected, .searchedPictures, .workersStarted: break
    }
  }
}

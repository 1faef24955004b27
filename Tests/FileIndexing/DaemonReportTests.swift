// SPDX-License-Identifier: Apache-2.0

import LogMessages
import Testing

@testable import FileIndexing

/// What a daemon reports about itself.
struct DaemonReportTests {
  private typealias State = DaemonActivity.State
  private typealias Event = DaemonActivity.Event

  /// A way to each state, from the beginning.
  private static let ways: [(state: State, events: [Event])] = [
    (.starting, []),
    (.scanning, [.scanBegan]),
    (.reading, [.scanBegan, .readingBegan, .scanEnded]),
    (.idle, [.scanBegan, .readingBegan, .scanEnded, .readingEnded]),
    (.merging, [.scanBegan, .scanEnded, .mergeBegan]),
    (.paused, [.scanBegan, .paused]),
    (.waitingForPower, [.scanBegan, .scanEnded, .readingBegan, .held(.battery)]),
    (.waitingForProcessor, [.scanBegan, .held(.pressure(.processor))]),
    (.waitingForDisk, [.scanBegan, .held(.pressure(.disk))]),
    (.waitingForMemory, [.scanBegan, .held(.pressure(.memory))]),
    (.degraded, [.scanBegan, .failed(reason: "the disk is full")]),
    (.stopping, [.stopped]),
  ]

  private static let events: [Event] = [
    .started, .scanBegan, .scanEnded, .readingBegan, .readingEnded, .mergeBegan, .mergeEnded, .paused, .resumed, .held(.battery),
    .held(.pressure(.disk)), .held(nil), .failed(reason: "no space"), .recovered, .stopped,
  ]

  /// The state after each of `events`, in their order.
  private static let table: [State: [State]] = [
    .starting: [
      .starting, .scanning, .starting, .starting, .starting, .starting, .starting, .paused, .starting, .starting,
      .waitingForDisk, .starting, .degraded, .starting, .stopping,
    ],
    .scanning: [
      .starting, .scanning, .idle, .scanning, .scanning, .scanning, .scanning, .paused, .scanning, .scanning,
      .waitingForDisk, .scanning, .degraded, .scanning, .stopping,
    ],
    .reading: [
      .starting, .scanning, .reading, .reading, .idle, .reading, .reading, .paused, .reading, .waitingForPower,
      .waitingForDisk, .reading, .degraded, .reading, .stopping,
    ],
    .idle: [
      .starting, .scanning, .idle, .reading, .idle, .merging, .idle, .paused, .idle, .waitingForPower,
      .waitingForDisk, .idle, .degraded, .idle, .stopping,
    ],
    .merging: [
      .starting, .scanning, .merging, .reading, .merging, .merging, .idle, .paused, .merging, .waitingForPower,
      .waitingForDisk, .merging, .degraded, .merging, .stopping,
    ],
    .paused: [
      .paused, .paused, .paused, .paused, .paused, .paused, .paused, .paused, .scanning, .paused,
      .paused, .paused, .degraded, .paused, .stopping,
    ],
    .waitingForPower: [
      .starting, .scanning, .waitingForPower, .waitingForPower, .waitingForPower, .waitingForPower, .waitingForPower, .paused,
      .waitingForPower, .waitingForPower, .waitingForDisk, .reading, .degraded, .waitingForPower, .stopping,
    ],
    .waitingForProcessor: [
      .waitingForProcessor, .waitingForProcessor, .waitingForProcessor, .waitingForProcessor, .waitingForProcessor, .waitingForProcessor,
      .waitingForProcessor, .paused, .waitingForProcessor, .scanning, .waitingForDisk, .scanning, .degraded, .waitingForProcessor,
      .stopping,
    ],
    .waitingForDisk: [
      .waitingForDisk, .waitingForDisk, .waitingForDisk, .waitingForDisk, .waitingForDisk, .waitingForDisk, .waitingForDisk, .paused,
      .waitingForDisk, .scanning, .waitingForDisk, .scanning, .degraded, .waitingForDisk, .stopping,
    ],
    .waitingForMemory: [
      .waitingForMemory, .waitingForMemory, .waitingForMemory, .waitingForMemory, .waitingForMemory, .waitingForMemory, .waitingForMemory,
      .paused, .waitingForMemory, .scanning, .waitingForDisk, .scanning, .degraded, .waitingForMemory, .stopping,
    ],
    .degraded: [
      .degraded, .degraded, .degraded, .degraded, .degraded, .degraded, .degraded, .degraded, .degraded, .degraded,
      .degraded, .degraded, .degraded, .scanning, .stopping,
    ],
    .stopping: Array(repeating: .stopping, count: 15),
  ]

  @Test(arguments: State.allCases)
  func `each event leads from each state to the right one`(state: DaemonActivity.State) throws {
    let way = try #require(Self.ways.first { $0.state == state })
    let expected = try #require(Self.table[state])
    try #require(expected.count == Self.events.count)
    var activity = DaemonActivity()
    for event in way.events { activity.handle(event) }
    #expect(activity.state == state)
    for (event, next) in zip(Self.events, expected) {
      var after = activity
      after.handle(event)
      #expect(after.state == next, "\(state) after \(event)")
    }
  }

  // MARK: The report

  private let start = ContinuousClock.now
  private static let time = 1_800_000_000

  private func report(_ events: DaemonReport.Event...) -> DaemonReport {
    var report = DaemonReport()
    for event in events { report.note(event, at: start, time: Self.time) }
    return report
  }

  private func described(_ report: DaemonReport, after seconds: Int = 60) throws -> PublishedReport {
    try #require(PublishedReport(report.facts, at: Self.time + seconds))
  }

  private func names(_ count: Int) -> CrawlSummary {
    var summary = CrawlSummary()
    summary.entries = count
    return summary
  }

  @Test func `a scan and what follows it`() throws {
    var report = report(.notice(.crawling(names(1234))))
    #expect(try described(report).activity.hasPrefix("scanning folders: 1,234 names so far; "))
    for notice in [Daemon.Notice.crawled, .watching(names(2000), directories: 7)] {
      report.note(.notice(notice), at: start, time: Self.time)
    }
    #expect(report.state == .reading)
    report.note(.notice(.readingEnded(isComplete: true)), at: start, time: Self.time)
    #expect(try described(report).activity == "everything is indexed")
    #expect(try described(report).remarks == ["last complete scan: 1 min ago, 2,000 names"])
    // A scan that begins and fails changes nothing.
    var failed = report
    failed.note(.notice(.crawling(names(0))), at: start, time: Self.time)
    failed.note(.activity(.failed(reason: "no space")), at: start, time: Self.time)
    #expect(try described(failed).remarks == ["last complete scan: 1 min ago, 2,000 names"])
    report.note(.notice(.readingEnded(isComplete: false)), at: start, time: Self.time)
    #expect(try described(report).activity.hasPrefix("idle: some contents"))
  }

  @Test func `progress is estimated when enough has been read`() throws {
    var report = report(.notice(.crawling(names(1))), .notice(.crawled))
    func note(_ done: Int, _ second: Int) {
      report.note(.notice(.reading(ContentProgress(done: done, total: 1000))), at: start + .seconds(second), time: Self.time)
    }
    note(0, 0)
    #expect(try described(report).activity == "reading contents: 0 of 1,000 files")
    note(10, 10)
    #expect(report.secondsLeft == nil)
    note(100, 50)
    #expect(report.secondsLeft == 450)
    #expect(try described(report).activity == "reading contents: 100 of 1,000 files, about 7 min left")
    report.note(.paused(.until(Self.time + 7200)), at: start, time: Self.time)
    #expect(report.secondsLeft == nil)
    #expect(try described(report).activity == "paused for another 1 h 59 min; 'mdutil resume' ends the pause")
    report.note(.paused(nil), at: start + .seconds(9000), time: Self.time)
    note(110, 9001)
    #expect(report.secondsLeft == nil, "the time of the pause does not count")
  }

  @Test func `who does not want to wait is told how to have files read now`() throws {
    func report(_ state: DaemonActivity.Event, done: Int) throws -> PublishedReport {
      let progress = ContentProgress(done: done, total: 1000)
      return try described(self.report(.notice(.crawling(names(1))), .notice(.crawled), .notice(.reading(progress)), .activity(state)))
    }
    #expect(
      try report(.held(nil), done: 10).remarks == [
        "mds reads while other programs leave room; 'mdimport ~' reads everything now, 'mdimport FOLDER' a folder"
      ])
    for resource in [Pressure.Resource.processor, .disk, .memory] {
      let waiting = try report(.held(.pressure(resource)), done: 10)
      #expect(waiting.remarks == ["files are left to read; 'mdimport ~' reads everything now, 'mdimport FOLDER' a folder"])
    }
    #expect(try report(.held(.pressure(.processor)), done: 1000).remarks.isEmpty)
    #expect(try report(.held(.battery), done: 10).remarks.isEmpty)
    #expect(try report(.readingEnded, done: 10).remarks.isEmpty)
  }

  @Test func `the rate is that of the last minute`() {
    var rate = ReadingRate()
    for second in 0...100 { rate.note(second * 10, at: start + .seconds(second)) }
    for second in 1...70 { rate.note(1000 + second, at: start + .seconds(100 + second)) }
    #expect(rate.time(for: 60) == .seconds(60))
  }

  @Test func `events that were dropped and folders that are not watched`() throws {
    let coverage = WatchCoverage(unwatched: 3, incomplete: ["/a: Permission denied"])
    let report = report(
      .notice(.overflowed), .notice(.overflowed), .notice(.coverage(coverage)), .notice(.waiting("the disk is full")),
      .paused(.unlimited))
    #expect(try described(report).activity.hasPrefix("waiting: the disk is full; "))
    let beginnings = try described(report).remarks.map { String($0.prefix(24)) }
    #expect(beginnings == ["3 folders cannot be watc", "1 folder could not be re", "the kernel dropped event"])
    #expect(try described(report).remarks.last?.contains("2 times since the start, last 1 min ago") == true)
  }

  @Test(arguments: DaemonActivity.State.allCases)
  func `each state has a description`(state: DaemonActivity.State) throws {
    let report = try #require(PublishedReport(["state": state.rawValue], at: 0))
    #expect(!report.activity.isEmpty)
  }

  @Test func `the report of another version is not described`() {
    #expect(PublishedReport([:], at: 0) == nil)
    #expect(PublishedReport(["state": "dreaming"], at: 0) == nil)
  }
}

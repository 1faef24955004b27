// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Testing
import Threading

@testable import FileIndexing

/// Foreground threads must not wait for threads of idle priority.
struct PriorityTests {
  private let folder: ScratchFolder
  private let store: Store

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
  }

  private func priorityOfWrite() throws -> Bool {
    try Thread.run {
      Thread.lowerPriority()
      return try store.write { _ throws(StoreError) in Thread.hasIdlePriority }
    }
  }

  @Test func `a thread of idle priority holds the write lock at ordinary priority`() throws {
    #expect(try priorityOfWrite())
    try store.startWritingThread()
    #expect(try !priorityOfWrite())
  }

  @Test func `a thread of ordinary priority writes by itself`() throws {
    try store.startWritingThread()
    let thread = pthread_self()
    #expect(try store.write { _ throws(StoreError) in pthread_equal(thread, pthread_self()) != 0 })
  }

  @Test func `a process of idle priority writes by itself`() throws {
    try Thread.run {
      Thread.lowerPriority()
      try store.startWritingThread()
    }
    #expect(try priorityOfWrite())
  }

  @Test func `errors of a transaction come back from the writing thread`() throws {
    try store.startWritingThread()
    #expect(throws: StoreError.invalidName([])) {
      try Thread.run {
        Thread.lowerPriority()
        try store.write { _ throws(StoreError) in throw .invalidName([]) }
      }
    }
  }

  @Test func `work beyond the budget lowers the priority of its own thread only`() {
    let budget = ForegroundBudget()
    let before = Thread.run {
      budget.chargeOrLower()
      return Thread.hasIdlePriority
    }
    budget.spend(.seconds(1))
    let after = Thread.run {
      budget.chargeOrLower()
      return Thread.hasIdlePriority
    }
    #expect(!before)
    #expect(after)
    #expect(!Thread.hasIdlePriority)
  }

  // MARK: Crawls

  /// Crawls a tree with 40 entries with a daemon.
  ///
  /// - Returns: For each report of the crawl, the number of entries, and whether the thread had idle priority.
  private func crawl(_ budget: ForegroundBudget) throws -> [(entries: Int, isIdle: Bool)] {
    for number in 0..<20 { try folder.file("tree/d\(number)/f\(number)") }
    var configuration = try TestLaunch.configuration()
    configuration.roots = [Array((folder.path + "/tree").utf8).realPath]
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: try TestLaunch.worker())
    let reports = Monitor<[(entries: Int, isIdle: Bool)]>([])
    let isWatching = Monitor(false)
    let daemon = try Daemon(indexer, budget: budget) { notice in
      switch notice {
      case .crawling(let summary) where summary.entries > 0: reports.update { $0.append((summary.entries, Thread.hasIdlePriority)) }
      case .watching: isWatching.update { $0 = true }
      default: break
      }
    }
    let thread = try Thread { try? daemon.run() }
    isWatching.wait { $0 ? () : nil }
    daemon.stop()
    thread.join()
    return reports.update { $0 }
  }

  @Test func `the names of a root are found at ordinary priority while the budget lasts`() throws {
    let reports = try crawl(ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(1000), now: .now)))
    #expect(reports.last?.entries == 40)
    #expect(reports.filter { $0.isIdle }.isEmpty)
  }

  @Test func `a crawl beyond the budget has idle priority`() throws {
    let budget = ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(10), now: .now))
    budget.spend(.seconds(10))
    let reports = try crawl(budget)
    #expect(reports.last?.entries == 40)
    #expect(reports.filter { !$0.isIdle }.isEmpty)
  }

  @Test func `work on a thread of its own is charged and lowered, and not the caller`() throws {
    let budget = ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(10), now: .now))
    let priorities = try budget.run {
      let before = Thread.hasIdlePriority
      budget.spend(.seconds(10))
      budget.chargeOrLower()
      return [before, Thread.hasIdlePriority]
    }
    #expect(priorities == [false, true])
    #expect(!Thread.hasIdlePriority)
  }

  // MARK: Threads for changes

  /// Runs a batch that uses some of the budget.
  ///
  /// - Returns: Whether the thread had idle priority at its start.
  private func run(_ threads: inout BudgetedThreads, _ budget: ForegroundBudget, using time: Duration = .zero) throws -> Bool {
    let wasIdle = Monitor(false)
    try threads.start {
      defer {
        budget.spend(time)
        budget.chargeOrLower()
      }
      wasIdle.update { $0 = Thread.hasIdlePriority }
    }
    #expect(try threads.finish())
    return wasIdle.update { $0 }
  }

  @Test func `batches within the budget share a thread of ordinary priority`() throws {
    let budget = ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(10), now: .now))
    var threads = try BudgetedThreads(budget)
    for _ in 0..<10 { #expect(try !run(&threads, budget)) }
    #expect(threads.createdCount == 1)
    #expect(!Thread.hasIdlePriority)
  }

  @Test func `batches beyond the budget share a thread of idle priority`() throws {
    let budget = ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(10), now: .now))
    budget.spend(.seconds(10))
    var threads = try BudgetedThreads(budget)
    for _ in 0..<10 { #expect(try run(&threads, budget)) }
    #expect(threads.createdCount == 1)
    #expect(!Thread.hasIdlePriority)
  }

  @Test func `a batch that exceeds the budget costs one thread`() throws {
    let budget = ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(10), now: .now))
    var threads = try BudgetedThreads(budget)
    #expect(try !run(&threads, budget, using: .seconds(10)))
    for _ in 0..<10 { #expect(try run(&threads, budget)) }
    #expect(threads.createdCount == 1)
    // As if time had passed.
    budget.spend(.seconds(-20))
    for _ in 0..<10 { #expect(try !run(&threads, budget)) }
    #expect(threads.createdCount == 2)
    budget.spend(.seconds(20))
    for _ in 0..<10 { #expect(try run(&threads, budget)) }
    #expect(threads.createdCount == 2)
  }

  @Test func `an error of a batch comes back, and the next batch runs`() throws {
    let budget = ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(10), now: .now))
    var threads = try BudgetedThreads(budget)
    try threads.start { throw StoreError.invalidName([]) }
    #expect(throws: StoreError.invalidName([])) { try threads.finish() }
    #expect(try !run(&threads, budget))
    try threads.start { throw StoreError.invalidName([]) }
    #expect(throws: StoreError.invalidName([])) { try threads.start { Issue.record("runs after a failed batch") } }
    #expect(try threads.finish(atMost: .zero))
    #expect(threads.createdCount == 1)
  }

  @Test func `the caller need not wait for a batch, and hears of its end`() throws {
    let budget = ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(10), now: .now))
    var threads = try BudgetedThreads(budget)
    let mayEnd = Monitor(false)
    try threads.start { mayEnd.wait { $0 ? () : nil } }
    var end = pollfd(fd: threads.end.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(try !threads.finish(atMost: .zero))
    #expect(threads.isBusy && poll(&end, 1, 0) == 0)
    mayEnd.update { $0 = true }
    #expect(poll(&end, 1, 120_000) == 1)
    #expect(try threads.finish(atMost: .zero))
    #expect(!threads.isBusy && poll(&end, 1, 0) == 0)
    #expect(try threads.finish())
  }

  // MARK: Fresh documents

  private func documents(_ numbers: ClosedRange<UInt64>) -> [DocumentReference] {
    numbers.map { DocumentReference(directory: .root, document: DocumentID(rawValue: $0)) }
  }

  @Test func `a document that one order has given out is not given out by another`() {
    let claims = DocumentClaims()
    let (one, other) = (ReadingOrder(claims: claims), ReadingOrder(claims: claims))
    one.begin([])
    other.begin(documents(1...2))
    one.add(fresh: documents(1...1))
    #expect(one.nextIfAny()?.reference.document.rawValue == 1)
    other.add(fresh: documents(1...1))
    #expect(!other.hasFresh)
    #expect(other.nextIfAny()?.reference.document.rawValue == 2)
    #expect(other.nextIfAny() == nil)
    one.finish([DocumentID(rawValue: 1)])
    #expect(other.hasFresh)
    #expect(other.nextIfAny()?.reference.document.rawValue == 1)
  }

  @Test func `fresh documents that were not finished are fresh again`() {
    let order = ReadingOrder()
    order.begin([])
    order.add(fresh: documents(1...3))
    _ = (order.nextIfAny(), order.nextIfAny())
    order.finish([DocumentID(rawValue: 3)])
    order.close()
    order.end()
    #expect(Set(order.takeFresh()) == Set(documents(1...2)))
    #expect(!order.hasFresh)
  }

  @Test func `a worker that takes too long for fresh documents interrupts the run, and the file does not fail`() throws {
    var launch = try TestLaunch.worker()
    launch.limits.interruptionTime = .milliseconds(100)
    var jobs = [
      ImportJob(tag: 0, path: Array(try folder.file("spin.txt", "spin").utf8), typeIdentifier: "public.plain-text", isTypeCertain: true)
    ]
    let pool = WorkerPool<Int>(launch, count: 1)
    let job = jobs.removeFirst()
    let given = Monitor(false)
    #expect(throws: ImportInterrupted.self) {
      try pool.run(next: {
        given.update { wasGiven in
          defer { wasGiven = true }
          return wasGiven ? nil : job
        }
      }) { event in
        if case .end = event { Issue.record("the file has a result") }
      }
    }
  }

  @Test func `a paused pool postpones the file in work and ends its worker`() throws {
    let path = Array(try folder.file("spin.txt", "spin").utf8)
    let given = Monitor(false)
    let began = ContinuousClock.now
    let pool = WorkerPool<Int>(try TestLaunch.worker(), count: 1, isPaused: { ContinuousClock.now - began > .milliseconds(200) })
    let postponed = Monitor(0)
    try pool.run(next: {
      given.update { wasGiven in
        defer { wasGiven = true }
        return wasGiven ? nil : ImportJob(tag: 0, path: path, typeIdentifier: "public.plain-text", isTypeCertain: true)
      }
    }) { event in
      if case .end(let finished) = event, case .postponed = finished.content { postponed.update { $0 += 1 } }
    }
    #expect(postponed.update { $0 } == 1)
  }

  @Test func `during a pause fresh documents are handed over`() throws {
    var configuration = try TestLaunch.configuration()
    configuration.roots = [folder.bytes]
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: try TestLaunch.worker())
    let handed = Monitor<[DocumentReference]>([])
    let reader = FreshReader(indexer, claims: DocumentClaims(), isStopped: { false }, isPaused: { true }) { more in
      handed.update { $0 += more }
    }
    reader.add(documents(1...1))
    #expect(handed.update { $0 } == documents(1...1))
  }

  @Test func `what exceeds the budget for fresh documents is handed over`() throws {
    var configuration = try TestLaunch.configuration()
    configuration.roots = [folder.bytes]
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: try TestLaunch.worker())
    let handed = Monitor<[DocumentReference]>([])
    let reader = FreshReader(indexer, claims: DocumentClaims(), isStopped: { false }) { more in handed.update { $0 += more } }
    reader.add(documents(1...33))
    #expect(handed.update { $0 } == documents(1...33))
    #expect(!reader.isReading)
    reader.add(documents(1...2))
    #expect(reader.isReading)
    let thread = try Thread { reader.run { _ in } }
    reader.stop()
    thread.join()
    #expect(handed.update { $0.count } == 33)
  }
}

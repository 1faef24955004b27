// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import IndexStore
import Synchronization
import Testing
import Threading
import WorkerProtocol

@testable import FileIndexing

struct WorkerPoolTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The results and texts of files, by their contents.
  private typealias Outcomes = (files: [String: FinishedJob<String>.Content], texts: [String: [UInt8]])

  /// - Parameter isAhead: Whether a worker gets its next file before the results of the last one
  ///   are received.
  private func outcomes(of orders: [String], workers: Int = 2, isAhead: Bool = false) throws -> Outcomes {
    let jobs = try orders.enumerated().map { index, order in
      ImportJob(
        tag: order, path: Array(try folder.file("\(index).txt", order).utf8), typeIdentifier: "public.plain-text", isTypeCertain: true)
    }
    return try outcomes(of: jobs, workers: workers, isAhead: isAhead)
  }

  private func outcomes(of jobs: [ImportJob<String>], workers: Int, isAhead: Bool = false) throws -> Outcomes {
    let rest = Mutex(jobs[...])
    var found: [String: FinishedJob<String>.Content] = [:]
    var texts: [String: [UInt8]] = [:]
    try WorkerPool<String>(try TestLaunch.worker(), count: workers)
      .run(next: { rest.withLock { $0.popFirst() } }, nextIfAny: { isAhead ? rest.withLock { $0.popFirst() } : nil }) { event in
        switch event {
        case .text(let order, let piece): texts[order, default: []] += piece
        case .end(let imported): found[imported.tag] = imported.content
        }
      }
    return (found, texts)
  }

  private func reason(_ content: FinishedJob<String>.Content?) -> String? {
    guard case .failed(_, let problem) = content else { return nil }
    return problem.reason
  }

  @Test(arguments: [false, true]) func `a bad file ends at most its worker, and the other files are imported`(isAhead: Bool) throws {
    let good = (0..<20).map { "say number \($0)" }
    let bad: KeyValuePairs = [
      "crash": "signal 11", "exit": "status 7", "spin": "1 s of processor time", "stall": "15 s", "allocate": "64 MiB of memory",
      "refuse": "orders of this kind", "nonsense": "no order",
    ]
    let found = try outcomes(of: isAhead ? bad.map(\.key) + good : good + bad.map(\.key), isAhead: isAhead)
    for order in good {
      guard case .finished(_, let result, let record) = found.files[order] else {
        Issue.record("\(order): \(String(describing: found.files[order]))")
        continue
      }
      #expect(result.importer == "Obedient")
      #expect(record[.title] == .string(String(order.dropFirst(4))))
      #expect(found.texts[order] == Array(order.dropFirst(4).utf8))
    }
    for (order, expected) in bad {
      #expect(reason(found.files[order])?.contains(expected) == true, "\(order): \(reason(found.files[order]) ?? "no reason")")
    }
  }

  /// Otherwise whoever can rename a folder could have the attributes and the text of any file recorded
  /// as those of an own one.
  @Test func `a file behind a link that has taken the place of a folder is not read`() throws {
    let file = try folder.file("secret/a.txt", "say secret")
    let link = folder.path + "/link"
    try #require(symlink(folder.path + "/secret", link) == 0)
    for needsWorker in [false, true] {
      let jobs = [file, link + "/a.txt"].map { path in
        ImportJob(
          tag: path, path: Array(path.utf8), typeIdentifier: "public.plain-text", isTypeCertain: true, needsWorker: needsWorker)
      }
      let found = try outcomes(of: jobs, workers: 1).files
      guard case .vanished = found[link + "/a.txt"] else {
        Issue.record("\(needsWorker): \(String(describing: found[link + "/a.txt"]))")
        continue
      }
      if case .vanished = found[file] { Issue.record("\(needsWorker): the file itself is there") }
    }
  }

  @Test func `results from before an error are kept, with a warning`() throws {
    guard case .finished(_, let result, let record) = try outcomes(of: ["half a loaf"]).files["half a loaf"] else {
      Issue.record("not finished")
      return
    }
    #expect(record[.title] == .string("a loaf"))
    #expect(result.warning?.message.contains("second half") == true)
  }

  @Test func `text that was read before a limit is kept, with a warning`() throws {
    let found = try outcomes(of: ["dawdle"])
    guard case .finished(_, let result, _) = found.files["dawdle"] else {
      Issue.record("\(String(describing: found.files["dawdle"]))")
      return
    }
    #expect(result.warning?.message.contains("exceeded") == true)
    #expect(found.texts["dawdle"].map { String(decoding: $0.prefix(14), as: UTF8.self) } == "step 0 of many")
  }

  /// Records the order of events.
  private struct Notes: ImportReceiver {
    let notes: NoteList

    mutating func take(_ text: Span<UInt8>, of job: ImportJob<String>) {}
    mutating func take(_ file: FinishedJob<String>) { notes.add("took \(file.tag)") }
  }

  @Test func `a worker gets its next file before the results of the last one are received`() throws {
    let jobs = try ["a", "b", "c"].map { name in
      ImportJob(
        tag: name, path: Array(try folder.file("\(name).txt", "say \(name)").utf8), typeIdentifier: "public.plain-text", isTypeCertain: true
      )
    }
    let rest = Mutex(jobs[...])
    let notes = NoteList()
    let next: @Sendable () -> ImportJob<String>? = {
      let job = rest.withLock { $0.popFirst() }
      if let job { notes.add("gave \(job.tag)") }
      return job
    }
    try WorkerPool<String>(try TestLaunch.worker(), count: 1).run(next: next, nextIfAny: next, receiver: { Notes(notes: notes) })
    #expect(notes.all == ["gave a", "gave b", "took a", "gave c", "took b", "took c"])
  }

  @Test func `a text larger than the window comes in parts, complete and in order`() throws {
    let path = Array(try folder.file("long.txt", "recite").utf8)
    let job = Mutex([ImportJob(tag: 0, path: path, typeIdentifier: "public.plain-text", isTypeCertain: true)][...])
    var pieces: [[UInt8]] = []
    var ends = 0
    try WorkerPool<Int>(try TestLaunch.worker(), count: 1)
      .run(next: { job.withLock { $0.popFirst() } }) { event in
        switch event {
        case .text(_, let piece):
          #expect(ends == 0)
          pieces.append(piece)
        case .end: ends += 1
        }
      }
    #expect(ends == 1)
    #expect(pieces.count > 1)
    let text = pieces.flatMap { $0 }
    #expect(text.count { $0 == UInt8(ascii: "\n") } == 400_000)
    #expect(String(decoding: text.suffix(20), as: UTF8.self).hasSuffix("this is line 399999\n"))
  }

  @Test func `a change immediately after a file was read changes its times`() throws {
    let rest = Mutex((0..<40)[...])
    let folder = folder
    var unnoticed = 0
    try WorkerPool<String>(try TestLaunch.worker(), count: 1)
      .run(next: {
        guard let number = rest.withLock({ $0.popFirst() }), let path = try? folder.file("\(number).txt", "say a") else { return nil }
        return ImportJob(tag: path, path: Array(path.utf8), typeIdentifier: "public.plain-text", isTypeCertain: true)
      }) { event in
        guard case .end(let file) = event, case .finished(let status, _, _) = file.content else { return }
        try folder.file(String(file.tag.dropFirst(folder.path.count + 1)), "say b")
        var later = stat()
        try #require(stat(file.tag, &later) == 0)
        if Int64(later.st_ctim.tv_sec) * 1_000_000_000 + Int64(later.st_ctim.tv_nsec) == status.changed { unnoticed += 1 }
      }
    #expect(unnoticed == 0)
  }

  @Test(arguments: [.min, -1, 0, .max] as [Int64]) func `files with any time are read without delay`(changed: Int64) {
    let start = ContinuousClock.now
    WorkerPool<Int>.waitOut(changed)
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `a path that is no longer a file has vanished`() throws {
    let gone = ImportJob(tag: "gone", path: Array((folder.path + "/none").utf8), typeIdentifier: nil, isTypeCertain: false)
    let directory = ImportJob(tag: "directory", path: Array(try folder.folder("d").utf8), typeIdentifier: nil, isTypeCertain: false)
    let found = try outcomes(of: [gone, directory], workers: 1).files
    guard case .vanished = found["gone"], case .vanished = found["directory"] else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `a worker that cannot be started ends the run with an error that names it`() throws {
    let launch = WorkerLaunch(executable: folder.path + "/no-such-worker")
    let path = Array(try folder.file("a.txt", "say x").utf8)
    let jobs = Mutex(
      Array(repeating: ImportJob(tag: 0, path: path, typeIdentifier: "public.plain-text", isTypeCertain: true), count: 50)[...])
    let error = #expect(throws: WorkerStartError.self) {
      try WorkerPool<Int>(launch, count: 2).run(next: { jobs.withLock { $0.popFirst() } }) { _ in }
    }
    #expect(error?.description.contains("no-such-worker") == true)
  }

  @Test func `an error of a receiver ends the run and is not a failure of the file`() throws {
    struct Refusal: Error {}
    let paths = try (0..<10).map { Array(try folder.file("\($0).txt", "say \($0)").utf8) }
    let jobs = Mutex(paths.map { ImportJob(tag: 0, path: $0, typeIdentifier: "public.plain-text", isTypeCertain: true) }[...])
    var ends = 0
    #expect(throws: Refusal.self) {
      try WorkerPool<Int>(try TestLaunch.worker(), count: 2).run(next: { jobs.withLock { $0.popFirst() } }) { event in
        if case .text = event { throw Refusal() }
        ends += 1
      }
    }
    #expect(ends == 0)
  }

  /// With two threads: each has its worker begin another file; then one fails while the other
  /// receives its first results.
  private struct FailingReceiver: ImportReceiver {
    struct Refusal: Error {}

    let isTaking: Flag
    let hasFailed: Flag

    mutating func take(_ text: Span<UInt8>, of job: ImportJob<String>) {}

    mutating func take(_ file: FinishedJob<String>) throws {
      if file.tag == "bad" {
        isTaking.wait()
        throw Refusal()
      }
      isTaking.raise()
      hasFailed.wait()
    }
  }

  @Test func `a worker that has begun another file is not parked when the run fails`() throws {
    func jobs(_ names: String...) throws -> JobList {
      JobList(
        try names.map { name in
          ImportJob(
            tag: name, path: Array(try folder.file("\(name).txt", "say \(name)").utf8), typeIdentifier: "public.plain-text",
            isTypeCertain: true)
        })
    }
    let (first, ahead, later) = (try jobs("bad", "good"), try jobs("c", "d"), try jobs("e"))
    let (isTaking, hasFailed) = (Flag(), Flag())
    let parked = ParkedWorkers()
    #expect(throws: FailingReceiver.Refusal.self) {
      try WorkerPool<String>(try TestLaunch.worker(), count: 2, parked: parked).run(
        next: { first.pop() }, nextIfAny: { ahead.pop() }, receiver: { FailingReceiver(isTaking: isTaking, hasFailed: hasFailed) },
        onEnd: { hasFailed.raise() })
    }
    #expect(ahead.isEmpty)
    #expect(parked.processes.isEmpty)
    var isFinished = false
    try WorkerPool<String>(try TestLaunch.worker(), count: 1, parked: parked).run(next: { later.pop() }) { event in
      if case .end(let file) = event, case .finished = file.content { isFinished = file.tag == "e" }
    }
    #expect(isFinished)
  }

  @Test func `parked workers are reused, and one that died is replaced`() throws {
    let parked = ParkedWorkers()
    func importOne(_ name: String) throws -> pid_t? {
      let path = Array(try folder.file(name, "say \(name)").utf8)
      let jobs = Mutex([ImportJob(tag: name, path: path, typeIdentifier: "public.plain-text", isTypeCertain: true)][...])
      var isFinished = false
      try WorkerPool<String>(try TestLaunch.worker(), count: 1, parked: parked).run(next: { jobs.withLock { $0.popFirst() } }) { event in
        if case .end(let file) = event, case .finished = file.content { isFinished = true }
      }
      #expect(isFinished)
      return parked.processes.first
    }
    let first = try #require(try importOne("a.txt"))
    // One for the worker, and one for the watchdog.
    #expect(parked.threads.startedCount == 2)
    #expect(try importOne("b.txt") == first)
    #expect(parked.threads.startedCount == 2)
    kill(first, SIGKILL)
    var end = siginfo_t()
    waitid(P_PID, id_t(first), &end, WEXITED | WNOWAIT)
    let second = try #require(try importOne("c.txt"))
    #expect(second != first)
    parked.release()
    #expect(parked.processes.isEmpty)
    #expect(kill(second, 0) != 0)
  }
}

/// Messages of several threads.
private final class NoteList: Sendable {
  private let notes = Mutex<[String]>([])

  var all: [String] { notes.withLock { $0 } }

  func add(_ note: String) { notes.withLock { $0.append(note) } }
}

/// Jobs for several threads.
private final class JobList: Sendable {
  private let jobs: Mutex<ArraySlice<ImportJob<String>>>

  init(_ jobs: [ImportJob<String>]) { self.jobs = Mutex(jobs[...]) }

  var isEmpty: Bool { jobs.withLock { $0.isEmpty } }

  func pop() -> ImportJob<String>? { jobs.withLock { $0.popFirst() } }
}

/// Raised once. Any thread can wait for it.
private final class Flag: Sendable {
  private let isRaised = Monitor(false)

  func raise() { isRaised.update { $0 = true } }

  func wait() { isRaised.wait { $0 ? () : nil } }
}

import Attributes
import FileIndexing
import Glibc
import IndexStore
import Synchronization
import Testing
import WorkerProtocol

struct WorkerPoolTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What became of each file, by its order.
  private func outcomes(of orders: [String], workers: Int = 2) throws -> [String: ImportedFile<String>.Content] {
    let jobs = try orders.enumerated().map { index, order in
      ImportJob(
        tag: order, path: Array(try folder.file("\(index).txt", order).utf8), typeIdentifier: "public.plain-text", isTypeCertain: true)
    }
    return try outcomes(of: jobs, workers: workers)
  }

  private func outcomes(of jobs: [ImportJob<String>], workers: Int) throws -> [String: ImportedFile<String>.Content] {
    let rest = Mutex(jobs[...])
    var found: [String: ImportedFile<String>.Content] = [:]
    try WorkerPool<String>(try TestLaunch.worker(), count: workers)
      .run(next: { rest.withLock { $0.popFirst() } }) { imported in
        if case .text = imported.content { return }
        found[imported.tag] = imported.content
      }
    return found
  }

  private func reason(_ content: ImportedFile<String>.Content?) -> String? {
    guard case .failed(_, let problem) = content else { return nil }
    return problem.reason
  }

  @Test func `a file costs its worker at most, and the others are imported`() throws {
    let good = (0..<20).map { "say number \($0)" }
    let bad: KeyValuePairs = [
      "crash": "signal 11", "exit": "status 7", "spin": "1 s of processor time", "stall": "15 s", "allocate": "64 MiB of memory",
      "refuse": "orders of this kind", "nonsense": "no order",
    ]
    let found = try outcomes(of: good + bad.map(\.key))
    for order in good {
      guard case .finished(_, let result, let record, let text, 0) = found[order] else {
        Issue.record("\(order): \(String(describing: found[order]))")
        continue
      }
      #expect(result.importer == "Obedient")
      #expect(record[.title] == .string(String(order.dropFirst(4))))
      #expect(try text.flatMap { try $0.text() } == Array(order.dropFirst(4).utf8))
    }
    for (order, expected) in bad {
      #expect(reason(found[order])?.contains(expected) == true, "\(order): \(reason(found[order]) ?? "no reason")")
    }
  }

  @Test func `what was found before an error is kept, with a warning`() throws {
    guard case .finished(_, let result, let record, _, _) = try outcomes(of: ["half a loaf"])["half a loaf"] else {
      Issue.record("not finished")
      return
    }
    #expect(record[.title] == .string("a loaf"))
    #expect(result.warning?.message.contains("second half") == true)
  }

  @Test func `a text beyond the memory held comes in parts, whole and in order`() throws {
    let path = Array(try folder.file("long.txt", "recite").utf8)
    let job = Mutex([ImportJob(tag: 0, path: path, typeIdentifier: "public.plain-text", isTypeCertain: true)][...])
    var pieces: [TextChunk] = []
    try WorkerPool<Int>(try TestLaunch.worker(), count: 1)
      .run(next: { job.withLock { $0.popFirst() } }) { imported in
        switch imported.content {
        case .text(let more, let first), .finished(_, _, _, let more, let first):
          #expect(first == pieces.count)
          pieces += more
        default: Issue.record("\(imported.content)")
        }
      }
    let text = try pieces.flatMap { try $0.text() }
    #expect(text.count { $0 == UInt8(ascii: "\n") } == 400_000)
    #expect(String(decoding: text.suffix(20), as: UTF8.self).hasSuffix("this is line 399999\n"))
  }

  @Test func `what is no file any more has vanished, and what may not be read says why`() throws {
    let gone = ImportJob(tag: "gone", path: Array((folder.path + "/none").utf8), typeIdentifier: nil, isTypeCertain: false)
    let directory = ImportJob(tag: "directory", path: Array(try folder.folder("d").utf8), typeIdentifier: nil, isTypeCertain: false)
    let found = try outcomes(of: [gone, directory], workers: 1)
    guard case .vanished = found["gone"], case .vanished = found["directory"] else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `a worker that cannot be started stops the run with its name`() throws {
    let launch = WorkerLaunch(executable: folder.path + "/no-such-worker")
    let path = Array(try folder.file("a.txt", "say x").utf8)
    let jobs = Mutex(
      Array(repeating: ImportJob(tag: 0, path: path, typeIdentifier: "public.plain-text", isTypeCertain: true), count: 50)[...])
    var stopped: WorkerStartError?
    try WorkerPool<Int>(launch, count: 2)
      .run(next: { jobs.withLock { $0.popFirst() } }) { imported in
        if case .stopped(let error) = imported.content { stopped = error }
      }
    #expect(stopped?.description.contains("no-such-worker") == true)
  }
}

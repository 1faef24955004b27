// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import HostileActs
import IndexStore
import Synchronization
import Testing
import WorkerProtocol

@testable import FileIndexing

/// A worker that a file has taken control of harms nothing but the import of that file.
struct HostileWorkerTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What became of a hostile file and of the one after it.
  struct Outcome {
    var file: FinishedJob<String>.Content?
    var next: FinishedJob<String>.Content?
    var textByteCount = 0

    /// Why the hostile file could not be imported; `nil` if it was.
    var reason: String? {
      guard case .failed(_, let problem) = file else { return nil }
      return problem.reason
    }

    /// The importer of the hostile file, if the parent knows it; `nil` if the import succeeded.
    var importer: String? {
      guard case .failed(_, let problem) = file else { return nil }
      return problem.importer
    }

    var hasEscaped: Bool { title(of: file) == "escaped" }
    var nextTitle: String? { title(of: next) }

    private func title(of content: FinishedJob<String>.Content?) -> String? {
      guard case .finished(_, _, let record) = content, case .string(let title) = record[.title] else { return nil }
      return title
    }
  }

  private func launch(with layers: Set<SandboxLayer> = .complete) throws -> WorkerLaunch {
    var launch = try TestLaunch.worker("HostileWorker")
    let link = "\(folder.path)/worker-\(layers.bits)"
    guard symlink(launch.executable, link) == 0 || errno == EEXIST else { throw ScratchError(call: "symlink", code: errno) }
    launch.executable = link
    return launch
  }

  /// Imports a file with an order, and then another file, with one worker.
  func outcome(of order: String, _ launch: WorkerLaunch) throws -> Outcome {
    let orders = [order, "say hello"]
    let jobs = try orders.enumerated().map { index, order in
      ImportJob(
        tag: order, path: Array(try folder.file("\(index).txt", order).utf8), typeIdentifier: "public.plain-text", isTypeCertain: true)
    }
    let rest = Mutex(jobs[...])
    var outcome = Outcome()
    try WorkerPool<String>(launch, count: 1).run(next: { rest.withLock { $0.popFirst() } }) { event in
      if case .text(_, let piece) = event { outcome.textByteCount += piece.count }
      guard case .end(let file) = event else { return }
      if file.tag == order { outcome.file = file.content } else { outcome.next = file.content }
    }
    return outcome
  }

  /// An order to perform an act, with something to act on.
  func order(for act: HostileAct, _ listener: Listener) throws -> String {
    let argument =
      switch act.name {
      case "read-path": "/etc/passwd"
      case "write-path", "execute", "make-folder": "\(folder.path)/created"
      case "connect-tcp": "\(listener.port)"
      case "listen-tcp": "0"
      case "connect-path": listener.path
      case "connect-abstract": listener.name
      default: ""
      }
    return "\(act.name) \(argument)"
  }

  func hasCreatedFile() -> Bool { access("\(folder.path)/created", F_OK) == 0 }

  /// The layers that this kernel grants.
  private static let granted: Set<SandboxLayer> = {
    guard let tests = try? HostileWorkerTests(), let launch = try? tests.launch() else { return [] }
    return (try? ImporterSet(of: launch).sandbox) ?? []
  }()

  @Test func `the kernel of the tests grants every layer`() { #expect(Self.granted == .complete) }

  @Test(arguments: HostileAct.all)
  func `the sandbox refuses an act, and the reason is recorded`(act: HostileAct) throws {
    let listener = try Listener(in: folder)
    let outcome = try outcome(of: try order(for: act, listener), try launch())
    #expect(!outcome.hasEscaped && !hasCreatedFile())
    #expect(outcome.reason?.contains(act.reason) == true, "\(outcome.reason ?? "no reason")")
    #expect(outcome.nextTitle == "hello")
  }

  @Test(arguments: HostileAct.all)
  func `each layer refuses an act on its own`(act: HostileAct) throws {
    for layer in act.layers.intersection(Self.granted).sorted() {
      if layer == .files, landlock_version() < act.landlockVersion { continue }
      let listener = try Listener(in: folder)
      remove("\(folder.path)/created")
      let outcome = try outcome(of: try order(for: act, listener), try launch(with: [layer]))
      #expect(!outcome.hasEscaped, "\(layer)")
      // A file may come into being before writing to it is refused.
      if layer != .resources { #expect(!hasCreatedFile(), "\(layer)") }
      #expect(outcome.nextTitle == "hello", "\(layer)")
    }
  }

  @Test(arguments: HostileAct.all)
  func `without its layers, an act succeeds`(act: HostileAct) throws {
    if act.name == "trace-parent" || act.name == "read-parent-memory", Self.isTracingRestricted { try Test.cancel("Yama refuses it too") }
    if act.isForRoot, geteuid() != 0 { try Test.cancel("only root may do it at all") }
    let listener = try Listener(in: folder)
    let launch = try launch(with: .complete.subtracting(act.layers).subtracting(act.others))
    let outcome = try outcome(of: try order(for: act, listener), launch)
    #expect(outcome.hasEscaped || hasCreatedFile(), "\(outcome.reason ?? "no reason")")
  }

  /// Whether a process may trace only its children. ptrace(2).
  private static var isTracingRestricted: Bool {
    guard let file = fopen("/proc/sys/kernel/yama/ptrace_scope", "r") else { return false }
    defer { fclose(file) }
    return fgetc(file) != Int32(UInt8(ascii: "0"))
  }

  #if arch(x86_64)
    @Test(arguments: ["call-as-x32", "call-as-32-bit"])
    func `the filter cannot be avoided by calls of another architecture`(act: String) throws {
      let outcome = try outcome(of: act, try launch())
      #expect(outcome.reason?.contains("killed by signal") == true, "\(outcome.reason ?? "no reason")")
      #expect(outcome.nextTitle == "hello")
    }
  #endif

  @Test(arguments: ["allocate-by-brk", "allocate-by-mmap"])
  func `memory ends at the limit, which without it does not`(act: String) throws {
    var launch = try launch()
    let contained = try outcome(of: act, launch)
    #expect(contained.reason?.contains("Cannot allocate memory") == true, "\(contained.reason ?? "no reason")")
    #expect(contained.nextTitle == "hello")
    launch.limitsMemory = false
    #expect(try outcome(of: act, launch).hasEscaped)
  }

  @Test(arguments: [
    ("spin", "1 s of processor time"), ("sleep", "5 s"), ("leave", "status 0"), ("crash", "signal 6"),
    ("lie-about-record-length", "invalid answer"), ("lie-about-text-length", "invalid answer"),
    ("answer-for-another-file", "invalid answer"), ("greet-again", "invalid answer"), ("send-invalid-text", "invalid answer"),
  ])
  func `a worker that does not answer, or lies, fails only its file`(order: String, reason: String) throws {
    var launch = try launch()
    if order == "sleep" { launch.limits.wallTime = .seconds(5) }
    let outcome = try outcome(of: order, launch)
    #expect(outcome.reason?.contains(reason) == true, "\(outcome.reason ?? "no reason")")
    #expect(outcome.nextTitle == "hello")
  }

  @Test(arguments: ["answer-twice", "answer-the-next-file"])
  func `an answer that belongs to no request does not reach another file`(order: String) throws {
    #expect(try outcome(of: order, try launch()).nextTitle == "hello")
  }

  @Test(arguments: [
    ("send-wrong-types", ["kMDItemPixelWidth has an invalid value", "kMDItemTitle has an invalid value", "and 1 more"]),
    ("send-enormous-values", ["kMDItemDurationSeconds has an invalid value", "kMDItemTitle has 500000 bytes"]),
    ("send-many-attributes", ["k101000 does not fit", "and 997 more"]),
  ])
  func `attributes that are not as they should be are left out, and a warning says so`(order: String, warnings: [String]) throws {
    var launch = try launch()
    // Debug builds on a busy machine take long for many attributes.
    launch.limits.processorTime = .seconds(30)
    let outcome = try outcome(of: order, launch)
    guard case .finished(_, let result, let record) = outcome.file else {
      Issue.record("\(outcome.reason ?? "no reason")")
      return
    }
    #expect(record[.comment] == .string("kept"))
    #expect(record[.contentCreationDate] == nil && record[.pixelWidth] == nil && record[.duration] == nil)
    #expect(record.custom.count <= 1_000)
    for warning in warnings { #expect(result.warning?.message.contains(warning) == true, "\(result.warning?.message ?? "no warning")") }
    #expect(outcome.nextTitle == "hello")
  }

  @Test func `a value that is nested too deeply fails the file`() throws {
    let outcome = try outcome(of: "send-deep-nesting", try launch())
    #expect(outcome.reason?.contains("invalid answer") == true)
    #expect(outcome.nextTitle == "hello")
  }

  @Test func `a text without end is cut, and a warning says so`() throws {
    var launch = try launch()
    launch.limits.text = 16 << 20
    let outcome = try outcome(of: "send-text-without-end", launch)
    guard case .finished(_, let result, _) = outcome.file else {
      Issue.record("\(outcome.reason ?? "no reason")")
      return
    }
    #expect(result.warning?.message == "The text is longer than 16 MiB; only the beginning is indexed.")
    #expect(outcome.textByteCount == 16 << 20)
    #expect(outcome.nextTitle == "hello")
  }

  @Test func `a worker sees nothing of its parent's environment`() throws {
    setenv("SEARCHLIGHT_TEST_SECRET", "x", 1)
    defer { unsetenv("SEARCHLIGHT_TEST_SECRET") }
    let outcome = try outcome(of: "read-variable SEARCHLIGHT_TEST_SECRET", try launch(with: []))
    #expect(outcome.reason?.contains("No such file") == true)
  }

  @Test func `a configuration that demands every layer refuses a worker without one`() throws {
    var launch = try launch(with: .complete.subtracting([.files]))
    #expect(try ImporterSet(of: launch).sandbox == .complete.subtracting([.files]))
    launch.sandbox = .required
    let error = #expect(throws: WorkerStartError.self) { try ImporterSet(of: launch) }
    #expect(error?.reason.contains("Landlock") == true)
  }

  @Test func `the index records what a worker attempted, and the layers that its sandbox lacks`() throws {
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let tree = try folder.folder("tree")
    try folder.file("tree/a.txt", "execute \(folder.path)/created")
    try folder.file("tree/b.txt", "say hello")
    func index(with layers: Set<SandboxLayer>) throws -> ContentProgress {
      let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try launch(with: layers))
      #expect(indexer.missingSandboxLayers == .complete.subtracting(layers))
      _ = try indexer.indexNames(of: [Array(tree.utf8)]) { _ in }
      return try indexer.indexContents(of: nil) { _ in }
    }
    let progress = try index(with: .complete)
    #expect(progress.done == 2 && progress.failed == 1)
    let failures = try store.read { snapshot throws(StoreError) in try snapshot.failures() }
    #expect(failures.map(\.reason) == ["it was stopped when it called execve, which the sandbox forbids"])
    #expect(try store.sandboxLayers() == .complete)
    _ = try index(with: [.resources, .systemCalls])
    #expect(try store.sandboxLayers() == [.resources, .systemCalls])
  }

  @Test func `a configuration can have a worker for each file`() throws {
    var launch = try launch()
    launch.reusesWorkers = false
    let parked = ParkedWorkers()
    let path = Array(try folder.file("a.txt", "say hello").utf8)
    let job = ImportJob(tag: 0, path: path, typeIdentifier: "public.plain-text", isTypeCertain: true)
    let jobs = Mutex([job, job, job][...])
    var count = 0
    try WorkerPool<Int>(launch, count: 1, parked: parked).run(next: { jobs.withLock { $0.popFirst() } }) { event in
      if case .end(let file) = event, case .finished = file.content { count += 1 }
    }
    #expect(count == 3)
    #expect(parked.processes.isEmpty)
  }
}

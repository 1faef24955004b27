// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Synchronization
import Testing

@testable import FileIndexing

/// Maintenance of a store on its own thread.
struct MaintenanceServiceTests {
  private let folder: ScratchFolder
  private let store: Store

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
  }

  private func entry(_ number: Int) -> ListedFile {
    ListedFile(
      name: Array("file \(number)".utf8),
      status: FileStatus(
        kind: .regular, inode: UInt64(number + 10), size: 1, allocatedBlocks: 8, modified: 1, changed: 1, born: 1, userID: 1, groupID: 1,
        mode: 0o644, linkCount: 1), type: .unknown, content: ContentState.none)
  }

  /// Adds files in commits of `group`.
  private func add(_ numbers: Range<Int>, by group: Int) throws {
    let directory = try store.write { transaction throws(StoreError) in
      try transaction.directory(for: Array("/tree".utf8), creating: true) ?? .root
    }
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: group) {
      try store.write { transaction throws(StoreError) in
        for number in start..<min(start + group, numbers.upperBound) { _ = try transaction.update(directory, entry: entry(number)) }
      }
    }
  }

  private func wait(_ what: String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(120)
    while try !condition() {
      try #require(ContinuousClock.now < end, "\(what)")
      usleep(1000)
    }
  }

  @Test func `an importer's store is up to date when its maintenance has finished`() throws {
    let maintenance = try MaintenanceService(store, as: .importer).start()
    try add(0..<1500, by: 10)
    maintenance.finish()
    #expect(try store.statistics().pendingChanges == 0)
    #expect(try store.verify().isEmpty)
    // The service has released the maintenance lock.
    if try Maintainer(of: store) == nil { Issue.record("the maintenance still looks after the store") }
  }

  /// Names of the segment files.
  private var segments: Set<String> {
    get throws { Set(try Store.contents(store.path).map(\.name).filter { $0.hasSuffix(".segment") }) }
  }

  /// Adds files, and indexes them in segments of a dozen.
  private func addSegments(_ numbers: Range<Int>) throws {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 12) {
      try add(start..<min(start + 12, numbers.upperBound), by: 12)
      try store.indexPending()
    }
  }

  @Test func `an importer leaves few segments`() throws {
    let maintenance = try MaintenanceService(store, as: .importer).start()
    try addSegments(0..<120)
    maintenance.finish()
    #expect(try segments.count <= 4)
    #expect(try store.verify().isEmpty)
  }

  @Test func `an import that ends before its maintenance begins leaves few segments`() throws {
    let maintenance = try MaintenanceService(store, as: .importer)
    try addSegments(0..<120)
    try maintenance.start().finish()
    #expect(try segments.count <= 4)
    #expect(try store.verify().isEmpty)
  }

  @Test func `an importer does not merge existing segments`() throws {
    try addSegments(0..<120)
    let before = try segments
    #expect(before.count > 4)
    let maintenance = try MaintenanceService(store, as: .importer).start()
    try addSegments(120..<121)
    maintenance.finish()
    #expect(try segments.isSuperset(of: before) && segments.count == before.count + 1)
  }

  @Test func `an importer indexes its changes even if another process maintains the store`() throws {
    let other = try Maintainer(of: store)
    let maintenance = try MaintenanceService(store, as: .importer).start()
    try add(0..<300, by: 10)
    maintenance.finish()
    #expect(try store.statistics().pendingChanges == 0)
    _ = consume other
  }

  @Test func `a daemon's maintenance indexes many changes soon, and the rest when nothing is written`() throws {
    let maintenance = try MaintenanceService(store, as: .daemon)
    let running = try maintenance.start()
    try add(0..<1500, by: 100)
    try wait("what changes is taken up") { try store.statistics().pendingChanges <= 100 }
    // At rest, the service sleeps until something changes.
    try wait("all is done") { maintenance.isAtRest }
    let checks = maintenance.checks.load(ordering: .relaxed)
    try add(1500..<1501, by: 1)
    try wait("the next change is noticed") { maintenance.checks.load(ordering: .relaxed) > checks }
    running.finish()
  }

  @Test func `a daemon's service that comes to rest returns freed memory to the kernel`() async throws {
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let store = try Store.open(path, .write(creating: false))
      let before = WorkerProcess.ownMemory(of: getpid())
      let blockSize = 1000
      var blocks = (0..<64_000).map { _ in [UInt8](repeating: 1, count: blockSize) }
      // The last block stays, so that the allocator keeps those before it.
      let last = blocks.removeLast()
      blocks = []
      let kept = WorkerProcess.ownMemory(of: getpid())
      #expect(kept > before + 32 << 20)
      let maintenance = try MaintenanceService(store, as: .daemon)
      let running = try maintenance.start()
      while !maintenance.isAtRest { usleep(1000) }
      #expect(WorkerProcess.ownMemory(of: getpid()) < kept - 32 << 20)
      #expect(last.count == blockSize)
      running.finish()
    }
  }

  @Test func `a maintenance service takes over when another one ends`() throws {
    let first = try MaintenanceService(store, as: .importer)
    let importing = try first.start()
    try wait("the first has the lock") { first.isInCharge }
    try add(0..<10, by: 10)
    let second = try MaintenanceService(store, as: .daemon)
    let running = try second.start()
    try wait("it waits") { second.isAtRest }
    #expect(!second.isInCharge)
    importing.finish()
    try wait("it looks after the store") { second.isInCharge }
    running.finish()
  }

  @Test func `work that failed is announced once, and tried again without a change`() throws {
    let problems = Atomic<Int>(0)
    let maintenance = try MaintenanceService(store, as: .daemon) { notice in
      if case .problem = notice { problems.add(1, ordering: .relaxed) }
    }
    let running = try maintenance.start()
    try wait("it rests") { maintenance.isAtRest }
    // A segment cannot be written now.
    let (segments, aside) = (folder.path + "/store/segments", folder.path + "/segments")
    try #require(rename(segments, aside) == 0)
    try folder.file("store/segments", "")
    try add(0..<1500, by: 10)
    try wait("it has failed twice") { maintenance.failures.load(ordering: .relaxed) >= 2 }
    try #require(unlink(segments) == 0 && rename(aside, segments) == 0)
    try wait("the changes are indexed") { try store.statistics().pendingChanges == 0 }
    running.finish()
    #expect(problems.load(ordering: .relaxed) == 1)
    #expect(try store.verify().isEmpty)
  }

  @Test func `a damaged segment is rebuilt as soon as a reader reports it`() throws {
    try add(0..<50, by: 10)
    try store.indexPending()
    let documents = Atomic<Int>(0)
    let segments = Atomic<Int>(0)
    let maintenance = try MaintenanceService(store, as: .daemon) { notice in
      guard case .repaired(let summary) = notice else { return }
      documents.add(summary.documents, ordering: .relaxed)
      segments.add(summary.segments, ordering: .relaxed)
    }
    let running = try maintenance.start()
    try wait("it rests") { maintenance.isAtRest }
    let name = try #require(try Store.contents(store.path).map(\.name).first { $0.hasSuffix(".segment") })
    try folder.file("store/\(name).damaged", "")
    // The last of its documents is indexed before the segment is no longer listed.
    try wait("it is repaired") { segments.load(ordering: .relaxed) == 1 }
    running.finish()
    #expect(documents.load(ordering: .relaxed) == 50)
    #expect(try store.verify() == [])
  }

  @Test func `a daemon's service does nothing during a pause`() throws {
    let gate = try BulkGate(systemRoot: folder.path)
    gate.setPaused(true)
    let maintenance = try MaintenanceService(store, as: .daemon, gate: gate)
    let running = try maintenance.start()
    try add(0..<1500, by: 10)
    #expect(try store.statistics().pendingChanges >= 1500)
    gate.setPaused(false)
    try wait("the changes are indexed") { try store.statistics().pendingChanges < 1000 }
    running.finish()
  }
}

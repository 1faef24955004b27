// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Synchronization
import Testing
import Threading
import UniformTypeIdentifiers

@testable import FileIndexing

/// Names that are found before their batch is applied.
struct PreviewTests {
  private let folder: ScratchFolder
  private let store: Store
  private let watcher: TreeWatcher
  private let crawler: TreeCrawler
  private let tree: String

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    crawler.onWatched = { watcher.assign($0, to: $1) }
    crawler.updater.onReplaced = { watcher.noteReplaced($0) }
    (self.watcher, self.crawler) = (watcher, crawler)
    tree = try folder.folder("tree")
  }

  private func crawl() throws {
    var crawler = crawler
    _ = try crawler.crawl(Array(tree.utf8))
  }

  private func takeEvents() throws -> ChangeBatch {
    var events: [WatchEvent] = []
    while case let more = try watcher.events(), !more.isEmpty { events += more }
    return ChangeBatch(events)
  }

  /// - Parameter names: Of the folders whose changes are found.
  ///
  /// - Returns: What the batch has to do in addition.
  @discardableResult
  private func preview(
    _ batch: ChangeBatch, of names: [String], without: [String] = [], crawlsNew: Bool = true
  ) throws -> EntryUpdate.Preview {
    let update = EntryUpdate(store: store, watcher: watcher, crawler: crawler, isPreview: true) { _ in }
    return try update.preview(batch, of: watches(of: names, in: batch), without: watches(of: without, in: batch), crawlsNew: crawlsNew)
  }

  private func watches(of names: [String], in batch: ChangeBatch) throws -> Set<WatchID> {
    var watches: Set<WatchID> = []
    for name in names {
      let id = try #require(try store.read { snapshot throws(StoreError) in try snapshot.directory(for: Array("\(tree)/\(name)".utf8)) })
      watches.formUnion(batch.entries.map(\.watch).filter { watcher.directories(of: $0).contains(id) })
    }
    return watches
  }

  private func apply(_ batch: ChangeBatch, after preview: EntryUpdate.Preview = EntryUpdate.Preview()) throws {
    var update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    try update.noteLinks(of: batch)
    let outcome = try update.apply(batch, and: UnsettledChanges(directories: preview.directories))
    #expect(outcome.unsettled == UnsettledChanges())
  }

  private func document(_ name: String) throws -> DocumentID? {
    try store.read { snapshot throws(StoreError) in try snapshot.reference(for: Array("\(tree)/\(name)".utf8))?.document }
  }

  private func move(_ from: String, _ to: String) { rename("\(tree)/\(from)", "\(tree)/\(to)") }

  private func exchange(_ one: String, _ other: String) {
    // glibc declares it only with _GNU_SOURCE.
    typealias Call = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else { return }
    let exchange: UInt32 = 2
    #expect(unsafeBitCast(symbol, to: Call.self)(AT_FDCWD, "\(tree)/\(one)", AT_FDCWD, "\(tree)/\(other)", exchange) == 0)
  }

  @Test func `changes of some folders are found, and those of others later`() throws {
    for name in ["quiet/old", "busy/old"] { try folder.file("tree/\(name)") }
    try crawl()
    for name in ["quiet", "busy"] {
      unlink("\(tree)/\(name)/old")
      try folder.file("tree/\(name)/new")
      try folder.file("tree/\(name)/folder/inside")
    }
    let batch = try takeEvents()
    try preview(batch, of: ["quiet"])
    #expect(try document("quiet/new") != nil && document("quiet/folder/inside") != nil && document("quiet/old") == nil)
    #expect(try document("busy/new") == nil && document("busy/folder") == nil && document("busy/old") != nil)
    let found = try document("quiet/folder/inside")
    try apply(batch)
    #expect(try document("busy/new") != nil && document("busy/folder/inside") != nil && document("busy/old") == nil)
    #expect(try document("quiet/folder/inside") == found)
    #expect(try store.verify().isEmpty)
  }

  @Test func `a file or folder that is renamed keeps its document, wherever it comes from`() throws {
    for name in ["quiet/one", "quiet/folder/inside", "busy/two"] { try folder.file("tree/\(name)") }
    try crawl()
    let before = try ["quiet/one", "quiet/folder/inside", "busy/two"].map(document)
    move("quiet/one", "quiet/renamed")
    move("quiet/folder", "quiet/other")
    move("busy/two", "quiet/two")
    let batch = try takeEvents()
    try preview(batch, of: ["quiet"])
    let after = ["quiet/renamed", "quiet/other/inside", "quiet/two"]
    #expect(try after.map(document) == before)
    try apply(batch)
    #expect(try after.map(document) == before)
    #expect(try ["quiet/one", "quiet/folder", "busy/two"].map(document) == [nil, nil, nil])
  }

  /// The catalog has not seen an earlier rename.
  @Test func `a file that was renamed unseen is found, and keeps its document when both renames are applied`() throws {
    try folder.file("tree/quiet/one")
    try crawl()
    let before = try document("quiet/one")
    move("quiet/one", "quiet/two")
    var events: [WatchEvent] = []
    while case let more = try watcher.events(), !more.isEmpty { events += more }
    move("quiet/two", "quiet/three")
    var later: [WatchEvent] = []
    while case let more = try watcher.events(), !more.isEmpty { later += more }
    try preview(ChangeBatch(later), of: ["quiet"])
    #expect(try document("quiet/three") != nil)
    try apply(ChangeBatch(events + later))
    #expect(try document("quiet/three") == before)
    #expect(try ["quiet/one", "quiet/two"].map(document) == [nil, nil])
  }

  /// No time was left for it, or the other update has ended its watch.
  @Test(arguments: [false, true])
  func `a folder that came from elsewhere is crawled when its batch is applied`(isCrawled: Bool) throws {
    try folder.file("tree/quiet/old")
    try folder.file("elsewhere/sub/inside")
    try crawl()
    rename(folder.path + "/elsewhere", "\(tree)/quiet/folder")
    let batch = try takeEvents()
    let found = try preview(batch, of: ["quiet"], crawlsNew: isCrawled)
    #expect(try document("quiet/folder") != nil)
    #expect(try (document("quiet/folder/sub/inside") != nil) == isCrawled)
    try folder.file("tree/quiet/folder/later")
    try apply(batch, after: found)
    #expect(try document("quiet/folder/sub/inside") != nil && document("quiet/folder/later") != nil)
  }

  @Test func `a file with other names that is changed or gone is noted`() throws {
    for name in ["changed", "gone"] {
      try folder.file("tree/quiet/\(name)")
      link("\(tree)/quiet/\(name)", "\(tree)/\(name)")
    }
    try crawl()
    try folder.file("tree/quiet/changed", "longer")
    unlink("\(tree)/quiet/gone")
    let found = try preview(try takeEvents(), of: ["quiet"])
    #expect(try found.linked == Set(["changed", "gone"].map { try #require(FileStatus(at: Array("\(tree)/\($0)".utf8))).inode }))
  }

  @Test func `folders that are gone, replaced or exchanged are left to their batch`() throws {
    for name in ["gone/a", "replaced/b", "one/c", "other/d"] { try folder.file("tree/quiet/\(name)") }
    try crawl()
    let before = try ["gone/a", "replaced/b", "one/c", "other/d"].map { try document("quiet/\($0)") }
    move("quiet/gone", "../gone")
    move("quiet/replaced", "../replaced")
    try folder.file("tree/quiet/replaced/new")
    exchange("quiet/one", "quiet/other")
    let batch = try takeEvents()
    try preview(batch, of: ["quiet"])
    #expect(try ["gone/a", "replaced/b", "one/c", "other/d"].map { try document("quiet/\($0)") } == before)
    try apply(batch)
    #expect(try ["gone/a", "replaced/b", "other/c", "one/d"].map { try document("quiet/\($0)") } == [nil, nil] + before[2...])
    #expect(try document("quiet/replaced/new") != nil)
  }

  @Test func `what may be excluded is left out`() throws {
    for name in ["quiet/old", "quiet/sub/old"] { try folder.file("tree/\(name)") }
    try crawl()
    for name in ["quiet/.metadata_never_index", "quiet/new", "quiet/sub/new"] { try folder.file("tree/\(name)") }
    let batch = try takeEvents()
    try preview(batch, of: ["quiet", "quiet/sub"], without: ["quiet"])
    #expect(try document("quiet/new") == nil && document("quiet/sub/new") == nil)
    try apply(batch)
    #expect(try document("quiet/old") == nil && document("quiet/sub") == nil)
  }

  /// Such as those of which some events were dropped.
  @Test func `a folder is listed of which not all changes are known`() throws {
    for name in ["a", "b", "c"] { try folder.file("tree/crowd/\(name)") }
    link("\(tree)/crowd/c", "\(tree)/link")
    try crawl()
    let before = try document("crowd/a")
    move("crowd/a", "crowd/renamed")
    unlink("\(tree)/crowd/b")
    unlink("\(tree)/crowd/c")
    try folder.file("tree/crowd/folder/inside")
    let batch = try takeEvents()
    let watch = try #require(batch.entries.first?.watch)
    let update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    let summary = try update.apply(ChangeBatch([]), and: UnsettledChanges(), listing: [watch]).summary
    #expect(try document("crowd/renamed") == before)
    #expect(try ["crowd/a", "crowd/b", "crowd/c"].map(document) == [nil, nil, nil])
    #expect(try document("crowd/folder/inside") != nil)
    // The other name of a removed file has another number of names now.
    #expect(summary.linked == [try #require(FileStatus(at: Array("\(tree)/link".utf8))).inode])
  }

  @Test func `a watcher that was ended watches nothing, and may still be asked to`() throws {
    try folder.file("tree/old")
    try crawl()
    watcher.end()
    try folder.file("tree/new")
    #expect(try watcher.events().isEmpty)
    let descriptor = open(tree, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    guard case .failure = watcher.watch(descriptor) else {
      Issue.record("the folder is watched")
      return
    }
  }

  // MARK: In a daemon

  /// Runs `body` while the crawl of a daemon is held up, after it has listed the folder `tree/quiet` and before
  /// it lists `tree/rest`, and then until everything is indexed.
  private func whileHeld(_ body: () throws -> Void) throws {
    try folder.folder("tree/quiet")
    try folder.file("tree/rest/file")
    var configuration = try TestLaunch.configuration()
    configuration.roots = ["quiet", "rest"].map { Array("\(tree)/\($0)".utf8).realPath }
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: try TestLaunch.worker())
    let gate = try BulkGate(systemRoot: folder.path)
    let held = Monitor(false)
    let isWatching = Monitor(false)
    let plenty = { ForegroundBudget(TokenBucket(rate: 0, capacity: .seconds(1000), now: .now)) }
    let daemon = try Daemon(indexer, gate: gate, budget: plenty(), previewBudget: plenty()) { notice in
      switch notice {
      case .crawling(let summary) where summary.directories == 1:
        gate.setPaused(true)
        held.update { $0 = true }
      case .watching: isWatching.update { $0 = true }
      default: break
      }
    }
    let failure = Mutex<String?>(nil)
    let thread = try Thread {
      do { try daemon.run() } catch { failure.withLock { $0 = "\(error)" } }
    }
    defer {
      daemon.stop()
      thread.join()
      #expect(failure.withLock { $0 } == nil)
    }
    try #require(held.wait(atMost: .seconds(120)) { $0 })
    try body()
    #expect(try document("rest/file") == nil)
    gate.setPaused(false)
    try #require(isWatching.wait(atMost: .seconds(120)) { $0 })
    let cookie = try Cookie(in: store.path)
    try wait("the rest") { cookie.isTaken }
    #expect(try document("rest/file") != nil)
  }

  /// Checks a condition again and again. The daemon tells nothing of single names.
  private func wait(_ what: String, _ condition: () throws -> Bool) throws {
    for _ in 0..<12_000 {
      if try condition() { return }
      poll(nil, 0, 10)
    }
    Issue.record("never: \(what)")
  }

  @Test func `names are found while a crawl goes on`() throws {
    try whileHeld {
      try folder.file("tree/quiet/new")
      try wait("a new file") { try document("quiet/new") != nil }
      let found = try document("quiet/new")
      move("quiet/new", "quiet/renamed")
      try wait("another name") { try document("quiet/renamed") != nil }
      #expect(try document("quiet/renamed") == found && document("quiet/new") == nil)
      try folder.folder("tree/quiet/folder")
      try wait("a new folder") { try document("quiet/folder") != nil }
      unlink("\(tree)/quiet/renamed")
      try wait("that a file is gone") { try document("quiet/renamed") == nil }
      try folder.file("tree/quiet/last")
    }
    #expect(try document("quiet/folder") != nil && document("quiet/last") != nil && document("quiet/renamed") == nil)
  }

  @Test func `whoever waits for all changes waits for those that are not applied`() throws {
    try folder.folder("tree/quiet")
    var cookie: Cookie?
    try whileHeld {
      cookie = try Cookie(in: store.path)
      try folder.file("tree/quiet/new")
      try wait("a new file") { try document("quiet/new") != nil }
      #expect(cookie?.isTaken == false)
    }
    try wait("the end") { cookie?.isTaken == true }
  }

  @Test func `a daemon that was abandoned writes and tells nothing`() throws {
    try folder.file("tree/rest/file")
    var configuration = try TestLaunch.configuration()
    configuration.roots = [Array(tree.utf8).realPath]
    let own = try Store.open(store.path, .write(creating: false))
    let indexer = try FileIndexer(store: own, configuration: configuration, launch: try TestLaunch.worker())
    let gate = try BulkGate(systemRoot: folder.path)
    let notices = Monitor(0)
    let daemon = try Daemon(indexer, gate: gate) { _ in
      gate.setPaused(true)
      notices.update { $0 += 1 }
    }
    gate.setPaused(true)
    let thread = try Thread { try? daemon.follow() }
    try #require(notices.wait(atMost: .seconds(120)) { $0 > 0 })
    daemon.stop()
    thread.join()
    daemon.abandon()
    #expect(throws: StoreError.self) {
      try own.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [1]) }
    }
    let before = notices.update { $0 }
    try store.write { transaction throws(StoreError) in _ = try transaction.directory(for: Array(tree.utf8), creating: true) }
    daemon.finish()
    #expect(notices.update { $0 } == before)
  }
}

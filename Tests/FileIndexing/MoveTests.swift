import Foundation
import IndexStore
import TestSupport
import Testing
import UniformTypeIdentifiers
import WorkerProtocol

@testable import FileIndexing

/// Renames of nested folders, reported in one batch.
struct MoveTests {
  private let folder: ScratchFolder
  private let store: Store
  private let watcher: TreeWatcher
  private let crawler: TreeCrawler
  private let tree: String

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    let claimed = ClaimedTypes([ImporterDescription(name: "Text", version: 1, contentTypes: ["public.text"])])
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: claimed)
    crawler.watch = { watcher.watch($0) }
    crawler.onWatched = { watcher.assign($0, to: $1) }
    (self.watcher, self.crawler) = (watcher, crawler)
    tree = try folder.folder("tree")
  }

  @Test func `a file that is renamed in a renamed folder keeps its document`() throws {
    try folder.file("tree/a/b/c.txt")
    let before = try crawl()
    for (from, to) in [("a/b/c.txt", "a/b/d.txt"), ("a/b", "a/e"), ("a", "f"), ("f/e/d.txt", "g.txt")] { rename(from, to) }
    try update()
    #expect(try documents() == before)
  }

  @Test func `a folder that moves into one that it contained keeps its document`() throws {
    try folder.file("tree/a/b/c.txt")
    let before = try crawl()
    for (from, to) in [("a/b", "b"), ("a", "b/a"), ("b/c.txt", "b/a/c.txt")] { rename(from, to) }
    try update()
    #expect(try documents() == before)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `documents survive a chain of renames`(seed: UInt64) throws {
    for name in ["a/b/c/one", "a/b/two", "a/d/three", "e/f/four", "e/five", "six"] { try folder.file("tree/\(name)") }
    let before = try crawl()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 2..<40, using: &random) {
      let entries = try FileManager.default.subpathsOfDirectory(atPath: tree).sorted()
      let folders = [""] + entries.filter { isFolder("\(tree)/\($0)") }.map { $0 + "/" }
      // Few names, so that entries take each other's places.
      let name = ["a", "b", "c", "d", "one", "two"].randomElement(using: &random) ?? ""
      let target = (folders.randomElement(using: &random) ?? "") + name
      guard let source = entries.randomElement(using: &random), !entries.contains(target) else { continue }
      rename(source, target)
    }
    try update()
    #expect(try documents() == before)
    #expect(try store.verify().isEmpty)
  }

  private func isFolder(_ path: String) -> Bool { FileStatus(at: Array(path.utf8))?.kind == .directory }

  /// Does nothing if a folder would come into itself.
  private func rename(_ from: String, _ to: String) { Foundation.rename("\(tree)/\(from)", "\(tree)/\(to)") }

  private func crawl() throws -> [UInt64: DocumentID] {
    var crawler = crawler
    _ = try crawler.crawl(Array(tree.utf8))
    return try documents()
  }

  /// Applies all events so far as one batch.
  private func update() throws { try apply(try takeEvents()) }

  private func takeEvents() throws -> ChangeBatch {
    var events: [WatchEvent] = []
    while case let more = try watcher.events(), !more.isEmpty { events += more }
    return ChangeBatch(events)
  }

  private func apply(_ batch: ChangeBatch, renamed: Set<ChangeBatch.Entry> = []) throws {
    var update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    try update.noteLinks(of: batch)
    _ = try update.apply(batch, and: UnsettledChanges(), renamed: renamed)
    #expect(update.unsettled == UnsettledChanges())
  }

  /// Writes a file, and resets its modification time.
  private func disguise(_ name: String, _ text: String) throws {
    let path = "\(tree)/\(name)"
    var status = stat()
    try #require(stat(path, &status) == 0)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
    try #require(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
  }

  enum Moment: CaseIterable { case never, before, after, beforeLookup }

  @Test(arguments: Moment.allCases)
  func `a file is read again that changes unnoticeably around its rename`(moment: Moment) throws {
    try folder.file("tree/a.txt", "one")
    _ = try crawl()
    try store.write { transaction throws(StoreError) in
      if let document = try transaction.snapshot.reference(for: Array("\(tree)/a.txt".utf8)) {
        try transaction.setContentState(document, .current)
      }
    }
    var moves = RecentMoves()
    if moment == .before { try disguise("a.txt", "two") }
    rename("a.txt", "b.txt")
    if moment == .after { try disguise("b.txt", "two") }
    let batch = try takeEvents()
    if moment == .beforeLookup { try disguise("b.txt", "two") }
    try apply(batch, renamed: moves.places(with: batch.moves, at: .now))
    let next = try takeEvents()
    try apply(next, renamed: moves.places(with: next.moves, at: .now))
    #expect(try record("b.txt")?.content == (moment == .never ? .current : .pending))
  }

  @Test func `a file is read again that changes through a name that leaves the tree at once`() throws {
    let path = try folder.file("tree/one.txt", "first")
    try folder.folder("tree/sub")
    link(path, "\(tree)/sub/two.txt")
    _ = try crawl()
    try folder.file("tree/sub/two.txt", "second and longer")
    rename("sub", "../outside")
    let batch = try takeEvents()
    var update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    try update.noteLinks(of: batch)
    let changed = try update.apply(batch, and: UnsettledChanges()).linked
    var examination = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    _ = try examination.examineNames(of: changed)
    #expect(try record("one.txt")?.status.size == 17)
  }

  private func record(_ name: String) throws -> FileRecord? {
    try store.read { snapshot throws(StoreError) in
      try snapshot.reference(for: Array("\(tree)/\(name)".utf8)).flatMap { document throws(StoreError) in try snapshot.record(of: document)
      }
    }
  }

  /// The documents of the entries on the disk, by inode number.
  private func documents() throws -> [UInt64: DocumentID] {
    var found: [UInt64: DocumentID] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: tree) {
      let status = try #require(FileStatus(at: Array("\(tree)/\(name)".utf8)))
      found[status.inode] = try #require(try record(name), "\(name)").document
    }
    return found
  }
}

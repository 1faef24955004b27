// SPDX-License-Identifier: Apache-2.0

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
    crawler.updater.onReplaced = { watcher.noteReplaced($0) }
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

  @Test func `files and folders that are exchanged keep their documents`() throws {
    for name in ["a/one", "b/two", "three.txt", "c/four.txt"] { try folder.file("tree/\(name)", name) }
    let before = try crawl()
    try store.write { transaction throws(StoreError) in
      for path in ["three.txt", "c/four.txt"] {
        guard let document = try transaction.snapshot.reference(for: Array("\(tree)/\(path)".utf8)) else { continue }
        try transaction.setContentState(document, .current)
      }
    }
    for (one, other) in [("a", "b"), ("three.txt", "c/four.txt"), ("b", "c")] { exchange(one, other) }
    try update()
    #expect(try documents() == before)
    #expect(try ["three.txt", "b/four.txt"].map { try record($0)?.content } == [.current, .current])
    #expect(try store.verify().isEmpty)
  }

  @Test func `a file that is renamed onto another one and back is not taken for one that was exchanged`() throws {
    for name in ["a", "b"] { try folder.file("tree/\(name)", name) }
    let before = try crawl()
    rename("a", "b")
    rename("b", "a")
    try update()
    #expect(try documents() == before.filter { try $0.value == record("a")?.document })
    #expect(try record("b") == nil)
  }

  /// The catalog is behind the disk when a batch is applied, or ahead of it.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the index equals the disk after folders were exchanged and moved between all steps`(seed: UInt64) throws {
    for number in 0..<8 { try folder.file("tree/d\(number)/f\(number)") }
    _ = try crawl()
    var random = SeededGenerator(seed: seed)
    func change() {
      let names = (0..<8).map { "d\($0)" } + ["d0/x", "d1/x", "m"]
      let (one, other) = (names.randomElement(using: &random) ?? "", names.randomElement(using: &random) ?? "")
      if Int.random(in: 0..<3, using: &random) > 0 { exchange(one, other) } else { rename(one, other) }
    }
    var left = UnsettledChanges()
    for _ in 0..<20 {
      for _ in 0..<Int.random(in: 0..<4, using: &random) { change() }
      var events: [WatchEvent] = []
      while case let more = try watcher.events(), !more.isEmpty { events += more }
      // The rest comes with the next batch.
      change()
      left = try apply(ChangeBatch(events), and: left)
    }
    var schedule = UnsettledSchedule()
    var isFirst = true
    while isFirst || schedule.due != nil {
      isFirst = false
      left = try apply(try takeEvents(), and: left, isStuck: schedule.isStuck)
      schedule.note(left, at: .now)
    }
    #expect(left.isEmpty)
    let names = try FileManager.default.subpathsOfDirectory(atPath: tree)
    _ = try documents()
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.counts().documents } == names.count + 1)
    #expect(try store.verify().isEmpty)
  }

  private func apply(_ batch: ChangeBatch, and earlier: UnsettledChanges, isStuck: Bool = false) throws -> UnsettledChanges {
    for watch in batch.ended { watcher.forget(watch) }
    var update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    if isStuck { try update.listFolders(above: earlier) }
    return try update.apply(batch, and: earlier).unsettled
  }

  /// A worker, or the thread that reads extended attributes, opened the folder after it was exchanged.
  @Test func `what was read of a folder does not make another one of it`() throws {
    for name in ["a/one", "b/two"] { try folder.file("tree/\(name)") }
    _ = try crawl()
    let reading = Reading(file: try #require(try record("a")), isFresh: false)
    exchange("a", "b")
    let opened = try #require(FileStatus(at: Array("\(tree)/a".utf8)))
    let isStored = try store.write { transaction throws(StoreError) in
      try transaction.store(ReadContent(reading: reading, outcome: .attributes([], status: opened)), text: nil)
    }
    #expect(!isStored)
    #expect(try record("a")?.status.inode == reading.file.status.inode)
    // As if the events of the exchange did not tell that it was one.
    let root = try #require(try takeEvents().entries.first?.watch)
    try apply(ChangeBatch(["a", "b"].map { .changed(root, name: Array($0.utf8)) }))
    #expect(try record("a/two") != nil && record("b/one") != nil)
    #expect(try record("a/one") == nil && record("b/two") == nil)
  }

  @Test func `a folder whose place another one has taken is not looked for there any more`() throws {
    for name in ["a/one", "b/two"] { try folder.file("tree/\(name)") }
    _ = try crawl()
    exchange("a", "b")
    let events = try takeEvents()
    let root = try #require(events.entries.first?.watch)
    try apply(ChangeBatch(["a", "b"].map { .changed(root, name: Array($0.utf8)) }))
    try folder.file("tree/b/three")
    let watch = try #require(try takeEvents().entries.first { $0.watch != root }?.watch)
    let directory = try #require(try record("b")?.subdirectory)
    #expect(watcher.directories(of: watch) == [directory])
  }

  @Test func `folders above one that is not where the catalog has it are listed`() throws {
    try folder.file("tree/a/b/one")
    _ = try crawl()
    let lost = try #require(try record("a/b")?.subdirectory)
    rename("a/b", "../outside")
    rename("a", "c")
    _ = try takeEvents()
    var left = UnsettledChanges()
    left.directories = [lost]
    #expect(try apply(ChangeBatch([]), and: left) == left)
    // The first listing finds the new name of the folder, and the second one that nothing is in it.
    for _ in 0..<2 { left = try apply(ChangeBatch([]), and: left, isStuck: true) }
    #expect(left.isEmpty)
    #expect(try record("c") != nil && record("a") == nil)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `documents survive a chain of renames`(seed: UInt64) throws { try renameRandomly(exchanging: false, seed: seed) }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `documents survive a chain of renames and exchanges`(seed: UInt64) throws { try renameRandomly(exchanging: true, seed: seed) }

  private func renameRandomly(exchanging: Bool, seed: UInt64) throws {
    for name in ["a/b/c/one", "a/b/two", "a/d/three", "e/f/four", "e/five", "six"] { try folder.file("tree/\(name)") }
    let before = try crawl()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 2..<40, using: &random) {
      let entries = try FileManager.default.subpathsOfDirectory(atPath: tree).sorted()
      if exchanging, Bool.random(using: &random) {
        exchange(entries.randomElement(using: &random) ?? "", entries.randomElement(using: &random) ?? "")
        continue
      }
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

  @Test func `names of one file keep their documents beside an exchange`() throws {
    let path = try folder.file("tree/a")
    for name in ["b", "c", "d"] { link(path, "\(tree)/\(name)") }
    try folder.file("tree/x")
    _ = try crawl()
    func found() throws -> [String: DocumentID?] {
      Dictionary(uniqueKeysWithValues: try ["a", "b", "c", "d", "e", "x"].map { ($0, try record($0)?.document) })
    }
    var expected = try found()
    exchange("a", "x")
    rename("b", "e")
    rename("c", "t")
    rename("t", "c")
    try update()
    (expected["a"], expected["x"], expected["e"], expected["b"]) = (expected["x"], expected["a"], expected["b"], .some(nil))
    #expect(try found() == expected)
    #expect(try store.verify().isEmpty)
  }

  private func isFolder(_ path: String) -> Bool { FileStatus(at: Array(path.utf8))?.kind == .directory }

  /// Does nothing if a folder would come into itself.
  private func rename(_ from: String, _ to: String) { Foundation.rename("\(tree)/\(from)", "\(tree)/\(to)") }

  /// Does nothing if one is missing, or would come into itself. renameat2(2)
  private func exchange(_ one: String, _ other: String) {
    // glibc declares it only with _GNU_SOURCE.
    typealias Call = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else { return }
    let exchange: UInt32 = 2
    _ = unsafeBitCast(symbol, to: Call.self)(AT_FDCWD, "\(tree)/\(one)", AT_FDCWD, "\(tree)/\(other)", exchange)
  }

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
    let outcome = try update.apply(batch, and: UnsettledChanges(), renamed: renamed)
    #expect(outcome.unsettled == UnsettledChanges())
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
    try apply(batch, renamed: moves.places(with: batch, collected: .now))
    let next = try takeEvents()
    try apply(next, renamed: moves.places(with: next, collected: .now))
    #expect(try record("b.txt")?.content == (moment == .never ? .current : .pending))
  }

  /// On a busy machine, a batch takes long, and the events of changes before its renames wait.
  @Test func `renames are remembered until the changes before them are known`() {
    let start = ContinuousClock.now
    let watch = WatchID(rawValue: 1)
    let batch = ChangeBatch([
      .movedAway(watch, name: Array("a".utf8), cookie: 1, isDirectory: false),
      .movedHere(watch, name: Array("b".utf8), cookie: 1, isDirectory: false),
    ])
    let place = ChangeBatch.Entry(watch: watch, name: Array("b".utf8))
    var moves = RecentMoves()
    #expect(moves.places(with: batch, collected: start) == [place])
    moves.noteApplied(at: start + .seconds(40))
    #expect(moves.places(with: ChangeBatch([]), collected: start + .seconds(1)) == [place])
    moves.noteApplied(at: start + .seconds(80))
    #expect(moves.places(with: ChangeBatch([]), collected: start + .seconds(44)) == [place])
    #expect(moves.places(with: ChangeBatch([]), collected: start + .seconds(46)) == [])
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
    let changed = try update.apply(batch, and: UnsettledChanges()).summary.linked
    let examination = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
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

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import TestSupport
import Testing
import Threading
import UniformTypeIdentifiers

@testable import FileIndexing
@testable import IndexStore
import SystemPlatform

struct TreeCrawlerTests {
  private let folder: ScratchFolder
  private let store: Store
  private let reader = DirectoryReader(rules: ExclusionRules(), types: .shared)
  private var long: [UInt8] { folder.bytes + Array("/tree/long".utf8) }

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
  }

  private var tree: [UInt8] { folder.bytes + Array("/tree".utf8) }

  private func contains(_ name: String) throws -> Bool {
    try store.read { snapshot throws(StoreError) in try snapshot.reference(for: tree + Array("/\(name)".utf8)) } != nil
  }

  /// Adds the last entry of the long folder, as a program does that gets its event.
  private func takeInLast() throws {
    let entry = try #require(try reader.read(long, at: .root).entries.last)
    try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: long, creating: false) ?? .root
      _ = try transaction.update(directory, entry: ListedFile(name: entry.name, status: entry.status, type: .unknown))
    }
  }

  private func documents() throws -> Int { try store.read { snapshot throws(StoreError) in try snapshot.counts().documents } }

  /// - Parameter interferes: Whether another program adds an entry meanwhile.
  @Test(arguments: [false, true])
  func `a folder with very many entries is added in several transactions`(interferes: Bool) throws {
    let files = 4 * TreeCrawler.maximumChanges + 1
    for number in 0..<files { try folder.file("tree/long/f\(number)") }
    for name in ["a", "g", "z"] { try folder.file("tree/long/\(name)/inside") }
    // The three folders, their contents, and the two folders above them.
    let entries = files + 3 + 3 + 1

    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    var added = [0]
    crawler.onProgress = { summary in
      added.append(summary.added)
      if interferes, added.count == 3 { #expect(throws: Never.self) { try takeInLast() } }
    }
    let summary = try crawler.crawl(folder.bytes + Array("/tree".utf8))
    #expect(summary.added == entries - (interferes ? 1 : 0) && summary.entries == entries)
    if !interferes { #expect(zip(added, added.dropFirst()).allSatisfy { $1 - $0 <= TreeCrawler.maximumChanges }, "\(added)") }
    #expect(added.count > 3)
    #expect(try documents() == entries + 1)
    #expect(try store.verify().isEmpty)

    let again = try crawler.crawl(folder.bytes + Array("/tree".utf8))
    #expect(again.changeCount == 0 && again.entries == entries)
  }

  /// The documents of a folder, by their names, with the time of their last change.
  private func documents(in path: [UInt8]) throws -> [String: (document: DocumentID, changed: Int64)] {
    try store.read { snapshot throws(StoreError) in
      let directory = try snapshot.directory(for: path) ?? .root
      let children = try snapshot.children(of: directory).map { child in
        (String(decoding: child.name, as: UTF8.self), (document: child.document, changed: child.status.changed))
      }
      return Dictionary(uniqueKeysWithValues: children)
    }
  }

  @Test(arguments: [1, 7, 2000])
  func `a listing in parts finds what was added, changed, renamed and removed`(partLength: Int) throws {
    for number in 10..<70 { try folder.file("tree/long/f\(number)") }
    try folder.file("tree/long/folder/inside")
    var reader = reader
    reader.partLength = partLength
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    crawler.updater.linksChangedSince = 0
    #expect(try crawler.crawl(tree).added == 63)
    let before = try documents(in: long)

    let path = folder.path + "/tree/long"
    remove(path + "/f10")
    remove(path + "/f69")
    rename(path + "/f11", path + "/z")
    rename(path + "/f50", path + "/a")
    rename(path + "/folder", path + "/other")
    try folder.file("tree/long/f50", "another file")
    try folder.file("tree/long/f20", "changed")
    try folder.file("tree/long/other/new")
    link(path + "/f30", path + "/second-name")
    let summary = try crawler.crawl(tree)
    let linked = try #require(FileStatus(at: long + "/f30".utf8)).inode
    #expect(summary.removed == 2 && summary.linked.contains(linked))
    let after = try documents(in: long)
    // A name that is still there keeps its document, also for another file.
    #expect(after["z"]?.document == before["f11"]?.document && after["other"]?.document == before["folder"]?.document)
    #expect(after["f50"]?.document == before["f50"]?.document && after["f20"]?.document == before["f20"]?.document)
    #expect(after.count == 61 && Set(after.values.map(\.document)).count == 61)
    for (name, known) in after { #expect(FileStatus(at: long + "/\(name)".utf8)?.changed == known.changed, "\(name)") }
    #expect(try contains("long/other/inside") && contains("long/other/new") && !contains("long/folder/inside"))
    #expect(try store.verify().isEmpty)
    #expect(try crawler.crawl(tree).changeCount == 0)
  }

  @Test func `a crawl that is stopped between parts is completed by the next one`() throws {
    for number in 0..<100 { try folder.file("tree/long/f\(number)") }
    var reader = reader
    reader.partLength = 10
    let commits = Mutex(0)
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    crawler.onProgress = { _ in commits.withLock { $0 += 1 } }
    crawler.isStopped = { commits.withLock { $0 >= 5 } }
    let added = try crawler.crawl(tree).added
    #expect(added > 10 && added < 100)
    crawler.isStopped = { false }
    #expect(try crawler.crawl(tree).added == 101 - added)
    for number in 0..<50 { remove("\(folder.path)/tree/long/f\(number)") }
    commits.withLock { $0 = 0 }
    crawler.isStopped = { commits.withLock { $0 >= 3 } }
    // Nothing is removed before the whole listing is known.
    #expect(try crawler.crawl(tree).removed == 0)
    crawler.isStopped = { false }
    #expect(try crawler.crawl(tree).removed == 50)
    #expect(try store.verify().isEmpty)
  }

  @Test func `the status of a folder is that after it was watched`() throws {
    try folder.file("tree/new/there")
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    // No event reports what is created before a watch.
    crawler.watch = { directory in
      unlinkat(directory, "created", 0)
      close(openat(directory, "created", O_CREAT | O_WRONLY, 0o644))
      return .success(WatchID(rawValue: directory))
    }
    for _ in 0..<2 {
      _ = try crawler.crawl(tree)
      for path in [tree, tree + "/new".utf8] {
        let recorded = try store.read { snapshot throws(StoreError) in
          try snapshot.reference(for: path).flatMap { reference throws(StoreError) in try snapshot.record(of: reference) }
        }
        #expect(recorded?.status == FileStatus(at: path))
        #expect(recorded?.content == .pending, "its extended attributes may have changed, too")
      }
      try folder.file("tree/new/later")
    }
  }

  @Test func `a crawl that is stopped leaves what it has listed, and the next one lists the rest`() throws {
    // More than one transaction takes.
    let (folders, files) = (300, 2 * TreeCrawler.maximumChanges)
    for number in 0..<files { try folder.file("tree/\(number % 10)/d\(number % folders)/f\(number)") }
    let commits = Mutex(0)
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    crawler.onProgress = { _ in commits.withLock { $0 += 1 } }
    crawler.isStopped = { commits.withLock { $0 > 0 } }
    let first = try crawler.crawl(tree)
    #expect(first.directories > 0 && first.directories < folders)
    #expect(try documents() == first.added + 1)
    #expect(try store.verify().isEmpty)

    crawler.isStopped = { false }
    let second = try crawler.crawl(tree)
    #expect(second.removed == 0 && first.added + second.added == 10 + folders + files)
    #expect(try documents() == 10 + folders + files + 1)
  }

  /// Whoever counts its turns finds out that it hangs, although it looks again and again whether it is stopped.
  @Test func `a folder that leaves the index during a crawl is reported as vanished, with those below`() throws {
    for name in ["a/b/c/file", "z/y/file"] { try folder.file("tree/\(name)") }
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    _ = try crawler.crawl(tree)
    for name in ["a/b/c/new", "a/b/new", "z/y/new"] { try folder.file("tree/\(name)") }
    let turns = Mutex(0)
    crawler.awaitTurn = { [store, tree] in
      let turn = turns.withLock { turns in
        turns += 1
        return turns
      }
      // After the folder above, which is unchanged.
      guard turn == 2 else { return }
      #expect(throws: Never.self) {
        try store.write { transaction throws(StoreError) in
          guard let directory = try transaction.directory(for: tree, creating: false) else { return }
          _ = try transaction.removeEntry(named: Array("a".utf8), in: directory)
          while try !transaction.sweep(limit: 100) {}
        }
      }
    }
    let summary = try crawler.crawl(tree)
    #expect(summary.problems.isEmpty && !summary.vanished.isEmpty)
    #expect(try contains("z/y/new") && !contains("a"))
    #expect(try store.verify().isEmpty)
  }

  @Test func `a crawl that waits for a directory takes no turn`() throws {
    try folder.file("tree/a.txt")
    let counts = Mutex((looks: 0, turns: 0, turnsOfWaiting: 0))
    let isAnswered = Monitor(false)
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    crawler.watch = { _ in
      isAnswered.wait { $0 ? () : nil }
      return .failure(SystemError(code: .noSpace, call: "inotify_add_watch"))
    }
    crawler.awaitTurn = { counts.withLock { $0.turns += 1 } }
    crawler.isStopped = {
      counts.withLock { counts in
        counts.looks += 1
        guard counts.looks == 10 else { return }
        counts.turnsOfWaiting = counts.turns
        isAnswered.update { $0 = true }
      }
      return false
    }
    #expect(try crawler.crawl(tree).added == 1)
    let (turns, turnsOfWaiting) = counts.withLock { ($0.turns, $0.turnsOfWaiting) }
    #expect(turnsOfWaiting == 1 && turns > turnsOfWaiting)
  }

  @Test(.enabled(if: TestMount.isPermitted))
  func `an entry whose status cannot be read is reported, and its document stays`() throws {
    try folder.file("tree/a.txt")
    try folder.file("tree/m/kept.txt")
    try folder.file("tree/z/old.txt")
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    #expect(try crawler.crawl(tree).added == 5)
    let mount = try TestMount(unansweredAt: folder.path + "/tree/m", owner: 4242)
    defer { mount.unmount() }
    remove(folder.path + "/tree/a.txt")
    remove(folder.path + "/tree/z/old.txt")
    try folder.file("tree/z/new.txt")
    let summary = try crawler.crawl(tree)
    let path = tree + "/m".utf8
    #expect(
      summary.problems == [
        CrawlProblem(path: path, reason: .unreadable(SystemError(code: .permissionDenied, call: "statx", path: Path(path))))
      ])
    #expect((summary.added, summary.removed) == (1, 2))
    #expect(try contains("m/kept.txt") && contains("z/new.txt") && !contains("a.txt"))
    #expect(try store.verify().isEmpty)
  }

  @Test(.enabled(if: TestMount.isPermitted))
  func `a file system that does not answer is reported, and is neither opened nor watched`() throws {
    try folder.file("tree/a/b.txt")
    try folder.file("tree/m/covered.txt")
    let mount = try TestMount(unansweredAt: folder.path + "/tree/m")
    defer { mount.unmount() }
    let watched = Mutex(0)
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    crawler.watch = { _ in
      watched.withLock { $0 += 1 }
      return .success(WatchID(rawValue: 1))
    }
    let summary = try crawler.crawl(tree)
    #expect(summary.problems == [CrawlProblem(path: tree + "/m".utf8, reason: .remote)])
    #expect(summary.added == 3 && watched.withLock { $0 } == 2)
    guard let directory = try reader.openDirectory(at: tree, inode: nil) else {
      Issue.record("the tree is there")
      return
    }
    #expect(try reader.entryIfIncluded(Array("m".utf8), in: directory)?.status.kind == .directory)
    let known = try #require(try store.read { snapshot throws(StoreError) in try snapshot.directory(for: tree + "/m".utf8) })
    #expect(try crawler.crawl(known).problems == [CrawlProblem(path: tree + "/m".utf8, reason: .remote)])
  }
}

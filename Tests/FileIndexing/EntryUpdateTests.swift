// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Synchronization
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing

struct EntryUpdateTests {
  /// The file system may have given the inode number of a deleted folder to a new one, so the
  /// catalog takes the new one for the old one.
  @Test(arguments: [false, true])
  func `a folder is crawled after an event that it was created, whatever the catalog has`(isCreated: Bool) throws {
    #expect(try isFound { isCreated ? .createdDirectory($0, name: $1) : .changed($0, name: $1) } == isCreated)
  }

  /// While a folder may not be searched, the folders below it cannot be read either, and no event
  /// names them when it may be searched again.
  @Test(arguments: [false, true])
  func `a folder that could not be read is crawled after a change of a folder above it`(isIncomplete: Bool) throws {
    #expect(try isFound(isIncomplete: isIncomplete) { .changed($0, name: $1) } == isIncomplete)
  }

  /// Whether an event of a folder makes the index find a new file in a folder below.
  ///
  /// - Parameter isIncomplete: Whether the folder of the file could not be read before.
  private func isFound(isIncomplete: Bool = false, after event: (WatchID, [UInt8]) -> WatchEvent) throws -> Bool {
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    var watched: [(watch: WatchID, directory: DirectoryID)] = []
    crawler.onWatched = {
      watcher.assign($0, to: $1)
      watched.append(($0, $1))
    }
    try folder.file("tree/a/b/old.txt")
    _ = try crawler.crawl(folder.bytes + "/tree".utf8)
    try folder.file("tree/a/b/new.txt")
    let root = try #require(watched.first?.watch)
    if isIncomplete { watcher.noteIncomplete(try #require(watched.last?.directory), because: "") }
    let update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    _ = try update.apply(ChangeBatch([event(root, Array("a".utf8))]), and: UnsettledChanges())
    let path = folder.bytes + "/tree/a/b/new.txt".utf8
    return try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) != nil }
  }

  @Test func `a name that is too long is reported, and does not keep others of its batch from the index`() throws {
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    var watch: WatchID?
    crawler.onWatched = {
      watcher.assign($0, to: $1)
      watch = $0
    }
    try folder.file("tree/old")
    _ = try crawler.crawl(folder.bytes + "/tree".utf8)
    try folder.file("tree/new")
    let root = try #require(watch)
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 300)
    let update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    let summary = try update.apply(
      ChangeBatch([.created(root, name: long), .created(root, name: Array("new".utf8))]), and: UnsettledChanges()
    ).summary
    #expect(
      summary.problems.map { "\($0)" } == ["\(folder.path)/tree/\(String(decoding: long, as: UTF8.self)): File name too long (statx)"])
    let path = folder.bytes + "/tree/new".utf8
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) } != nil)
  }

  /// A listing also finds what no event has told.
  @Test(arguments: [(300, 100, true), (1000, 100, false), (2000, 300, false)])
  func `many changes lead to a listing of their folder unless it is much larger`(count: Int, changed: Int, isListed: Bool) throws {
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    var watch: WatchID?
    crawler.onWatched = {
      watcher.assign($0, to: $1)
      watch = $0
    }
    for number in 0..<count { try folder.file("tree/f\(number)") }
    _ = try crawler.crawl(folder.bytes + "/tree".utf8)
    let root = try #require(watch)
    for number in 0..<changed { unlink("\(folder.path)/tree/f\(number)") }
    try folder.file("tree/new")
    let update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    _ = try update.apply(ChangeBatch((0..<changed).map { .changed(root, name: Array("f\($0)".utf8)) }), and: UnsettledChanges())
    let path = folder.bytes + "/tree".utf8
    let names = try store.read { snapshot throws(StoreError) in
      try snapshot.directory(for: path).map { id throws(StoreError) in try snapshot.children(of: id) } ?? []
    }.map(\.name)
    #expect(names.contains(Array("new".utf8)) == isListed)
    #expect(names.count == count - changed + (isListed ? 1 : 0))
  }

  @Test func `few changes are found before many`() throws {
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var crawler = TreeCrawler(store: store, reader: DirectoryReader(rules: ExclusionRules(), types: .shared), claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    var watches: [WatchID] = []
    crawler.onWatched = {
      watcher.assign($0, to: $1)
      watches.append($0)
    }
    for name in ["a", "few.longer"] {
      try folder.folder(name)
      _ = try crawler.crawl(folder.bytes + "/\(name)".utf8)
    }
    try #require(watches.count == 2)
    for number in 0..<100 { try folder.file("a/f\(number).txt", "text") }
    try folder.file("few.longer/only.txt", "text")
    let update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { _ in }
    let events = (0..<100).map { WatchEvent.closed(watches[0], name: Array("f\($0).txt".utf8)) }
    _ = try update.apply(ChangeBatch(events + [.closed(watches[1], name: Array("only.txt".utf8))]), and: UnsettledChanges())
    let added = try watches.map { watch in
      try watcher.directories(of: watch).flatMap { id in
        try store.read { snapshot throws(StoreError) in try snapshot.children(of: id) }.map(\.document.rawValue)
      }
    }
    #expect(added.map(\.count) == [100, 1])
    #expect(try #require(added[1].first) < #require(added[0].min()))
  }

  /// So many entries have changed that the whole folder is listed.
  @Test(arguments: [10, 2000])
  func `many changes in a very large folder are found in parts of its listing`(partLength: Int) throws {
    let folder = try ScratchFolder()
    let store = try Store.open(folder.path + "/store", .write(creating: true))
    let watcher = try TreeWatcher()
    var reader = DirectoryReader(rules: ExclusionRules(), types: .shared)
    reader.partLength = partLength
    var crawler = TreeCrawler(store: store, reader: reader, claimed: ClaimedTypes([]))
    crawler.watch = { watcher.watch($0) }
    var watch: WatchID?
    crawler.onWatched = {
      watcher.assign($0, to: $1)
      watch = $0
    }
    for number in 0..<200 { try folder.file("tree/f\(number)") }
    _ = try crawler.crawl(folder.bytes + "/tree".utf8)
    let root = try #require(watch)
    for number in 0..<100 { remove("\(folder.path)/tree/f\(number)") }
    for number in 150..<200 { rename("\(folder.path)/tree/f\(number)", "\(folder.path)/tree/g\(number)") }
    try folder.file("tree/new/inside")
    var pending: [DocumentReference] = []
    let update = EntryUpdate(store: store, watcher: watcher, crawler: crawler) { pending += $0 }
    let names = (0..<100).map { "f\($0)" } + ["new"]
    let summary = try update.apply(
      ChangeBatch(names.map { .changed(root, name: Array($0.utf8)) }), and: UnsettledChanges()
    ).summary
    #expect((summary.removed, summary.added, summary.changed) == (100, 2, 51))
    let path = folder.bytes + "/tree/new/inside".utf8
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) } != nil)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.counts().documents } == 50 + 50 + 2 + 1)
    #expect(try store.verify().isEmpty)
  }
}

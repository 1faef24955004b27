// SPDX-License-Identifier: Apache-2.0

import Attributes
import FileIndexing
import Glibc
import LogMessages
import Testing
import Threading

@testable import IndexStore
import SystemPlatform

/// Indexing of trees on the disk, with workers that are controlled by the contents of files.
struct FileIndexerTests {
  private let folder: ScratchFolder
  private let store: Store
  private let root: [UInt8]

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    root = Array(try folder.folder("tree").utf8)
  }

  private func index(_ paths: [[UInt8]]? = nil) throws -> (names: CrawlSummary, contents: ContentProgress) {
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    let names = try indexer.indexNames(of: paths ?? [root]) { _ in }
    return (names, try indexer.indexContents(of: paths) { _ in })
  }

  private func record(_ name: String) throws -> FileRecord? {
    let path = root + Array("/\(name)".utf8)
    return try store.read { snapshot throws(StoreError) in
      guard let reference = try snapshot.reference(for: path) else { return nil }
      return try snapshot.record(of: reference)
    }
  }

  private func title(_ name: String) throws -> AttributeValue? {
    guard let record = try record(name) else { return nil }
    return try store.read { snapshot throws(StoreError) in try snapshot.attributes(of: record.document)?[.title] }
  }

  private func paths() throws -> Set<String> {
    try store.read { snapshot throws(StoreError) in
      var references: [DocumentReference] = []
      try snapshot.forEachDocument { row throws(StoreError) in
        references.append(row.reference)
        return true
      }
      var paths: Set<String> = []
      for reference in references {
        if let path = try snapshot.path(of: reference) { paths.insert(String(decoding: path, as: UTF8.self)) }
      }
      return paths
    }
  }

  @Test func `names and contents are indexed, and a second run reads nothing`() throws {
    for number in 0..<300 { try folder.file("tree/d\(number % 7)/e\(number % 3)/f\(number).txt", "say \(number)") }
    try folder.file("tree/picture.unknown-kind", "x")
    try folder.file("tree/.hidden/x.txt", "say hidden")
    let first = try index()
    #expect(first.names.added == 300 + 7 + 21 + 1)
    #expect(first.contents == ContentProgress(done: 301, total: 301, failed: 0))
    #expect(try title("d6/e0/f6.txt") == .string("6"))
    #expect(try record(".hidden") == nil)
    let second = try index()
    #expect((second.names.added, second.names.changed, second.names.removed) == (0, 0, 0))
    #expect(second.names.entries == first.names.entries)
    #expect(second.contents.done == 0)
  }

  @Test func `the next crawl finds changes on the disk, and documents survive a rename`() throws {
    for name in ["keep/a.txt", "change/b.txt", "remove/c.txt", "rename/d.txt"] { try folder.file("tree/\(name)", "say old") }
    _ = try index()
    let renamed = try #require(try record("rename/d.txt")).document
    let replaced = try #require(try record("change/b.txt")).document
    try folder.file("tree/change/b.txt", "say new and longer")
    remove(folder.path + "/tree/remove/c.txt")
    rmdir(folder.path + "/tree/remove")
    rename(folder.path + "/tree/rename/d.txt", folder.path + "/tree/rename/e.txt")
    try folder.file("tree/added/f.txt", "say hello")
    _ = try index()
    #expect(try title("change/b.txt") == .string("new and longer"))
    #expect(try record("change/b.txt")?.document == replaced)
    #expect(try record("remove") == nil)
    #expect(try record("rename/d.txt") == nil)
    #expect(try record("rename/e.txt")?.document == renamed)
    #expect(try title("added/f.txt") == .string("hello"))
  }

  @Test func `a failing file is listed with the reason, and tried again only when it changes`() throws {
    try folder.file("tree/bad.txt", "crash")
    try folder.file("tree/good.txt", "say fine")
    let first = try index()
    #expect(first.contents == ContentProgress(done: 2, total: 2, failed: 1))
    #expect(try record("bad.txt")?.content == .failed)
    let failures = try store.read { snapshot throws(StoreError) in try snapshot.failures() }
    #expect(failures.count == 1)
    #expect(failures.first?.reason.contains("signal 11") == true)
    #expect(try index().contents.done == 0)
    try folder.file("tree/bad.txt", "say better now")
    #expect(try index().contents == ContentProgress(done: 1, total: 1, failed: 0))
    #expect(try title("bad.txt") == .string("better now"))
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.failures() }.isEmpty)
  }

  @Test func `the results of a partial import are kept, and the file is listed`() throws {
    try folder.file("tree/half.txt", "half a loaf")
    _ = try index()
    #expect(try title("half.txt") == .string("a loaf"))
    #expect(try record("half.txt")?.content == .current)
    let failures = try store.read { snapshot throws(StoreError) in try snapshot.failures() }
    #expect(failures.map(\.reason).first?.contains("second half") == true)
  }

  @Test func `a tree above an indexed one includes it`() throws {
    try folder.file("tree/inner/deep/a.txt", "say a")
    try folder.file("tree/b.txt", "say b")
    _ = try index([root + Array("/inner".utf8)])
    let document = try #require(try record("inner/deep/a.txt")).document
    #expect(try record("b.txt") == nil)
    let all = try index()
    #expect(try record("inner/deep/a.txt")?.document == document)
    #expect(try record("b.txt") != nil)
    #expect(all.contents.done == 1)
    #expect(try paths().count == Set(try paths()).count)
  }

  @Test func `a single file can be indexed without its folder`() throws {
    try folder.file("tree/one.txt", "say one")
    try folder.file("tree/two.txt", "say two")
    _ = try index([root + Array("/one.txt".utf8)])
    #expect(try title("one.txt") == .string("one"))
    #expect(try record("two.txt") == nil)
    _ = try index()
    #expect(try title("two.txt") == .string("two"))
  }

  @Test func `a path that does not exist is rejected before indexing begins`() throws {
    try folder.file("tree/a.txt", "say a")
    let missing = root + Array("/missing".utf8)
    let error = #expect(throws: SystemError.self) { try index([root, missing]) }
    #expect(error?.code == .noSuchFileOrDirectory)
    #expect(error?.description.contains("/missing") == true)
    #expect(try record("a.txt") == nil)
  }

  @Test func `a file that changes between crawl and import is read once, with its new content`() throws {
    let path = try folder.file("tree/log.txt", "say one")
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    _ = try indexer.indexNames(of: [root]) { _ in }
    try folder.file("tree/log.txt", "say one and two")
    #expect(try indexer.indexContents(of: nil) { _ in } == ContentProgress(done: 1, total: 1, failed: 0))
    #expect(try title("log.txt") == .string("one and two"))
    #expect(try record("log.txt")?.status.size == 15)
    remove(path)
    #expect(try indexer.indexContents(of: nil) { _ in }.done == 0)
  }

  @Test func `an index within the tree does not index itself`() throws {
    try folder.file("tree/a.txt", "say a")
    let inner = try Store.open(folder.path + "/tree/index", .write(creating: true))
    let indexer = try FileIndexer(store: inner, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    #expect(try indexer.indexNames(of: [root]) { _ in }.entries == 1)
    #expect(try indexer.indexContents(of: nil) { _ in }.done == 1)
  }

  @Test func `files are read again if the importers have changed`() throws {
    try folder.file("tree/a.txt", "say a")
    try folder.file("tree/b.txt", "crash")
    #expect(try index().contents.done == 2)
    try store.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [0]) }
    #expect(try index().contents.done == 2)
    #expect(try index().contents.done == 0)
  }

  @Test func `simultaneous crawls create each document once`() throws {
    for number in 0..<200 { try folder.file("tree/d\(number % 20)/f\(number).txt", "say \(number)") }
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    let root = root
    let crawls = try (0..<4).map { _ in try Thread { _ = try? indexer.indexNames(of: [root]) { _ in } } }
    for crawl in crawls { crawl.join() }
    let count = try store.read { snapshot throws(StoreError) in try snapshot.counts().documents }
    // The root is a document, too.
    #expect(count == 200 + 20 + 1)
    #expect(try paths().count == count)
  }

  @Test func `an index of an earlier version is set aside with one message, and a newer one is left unchanged`() throws {
    try folder.file("tree/a.txt", "say a")
    _ = try index()
    let document = try #require(try record("a.txt")).document
    func write(format: UInt8) throws {
      try store.write { transaction throws(StoreError) in
        try transaction.put(.meta, bytes: Array("format".utf8), sealed([format] + [UInt8](repeating: 0, count: 7)))
      }
    }
    try write(format: 1)
    var reports: [String] = []
    let opened = try Store.openForIndexing(store.path) { reports.append($0) }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("\(store.path): the index is from an earlier version (format 1)") == true)
    #expect(try opened.read { snapshot throws(StoreError) in try snapshot.counts().documents } == 0)
    #expect(try index().contents.done == 1)
    #expect(try #require(try record("a.txt")).document > document)
    #expect(reports.count == 1)
    _ = try Store.openForIndexing(store.path) { reports.append($0) }
    #expect(reports.count == 1)
    try write(format: 200)
    #expect(throws: StoreError.newerFormat(path: store.path, found: 200, supported: Store.format)) {
      try Store.openForIndexing(store.path) { reports.append($0) }
    }
    #expect(reports.count == 1)
  }
}

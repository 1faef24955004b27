// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing
@testable import IndexStore

/// Texts from workers, in the store.
struct ContentIndexerTests {
  private let folder: ScratchFolder
  private let store: Store
  private let root: [UInt8]

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    root = Array(try folder.folder("tree").utf8)
  }

  @discardableResult
  private func index() throws -> ContentProgress {
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    _ = try indexer.indexNames(of: [root]) { _ in }
    return try indexer.indexContents(of: nil) { _ in }
  }

  private func record(_ name: String) throws -> FileRecord {
    let path = root + Array("/\(name)".utf8)
    let record = try store.read { snapshot throws(StoreError) in
      if let reference = try snapshot.reference(for: path) { try snapshot.record(of: reference) } else { nil as FileRecord? }
    }
    return try #require(record)
  }

  private func document(_ name: String) throws -> DocumentID { try record(name).document }

  @Test func `a text that is the file's content is searchable but not stored, another is stored`() throws {
    try folder.file("tree/own.txt", "copy gooseberries")
    try folder.file("tree/made.txt", "say raspberries")
    #expect(try index() == ContentProgress(done: 2, total: 2, failed: 0))
    let (own, made) = try (document("own.txt"), document("made.txt"))
    #expect(try store.documents(withText: "gooseberries") == [own])
    #expect(try store.documents(withText: "raspberries") == [made])
    #expect(try store.keptText(of: own).isEmpty)
    #expect(try store.keptText(of: made) == Array("raspberries".utf8))
    #expect(try store.textSegmentCount() <= 2)
    #expect(try store.temporarySegments().isEmpty)
  }

  @Test func `a changed file is found by its new text only`() throws {
    try folder.file("tree/a.txt", "copy gooseberries")
    try folder.file("tree/b.txt", "say raspberries")
    try index()
    try folder.file("tree/a.txt", "copy currants again")
    try folder.file("tree/b.txt", "refuse")
    #expect(try index().failed == 1)
    #expect(try store.documents(withText: "gooseberries").isEmpty)
    #expect(try store.documents(withText: "currants") == [try document("a.txt")])
    #expect(try store.documents(withText: "raspberries").isEmpty)
    #expect(try store.keptText(of: try document("b.txt")).isEmpty)
  }

  @Test func `a very long text is found completely, and stored if it is not the file's content`() throws {
    try folder.file("tree/long.html", "recite")
    try folder.file("tree/short.txt", "copy short")
    #expect(try index() == ContentProgress(done: 2, total: 2, failed: 0))
    let long = try document("long.html")
    #expect(try store.documents(withText: "0") == [long])
    #expect(try store.documents(withText: "399999") == [long])
    let kept = try store.keptText(of: long)
    #expect(kept.count { $0 == UInt8(ascii: "\n") } == 400_000)
    #expect(kept.starts(with: "this is line 0\nthis is line 1\n".utf8))
    #expect(try store.documents(withText: "short") == [try document("short.txt")])
    #expect(try store.temporarySegments().isEmpty)
  }

  @Test func `nothing remains of a text whose import failed`() throws {
    try folder.file("tree/bad.html", "stumble")
    for number in 0..<10 { try folder.file("tree/good\(number).txt", "copy good") }
    #expect(try index() == ContentProgress(done: 11, total: 11, failed: 1))
    #expect(try record("bad.html").content == .failed)
    #expect(try store.documents(withText: "step").isEmpty)
    #expect(try store.keptText(of: try document("bad.html")).isEmpty)
    #expect(try store.documents(withText: "good").count == 10)
    #expect(try store.temporarySegments().isEmpty)
  }

  @Test func `a document whose text was lost is read again`() throws {
    try folder.file("tree/a.txt", "copy gooseberries")
    try index()
    let reference = try record("a.txt").reference
    try store.write { transaction throws(StoreError) in _ = try transaction.setContentState(reference, .textPending) }
    #expect(try index().done == 1)
    #expect(try record("a.txt").content == .current)
    #expect(try store.documents(withText: "gooseberries") == [reference.document])
  }

  @Test func `a file whose folder was renamed before it was read keeps its document and is read later`() throws {
    try folder.file("tree/folder/a.txt", "copy gooseberries")
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    _ = try indexer.indexNames(of: [root]) { _ in }
    let document = try document("folder/a.txt")
    try #require(rename("\(folder.path)/tree/folder", "\(folder.path)/tree/renamed") == 0)
    #expect(try indexer.indexContents(of: nil) { _ in }.done == 0)
    #expect(try record("folder/a.txt").content == .pending)
    #expect(try index().done == 1)
    #expect(try self.document("renamed/a.txt") == document)
    #expect(try store.documents(withText: "gooseberries") == [document])
  }

  @Test func `a file that was empty when it was listed is read if it has text by then`() throws {
    try index()
    try folder.file("tree/grown.txt", "")
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    _ = try indexer.indexNames(of: [root]) { _ in }
    #expect(try record("grown.txt").content == .pending)
    try folder.file("tree/grown.txt", "say plums")
    _ = try indexer.indexContents(of: nil) { _ in }
    #expect(try store.documents(withText: "plums") == [try document("grown.txt")])
  }

  @Test func `many small files need few segments`() throws {
    for number in 0..<500 { try folder.file("tree/\(number).txt", "copy number \(number)") }
    #expect(try index().done == 500)
    #expect(try store.textSegmentCount() <= 4)
    for number in [0, 250, 499] { #expect(try store.documents(withText: "\(number)") == [try document("\(number).txt")]) }
  }

  @Test func `a receiver limits the text that it holds in memory`() throws {
    let limits = ContentLimits(workers: 2)
    #expect(limits.heldText <= 8 << 20)
    let path = try folder.file("tree/a.txt", "copy a")
    _ = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
      .indexNames(of: [root]) { _ in }
    let reading = Reading(file: try record("a.txt"), isFresh: false)
    let job = ImportJob(tag: reading, path: Array(path.utf8), typeIdentifier: nil, isTypeCertain: false)
    let groups = ContentGroups(store: store, limits: limits) { _ in }
    var receiver = ContentReceiver(store: store, types: .shared, groups: groups, limits: limits)
    let piece = Array(String(repeating: "words and words\n", count: 1 << 14).utf8)
    var most = 0
    for _ in 0..<100 {
      try receiver.take(piece.span, of: job)
      most = max(most, receiver.heldByteCount)
    }
    #expect(most <= limits.heldText)
    #expect(most > 0)
  }
}

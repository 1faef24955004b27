// SPDX-License-Identifier: Apache-2.0

import LMDB
import TestSupport
import Attributes
import QueryLanguage
import Testing

@testable import IndexStore

@Suite struct ContentTests {
  let indexed: IndexedFolder
  let document: FileRecord

  init() throws {
    indexed = try IndexedFolder()
    try indexed.list(
      file("a", inode: 2), file("newer", inode: 3, modified: 1_800_000_000_000_000_000), file("older", inode: 4, modified: 5))
    document = try #require(try indexed.record("/home/ann/a"))
  }

  private func text(of reference: DocumentReference) throws -> [UInt8] {
    try indexed.store.read { snapshot throws(StoreError) in
      var text: [UInt8] = []
      try snapshot.forEachTextChunk(of: reference.document) { chunk throws(StoreError) in
        for index in chunk.indices { text.append(chunk[index]) }
        return true
      }
      return text
    }
  }

  /// A file in a tree that became names only while it was read.
  @Test func `content that is no longer wanted is not stored`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(file("a.txt", inode: 2))
    let document = try #require(try indexed.record("/home/ann/a.txt"))
    try indexed.store.write { transaction throws(StoreError) in _ = try transaction.setContentState(document.reference, .none) }
    let failure = Failure(reference: document.reference, importer: "Text 1", reason: "damaged", when: 5)
    try indexed.store.write { transaction throws(StoreError) in
      let isStored = try transaction.setContent(document.reference, ifStatusIs: document.status, record: [], type: nil, textChunks: 0)
      #expect(!isStored)
      let isFailed = try transaction.setFailure(failure, ifStatusIs: document.status)
      #expect(!isFailed)
    }
    #expect(try indexed.record("/home/ann/a.txt")?.content == ContentState.none)
    #expect(try indexed.store.verify().isEmpty)
  }

  @Test func `attributes and text are read as they were stored`() throws {
    var record = AttributeRecord()
    record[.title] = .string("A title")
    #expect(
      try indexed.store.setContent(document.reference, ifStatusIs: document.status, record: record.encoded(), text: ["Some text"]))
    #expect(try indexed.store.read { snapshot throws(StoreError) in try snapshot.attributes(of: document.document) } == record)
    #expect(try text(of: document.reference) == bytes("Some text"))
    #expect(try indexed.record("/home/ann/a")?.content == .current)
  }

  /// LMDB does not write pages that a transaction allocates and frees. A file that ends before its
  /// last page would look truncated.
  @Test func `a text that is added and removed in one transaction does not truncate the file`() throws {
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<900_000).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) }
    let chunks = try TextChunk.compress(noise.span)
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.appendText(of: document.reference, chunks, from: 0)
      _ = try transaction.setContent(document.reference, ifStatusIs: document.status, record: [], type: nil, textChunks: 0)
    }
    #expect(try indexed.store.lease().generation.environment.missingBytes() == 0)
  }

  @Test func `content of a file that changed meanwhile is not stored`() throws {
    var changed = document.status
    changed.size += 1
    try indexed.store.write { transaction throws(StoreError) in
      let isKept = try transaction.setContent(document.reference, ifStatusIs: changed, record: [], type: nil, textChunks: 0)
      #expect(!isKept)
    }
    #expect(try indexed.record("/home/ann/a")?.content == .pending)
  }

  @Test func `a text may be stored in parts, and a shorter one replaces all of them`() throws {
    let parts = try ["first ", "second ", "third"].map { part in try TextChunk.compress(bytes(part).span) }
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.appendText(of: document.reference, parts[0] + parts[1], from: 0)
      try transaction.appendText(of: document.reference, parts[2], from: 2)
      _ = try transaction.setContent(document.reference, ifStatusIs: document.status, record: [], type: nil, textChunks: 3)
    }
    #expect(try text(of: document.reference) == bytes("first second third"))
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.appendText(of: document.reference, parts[2], from: 0)
      _ = try transaction.setContent(document.reference, ifStatusIs: document.status, record: [], type: nil, textChunks: 1)
    }
    #expect(try text(of: document.reference) == bytes("third"))
  }

  @Test func `long texts are divided between characters and read completely`() throws {
    var random = SeededGenerator(seed: 3)
    var long: [UInt8] = []
    while long.count < 3_000_000 { long += bytes(["é", "日本", "x", "🙂", "word "].randomElement(using: &random) ?? "") }
    let chunks = try TextChunk.compress(long.span)
    #expect(chunks.count >= 3)
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.appendText(of: document.reference, chunks, from: 0)
      _ = try transaction.setContent(document.reference, ifStatusIs: document.status, record: [], type: nil, textChunks: chunks.count)
    }
    #expect(try text(of: document.reference) == long)
    try indexed.store.read { snapshot throws(StoreError) in
      try snapshot.forEachTextChunk(of: document.document) { chunk throws(StoreError) in
        #expect(chunk.count <= TextChunk.capacity)
        #expect((try? UTF8Span(validating: chunk)) != nil)
        return true
      }
    }
  }

  @Test func `a failure is listed until the content is read`() throws {
    let failure = Failure(reference: document.reference, importer: "Document 1", reason: "encrypted", when: 5)
    try indexed.store.write { transaction throws(StoreError) in
      #expect(try transaction.setFailure(failure, ifStatusIs: document.status))
    }
    let store = indexed.store
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.failures() } == [failure])
    #expect(try indexed.record("/home/ann/a")?.content == .failed)
    try store.write { transaction throws(StoreError) in
      _ = try transaction.setContent(document.reference, ifStatusIs: document.status, record: [], type: nil, textChunks: 0)
    }
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.failures() }.isEmpty)
  }

  @Test(arguments: [0, 1, 2, 3, 10, Int.max])
  func `pending content is in descending order of modification`(limit: Int) throws {
    let pending = try indexed.store.read { snapshot throws(StoreError) in
      try snapshot.pendingContent(limit: limit).map { reference throws(StoreError) in try snapshot.record(of: reference)?.name }
    }
    #expect(pending == Array([bytes("newer"), bytes("a"), bytes("older")].prefix(limit)))
  }

  @Test func `a failure follows its document to another folder`() throws {
    let failure = Failure(reference: document.reference, importer: "Document 1", reason: "encrypted", when: 5)
    try indexed.list(file("a", inode: 2), folder("sub", inode: 9))
    let sub = try #require(try indexed.record("/home/ann/sub")?.subdirectory)
    try indexed.store.write { transaction throws(StoreError) in
      #expect(try transaction.setFailure(failure, ifStatusIs: document.status))
      let destination = try transaction.move(document.reference, to: sub, as: file("a", inode: 2))
      #expect(try transaction.snapshot.failures().map(\.reference) == [destination])
    }
  }

  @Test func `the rows of a document are removed with it`() throws {
    var record = AttributeRecord()
    record[.title] = .string("t")
    try indexed.store.setContent(document.reference, ifStatusIs: document.status, record: record.encoded(), text: ["text"])
    try indexed.list()
    let entries = try indexed.store.statistics().bytesByTable
    #expect(entries.filter { ["attributes", "texts", "failures"].contains($0.name) }.allSatisfy { $0.entries == 0 })
  }

  @Test func `the change log lists changes, and reports that it has forgotten older ones`() throws {
    let start = try indexed.store.read { snapshot throws(StoreError) in try snapshot.latestChange() }
    try indexed.list(file("a", inode: 2, size: 99), file("fresh", inode: 50))
    let fresh = try #require(try indexed.reference("/home/ann/fresh"))
    let list = try #require(try indexed.store.read { snapshot throws(StoreError) in try snapshot.changes(since: start) })
    #expect(list.changes.map(\.sequence) == Array((start + 1)...(start + UInt64(list.changes.count))))
    #expect(list.changes.contains { $0.kind == .changed && $0.reference == document.reference })
    #expect(list.changes.contains { $0.kind == .added && $0.reference == fresh })
    #expect(list.changes.filter { $0.kind == .removed }.count == 2)
    #expect(try indexed.store.read { snapshot throws(StoreError) in try snapshot.changes(since: list.latest) }?.changes.isEmpty == true)
    try indexed.store.erase()
    #expect(try indexed.store.read { snapshot throws(StoreError) in try snapshot.changes(since: list.latest) } == nil)
  }

  @Test func `the change log does not grow when the same documents change again and again`() throws {
    let start = try indexed.store.latestChange()
    for round in 0..<20 as Range<UInt64> {
      let files = (0..<1000 as Range<UInt64>).map { file("f\($0)", inode: $0 + 100, size: round + 1) }
      try indexed.store.write { transaction throws(StoreError) in _ = try transaction.reconcile(indexed.directory, with: files) }
      _ = try IndexedTexts.maintain(indexed.store)
    }
    let latest = try indexed.store.latestChange()
    try #require(latest - start >= 20_000)
    let changes = try indexed.store.read { snapshot throws(StoreError) in
      (try snapshot.changes(since: latest - 16_384), try snapshot.changes(since: latest - 19_000))
    }
    #expect(changes.0 != nil)
    #expect(changes.1 == nil)
  }
}

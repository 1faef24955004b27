// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Testing
import TestSupport

@testable import IndexStore

/// The size of a store after most of its contents were removed.
@Suite struct ShrinkingTests {
  /// Number of documents of the larger store. A tenth of them is removed one by one, and two tenths
  /// with their folders.
  private static let documents = getenv("SEARCHLIGHT_SHRINKING").flatMap { Int(String(cString: $0)) } ?? 20_000
  private static let perFolder = 200

  private func name(_ number: Int) -> String { "\(["report", "IMG", "letter to", "index"][number % 4])_\(number * 7919 % 100_000).txt" }

  /// Creates a store with some of the documents, each with a short text, like a crawl and a content
  /// indexer.
  private func make(_ path: String, where isWanted: (Int) -> Bool) throws -> Store {
    let store = try Store.open(path, .write(creating: true))
    for first in stride(from: 0, to: Self.documents, by: Self.perFolder) {
      let numbers = (first..<first + Self.perFolder).filter(isWanted)
      if numbers.isEmpty { continue }
      let added = try store.write { transaction throws(StoreError) in
        let directory = try transaction.directory(for: bytes("/data/folder \(first)"), creating: true) ?? .root
        return try transaction.reconcile(directory, with: numbers.map { file(name($0), inode: UInt64($0 + 10)) }).added
      }
      let run = try TextSegmentWriter(for: store)
      var textDocuments: [TextSegmentWriter.Document] = []
      for (number, reference) in zip(numbers, added) {
        var random = SeededGenerator(seed: UInt64(number))
        textDocuments.append(try run.beginDocument(reference.document))
        let words = (0..<40).map { _ in "word\(Int.random(in: 0..<5000, using: &random))" }
        try run.add(bytes(words.joined(separator: " ")).span)
      }
      try run.finish()
      try store.write { transaction throws(StoreError) in
        try transaction.add(run)
        for (reference, textDocument) in zip(added, textDocuments) {
          guard let status = try transaction.snapshot.record(of: reference)?.status else { continue }
          _ = try transaction.setContent(reference, ifStatusIs: status, record: [], type: nil, textChunks: 0, text: textDocument)
        }
      }
    }
    return store
  }

  private func size(_ store: Store) throws -> Int { try Store.contents(store.path).reduce(0) { $0 + $1.bytes } }

  @Test func `a store from which documents were removed is as small as one that never had them`() throws {
    let temporary = TemporaryFolder()
    let isKept = { (number: Int) in number % 10 != 3 && number / Self.perFolder % 10 > 1 }
    let store = try make(temporary.path + "/store", where: { _ in true })
    _ = try IndexedTexts.maintain(store)
    let before = try size(store)
    for first in stride(from: 0, to: Self.documents, by: Self.perFolder) {
      try store.write { transaction throws(StoreError) in
        guard let directory = try transaction.directory(for: bytes("/data/folder \(first)"), creating: false) else { return }
        if !isKept(first), !isKept(first + 1) { return try transaction.removeTree(directory) }
        let files = (first..<first + Self.perFolder).filter(isKept).map { file(name($0), inode: UInt64($0 + 10)) }
        _ = try transaction.reconcile(directory, with: files)
      }
    }
    while try !store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 500) }) {}
    _ = try IndexedTexts.maintain(store)
    let fresh = try make(temporary.path + "/fresh", where: isKept)
    _ = try IndexedTexts.maintain(fresh)
    let (after, wanted) = (try size(store), try size(fresh))
    #expect(Double(after) <= Double(wanted) * 1.1, "\(before) bytes became \(after), in textDocument of \(wanted)")
    #expect(after < before)
    #expect(try store.count(Query(parsing: "kMDItemFSName == \"*.txt\"")) == fresh.count(Query(parsing: "kMDItemFSName == \"*.txt\"")))
    #expect(try store.verify().isEmpty)
    Attachment.record("\(Self.documents) documents: \(before) bytes, \(after) after the removal, \(wanted) built fresh", named: "sizes.txt")
  }
}

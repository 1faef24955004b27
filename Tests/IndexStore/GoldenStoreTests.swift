// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Segments
import Testing

@testable import IndexStore

/// A store of files for each pair of formats; see ``KeptStore``.
@Suite(.serialized) struct GoldenStoreTests {
  /// Queries, and the paths that they find.
  private static let answers: [(query: String, paths: [String])] = [
    ("kMDItemFSName == \"f2-1*\"", ["/d/r2/f2-1.txt", "/d/r2/f2-10.txt", "/d/r2/f2-11.txt"]),
    ("kMDItemTitle == \"title OF f1-3.txt\"c", ["/d/r1/f1-3.txt"]),
    ("kMDItemFSSize == 10 && kMDItemFSName == f0-7.txt", ["/d/r0/f0-7.txt"]),
    ("kMDItemTextContent == number301", ["/d/r2/f2-1.txt"]), ("kMDItemTextContent == \"words of number402\"", ["/d/r3/f3-2.txt"]),
    ("kMDItemTextContent == common && kMDItemFSName == \"*-9.txt\"", (0...3).map { "/d/r\($0)/f\($0)-9.txt" }),
  ]

  private func expectAnswers(of store: Store) throws {
    for (query, paths) in Self.answers {
      let found = try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted()
      #expect(found == paths, "\(query)")
    }
    #expect(try store.verify().isEmpty)
  }

  /// Adds a document, and maintains the store.
  private func expectWritable(_ store: Store) throws {
    try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/d/new"), creating: true) ?? .root
      _ = try transaction.reconcile(directory, with: [file("added.txt", inode: 9000)])
    }
    try store.indexPending()
    _ = try IndexedTexts.maintain(store)
    let found = try store.search(Query(parsing: "kMDItemFSName == added.txt")).hits()
    #expect(found.map { String(decoding: $0.path, as: UTF8.self) } == ["/d/new/added.txt"])
    #expect(try store.verify().isEmpty)
  }

  @Test func `each pair of formats has a store`() throws {
    let kept = KeptStore.current(.files)
    if getenv("RECORD_SNAPSHOTS") != nil { try kept.pack(from: IndexedTexts().temporary) }
    #expect(access(kept.path, R_OK) == 0, "there is no store of the present formats; KeptStore tells how to make one")
  }

  @Test func `a store of the present formats can be opened, searched and written`() throws {
    let texts = try IndexedTexts(unpacking: .current(.files))
    let store = try Store.open(texts.path, .write(creating: false))
    try expectAnswers(of: store)
    try expectWritable(store)
    try expectAnswers(of: store)
  }

  @Test(arguments: KeptStore.all(.files).filter { $0.catalog == Store.format && $0.segments < SegmentReader.formatVersion })
  func `segments of an earlier format are rebuilt from the catalog`(kept: KeptStore) throws {
    let texts = try IndexedTexts(unpacking: kept)
    let store = try Store.open(texts.path, .write(creating: false))
    let works = try IndexedTexts.maintain(store)
    #expect(works.contains { if case .repaired = $0 { true } else { false } })
    // Texts that are not in the catalog are read from their files.
    try texts.readTexts(store) { $0.content == .textPending }
    try expectAnswers(of: store)
    try expectWritable(store)
  }

  @Test(arguments: KeptStore.all(.files).filter { $0.catalog < Store.format })
  func `a catalog of an earlier format is rejected with its number, and set aside`(kept: KeptStore) throws {
    let texts = try IndexedTexts(unpacking: kept)
    let refusal = StoreError.olderFormat(path: texts.path, found: kept.catalog)
    for access in [.read, .write(creating: false), .write(creating: true)] as [Store.Access] {
      #expect(throws: refusal) { try Store.open(texts.path, access) }
    }
    try Store.setAside(texts.path)
    let store = try Store.open(texts.path, .write(creating: true))
    #expect(try store.search(.init(.constant(true))).isEmpty)
    try expectWritable(store)
  }
}

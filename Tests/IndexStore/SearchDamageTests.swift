// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Testing

@testable import IndexStore

/// Damaged segments never lead to wrong results. Data that is in the catalog is read there; a
/// search for other data fails.
@Suite struct SearchDamageTests {
  enum Damage: CaseIterable { case bytesChanged, cutShort, lost }

  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }

  /// Creates documents, and damages the segments of one layer before they are opened.
  private func documents(_ seed: UInt64, damaging layer: SegmentLayer, _ damage: Damage) throws -> [ModelDocument] {
    let (documents, segments) = try {
      let indexed = try IndexedFolder()
      let tree = try ModelTree(indexed, seed: seed)
      try tree.store.indexPending()
      let segments = try tree.store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
      #expect(rename(tree.store.path, path) == 0)
      return (tree.documents, segments.filter { $0.layer == layer })
    }()
    try #require(!segments.isEmpty)
    for segment in segments { try Self.damage(segment.id.path(in: path), damage) }
    return documents
  }

  private static func damage(_ segment: String, _ damage: Damage) throws {
    switch damage {
    case .lost: #expect(unlink(segment) == 0)
    case .cutShort: #expect(truncate(segment, 100) == 0)
    case .bytesChanged:
      let file = open(segment, O_RDWR)
      defer { close(file) }
      let length = lseek(file, 0, SEEK_END)
      // One byte of every fourth block.
      for offset in stride(from: 20, to: max(21, length - 500), by: 32 * 1024) {
        var byte: UInt8 = 0
        #expect(pread(file, &byte, 1, offset) == 1)
        byte ^= 0x55
        #expect(pwrite(file, &byte, 1, offset) == 1)
      }
    }
  }

  private func markers() -> [String] { TemporaryFolder.names(in: path + "/segments").filter { $0.hasSuffix(".damaged") } }

  @Test(arguments: Damage.allCases, 0..<2 as Range<UInt64>)
  func `without the attributes layer, every document is evaluated`(damage: Damage, seed: UInt64) throws {
    let documents = try documents(seed, damaging: .attributes, damage)
    let store = try Store.open(path, .write(creating: false))
    var predicates = RandomPredicates(seed: seed, about: documents)
    for _ in 0..<24 {
      let text = predicates.predicate().description
      let predicate = CompiledPredicate(try Query(parsing: text), in: .current())
      let expected = try documents.filter { try predicate.matches($0) }.map(\.path)
      #expect(Set(try store.search(predicate).hits().map(\.path)) == Set(expected), "\(text)")
      #expect(try store.count(predicate) == expected.count, "\(text)")
      #expect(try store.search(predicate, limit: 3).hits() == Array(try store.search(predicate).hits().prefix(3)), "\(text)")
      let folder = bytes("/home/ann")
      #expect(try store.count(predicate, within: [folder]) == expected.count, "\(text)")
    }
    let query = CompiledPredicate(try Query(parsing: "kMDItemFSName == \"*a*\"c"), in: .current())
    #expect(try store.explain(query).isScan)
    #expect(!markers().isEmpty)
  }

  @Test(arguments: Damage.allCases)
  func `without the text layer, only searches for text fail`(damage: Damage) throws {
    let documents = try documents(3, damaging: .text, damage)
    let store = try Store.open(path, .write(creating: false))
    let names = CompiledPredicate(try Query(parsing: "kMDItemFSName == \"*a*\"c"), in: .current())
    #expect(try store.count(names) == (try documents.filter { try names.matches($0) }.count))
    #expect(markers().isEmpty)
    let text = CompiledPredicate(try Query(parsing: "kMDItemTextContent == \"paris\"c"), in: .current())
    let error = #expect(throws: StoreError.self) { try store.search(text) }
    switch (damage, error) {
    case (.lost, .outdatedSnapshot), (.cutShort, .damagedSegment), (.bytesChanged, .damagedSegment): break
    default: Issue.record("\(damage): \(String(describing: error))")
    }
    #expect(!markers().isEmpty)
    #expect(throws: StoreError.self) { try store.matches(text, among: store.search(names).references()) }
  }

  @Test func `a search is retried if segments were merged meanwhile`() throws {
    let store = try Store.open(path, .write(creating: true))
    var seen: [String?] = []
    let result = try store.retrying { missing throws(StoreError) in
      seen.append(missing)
      if seen.count < 3 { throw StoreError.outdatedSnapshot(path: "segment \(seen.count)") }
      return 7
    }
    #expect(result == 7 && seen == [nil, "segment 1", "segment 2"])
    #expect(throws: StoreError.outdatedSnapshot(path: "lost")) {
      try store.retrying { _ throws(StoreError) in throw StoreError.outdatedSnapshot(path: "lost") }
    }
  }

  /// Only damage makes a directory its own ancestor.
  @Test func `a cycle of directories does not hang a search`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(folder("a", inode: 2))
    let directory = try #require(try indexed.record("/home/ann/a")?.subdirectory)
    try indexed.list(folder("b", inode: 3), file("x", inode: 4), in: directory)
    let inner = try #require(try indexed.record("/home/ann/a/b")?.subdirectory)
    try indexed.list(file("y", inode: 5), in: inner)
    try indexed.store.indexPending()
    try indexed.store.write { transaction throws(StoreError) in
      guard var record = try transaction.snapshot.directoryRecord(directory) else { return }
      record.parent = inner
      try transaction.putDirectory(record)
    }
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a"])
  }
}

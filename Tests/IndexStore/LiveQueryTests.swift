// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore

/// After each update, a live query has the results of a search, and reports the changes.
@Suite struct LiveQueryTests {
  @Test(arguments: (0..<12 as Range<UInt64>).sampled(every: 2))
  func `the results follow the store`(seed: UInt64) throws {
    let indexed = try IndexedFolder()
    let tree = try ModelTree(indexed, seed: seed)
    var predicates = RandomPredicates(seed: seed, about: tree.documents)
    var queries: [(text: String, query: LiveQuery)] = []
    for number in 0..<12 {
      let text = predicates.predicate().description
      let scope = number % 4 == 3 ? [tree.random.element(of: tree.documents).path] : []
      let predicate = CompiledPredicate(try Query(parsing: text), in: .current())
      queries.append(
        ("\(text) within \(scope.map { String(decoding: $0, as: UTF8.self) })", try LiveQuery(predicate, within: scope, in: tree.store)))
      #expect(queries[number].query.hits == (try tree.store.search(predicate, within: scope).hits()))
    }
    defer { withExtendedLifetime(indexed) {} }
    for step in 0..<12 {
      for _ in 0..<(1 + step % 4) { try tree.change() }
      if step == 5 { try tree.store.indexPending() }
      if step == 8 { while try !tree.store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 5) }) {} }
      for number in queries.indices {
        try Self.check(&queries[number].query, "seed \(seed), step \(step): \(queries[number].text)", tree.store)
      }
    }
  }

  private static func check(_ query: inout LiveQuery, _ what: String, _ store: Store) throws {
    var paths = Set(query.hits.map(\.path))
    let changes = try query.update(from: store)
    let expected = (try store.search(query.predicate, within: query.paths).hits())
    #expect(query.hits == expected, "\(what)")
    #expect(query.count == expected.count)
    for hit in changes.removed { #expect(paths.remove(hit.path) != nil, "\(what)") }
    for hit in changes.added { #expect(paths.insert(hit.path).inserted, "\(what)") }
    #expect(paths == Set(expected.map(\.path)), "\(what)")
    #expect(Set(changes.updated.map(\.path)).isSubset(of: paths), "\(what)")
    #expect(try query.update(from: store).isEmpty, "\(what)")
  }

  @Test func `an update is reported if nothing else changes`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(file("a.txt", inode: 2), file("b.txt", inode: 3))
    var query = try LiveQuery(CompiledPredicate(try Query(parsing: "kMDItemFSName == \"*.txt\""), in: .current()), in: indexed.store)
    try indexed.list(file("a.txt", inode: 2, size: 77), file("b.txt", inode: 3))
    let changes = try query.update(from: indexed.store)
    #expect(changes.added.isEmpty && changes.removed.isEmpty)
    #expect(changes.updated.map(\.path) == [bytes("/home/ann/a.txt")])
  }

  @Test func `hits in a renamed folder get new paths`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(folder("old", inode: 2))
    let directory = try #require(try indexed.record("/home/ann/old")?.subdirectory)
    try indexed.list(file("a.txt", inode: 3), in: directory)
    var query = try LiveQuery(CompiledPredicate(try Query(parsing: "kMDItemFSName == \"*.txt\""), in: .current()), in: indexed.store)
    try indexed.list(folder("new", inode: 2))
    let changes = try query.update(from: indexed.store)
    #expect(changes.removed.map(\.path) == [bytes("/home/ann/old/a.txt")])
    #expect(changes.added.map(\.path) == [bytes("/home/ann/new/a.txt")])
  }

  @Test func `the hits in a hidden tree are left out until it is shown again`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(folder("disk", inode: 2), file("b.txt", inode: 3))
    let disk = try #require(try indexed.record("/home/ann/disk")?.subdirectory)
    try indexed.list(folder("deep", inode: 4), in: disk)
    let deep = try #require(try indexed.record("/home/ann/disk/deep")?.subdirectory)
    try indexed.list(file("a.txt", inode: 5), in: deep)
    let predicate = CompiledPredicate(try Query(parsing: "kMDItemFSName == \"*.txt\""), in: .current())
    func search() throws -> [String] { try indexed.store.search(predicate).hits().map { String(decoding: $0.path, as: UTF8.self) } }
    let (inside, beside) = ("/home/ann/disk/deep/a.txt", "/home/ann/b.txt")
    for isInSegment in [false, true] {
      if isInSegment { try indexed.store.indexPending() }
      var query = try LiveQuery(predicate, in: indexed.store)
      #expect(try search().sorted() == [beside, inside])
      try indexed.store.write { transaction throws(StoreError) in try transaction.setHiddenTrees(HiddenTrees([disk: nil])) }
      #expect(try search() == [beside])
      #expect(try indexed.store.count(Query(parsing: "kMDItemFSName == \"*.txt\"")) == 1)
      #expect(try indexed.store.matches(predicate, among: [#require(try indexed.record(inside)?.reference)]) == [])
      #expect(try query.update(from: indexed.store).removed.map(\.path) == [bytes(inside)])
      try indexed.store.write { transaction throws(StoreError) in try transaction.setHiddenTrees(HiddenTrees()) }
      #expect(try search().sorted() == [beside, inside])
      #expect(try query.update(from: indexed.store).added.map(\.path) == [bytes(inside)])
    }
    #expect(try indexed.store.verify().isEmpty)
  }

  @Test func `documents to read on a hidden disk are counted for themselves`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(folder("disk", inode: 2), file("b.txt", inode: 3), file("c.txt", inode: 4))
    let disk = try #require(try indexed.record("/home/ann/disk")?.subdirectory)
    try indexed.list(file("a.txt", inode: 5), in: disk)
    for path in ["/home/ann/c.txt", "/home/ann/disk/a.txt"] {
      let reference = try #require(try indexed.record(path)?.reference)
      try indexed.store.write { transaction throws(StoreError) in _ = try transaction.setContentState(reference, .textPending) }
    }
    func counts() throws -> [Int] {
      let counts = try indexed.store.read { snapshot throws(StoreError) in try snapshot.pendingCounts() }
      return [counts.reachable, counts.reachableTexts, counts.hidden]
    }
    #expect(try counts() == [3, 2, 0])
    try indexed.store.write { transaction throws(StoreError) in try transaction.setHiddenTrees(HiddenTrees([disk: nil])) }
    #expect(try counts() == [2, 1, 1])
  }

  /// A mount point that was removed.
  @Test func `the document of a hidden directory is left out, too`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(folder("disk", inode: 2), file("disk.txt", inode: 3))
    let record = try #require(try indexed.record("/home/ann/disk"))
    let disk = try #require(record.subdirectory)
    let predicate = CompiledPredicate(try Query(parsing: "kMDItemFSName == \"disk*\""), in: .current())
    let both = ["/home/ann/disk", "/home/ann/disk.txt"]
    for isInSegment in [false, true] {
      if isInSegment { try indexed.store.indexPending() }
      var query = try LiveQuery(predicate, in: indexed.store)
      for document in [record.reference.document, nil] {
        try indexed.store.write { transaction throws(StoreError) in try transaction.setHiddenTrees(HiddenTrees([disk: document])) }
        let expected = document == nil ? both : ["/home/ann/disk.txt"]
        #expect(try indexed.store.search(predicate).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted() == expected)
        #expect(try indexed.store.count(predicate) == expected.count)
        #expect(try indexed.store.matches(predicate, among: [record.reference]).count == expected.count - 1)
        #expect(try indexed.store.ranked(RankedQuery("disk ")).count == expected.count)
        let change = try query.update(from: indexed.store)
        #expect((document == nil ? change.added : change.removed).map(\.path) == [bytes("/home/ann/disk")])
      }
    }
  }

  /// The change log of the new store does not contain the removals.
  @Test func `a store that was erased has no hits`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(file("a.txt", inode: 2))
    var query = try LiveQuery(CompiledPredicate(.constant(true)), in: indexed.store)
    #expect(query.count == 2)
    try indexed.store.erase()
    #expect(try query.update(from: indexed.store).removed.count == 2)
    #expect(query.count == 0)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `documents that are tested one by one match as in a search`(seed: UInt64) throws {
    let indexed = try IndexedFolder()
    let tree = try ModelTree(indexed, seed: seed)
    defer { withExtendedLifetime(indexed) {} }
    try tree.store.indexPending()
    for _ in 0..<10 { try tree.change() }
    var predicates = RandomPredicates(seed: seed, about: tree.documents)
    let all = try tree.store.read { snapshot throws(StoreError) in
      var references: [DocumentReference] = []
      try snapshot.forEachDocument { row throws(StoreError) in
        references.append(row.reference)
        return true
      }
      return references
    }
    for _ in 0..<24 {
      let text = predicates.predicate().description
      let predicate = CompiledPredicate(try Query(parsing: text), in: .current())
      let found = try tree.store.search(predicate).references()
      #expect(try tree.store.matches(predicate, among: all.reversed()) == found, "seed \(seed): \(text)")
      let some = all.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
      #expect(try tree.store.matches(predicate, among: some) == some.filter(Set(found).contains), "seed \(seed): \(text)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import Testing

@testable import IndexStore

@Suite struct ReconciliationTests {
  let indexed: IndexedFolder

  init() throws { indexed = try IndexedFolder() }

  private func isUnchanged(_ listing: [ListedFile]) throws -> Bool {
    try indexed.store.read { snapshot throws(StoreError) in
      try snapshot.isUnchanged(indexed.directory, with: listing.count) { listing[$0] }
    }
  }

  @Test func `entries of a first listing are added in its order`() throws {
    let result = try indexed.list(file("b", inode: 2), folder("sub", inode: 3), file("a", inode: 4))
    #expect(result.added.map(\.document) == result.added.map(\.document).sorted())
    #expect(result.pending.count == 2)
    #expect(result.subdirectories.map(\.name) == [bytes("sub")])
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a", "/home/ann/b", "/home/ann/sub"])
  }

  private func add(_ part: [ListedFile], after last: DocumentReference?, completing total: Int? = nil) throws -> Reconciliation? {
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.addFirst(part, to: indexed.directory, after: last, completing: total)
    }
  }

  @Test func `a first listing in parts gives the same result as the whole listing`() throws {
    let listing = [file("a", inode: 2), folder("b", inode: 3), file("c", inode: 4), file("d", inode: 5)]
    let first = try #require(try add(Array(listing[..<2]), after: nil))
    #expect(first.added.count == 2 && first.subdirectories.map(\.name) == [bytes("b")])
    #expect(try !isUnchanged(listing))
    let second = try #require(try add(Array(listing[2...]), after: first.added.last, completing: 4))
    #expect(second.added.count == 2 && second.pending.count == 2)
    #expect(try isUnchanged(listing))
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a", "/home/ann/b", "/home/ann/c", "/home/ann/d"])
    // The directory now counts as listed.
    #expect(try add([file("e", inode: 6)], after: second.added.last) == nil)
    #expect(try indexed.store.verify().isEmpty)
  }

  @Test func `entries that exist but are not listed stay as they are`() throws {
    try indexed.list(file("a", inode: 2), folder("b", inode: 3), file("c", inode: 4))
    let before = try indexed.record("/home/ann/b")
    let result = try indexed.store.write { transaction throws(StoreError) in
      // The name is new, and the inode number is that of the kept folder.
      try transaction.reconcile(indexed.directory, with: [folder("d", inode: 3)], keeping: [bytes("b"), bytes("unknown")])
    }
    #expect(result.removed.count == 2 && result.added.count == 1)
    #expect(try indexed.record("/home/ann/b") == before)
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/b", "/home/ann/d"])
    #expect(try indexed.store.verify().isEmpty)
  }

  @Test func `an incomplete first listing is completed by the next one`() throws {
    let first = try #require(try add([file("a", inode: 2), folder("b", inode: 3)], after: nil))
    let result = try indexed.list(file("a", inode: 2), folder("b", inode: 3), file("c", inode: 4))
    #expect(result.unchanged == 2 && result.added.count == 1 && result.removed.isEmpty)
    #expect(result.subdirectories.map(\.id) == first.subdirectories.map(\.id))
  }

  @Test func `parts of a listing are rejected if another process wrote to the directory`() throws {
    let first = try #require(try add([file("a", inode: 2)], after: nil))
    // Simulates another program that lists the same directory.
    #expect(try add([file("a", inode: 2)], after: nil) == nil)
    try indexed.store.write { transaction throws(StoreError) in
      _ = try transaction.update(indexed.directory, entry: file("b", inode: 3))
    }
    #expect(try add([file("b", inode: 3)], after: first.added.last, completing: 2) == nil)
    let result = try indexed.list(file("a", inode: 2), file("b", inode: 3))
    #expect(result.isUnchanged && result.unchanged == 2)
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a", "/home/ann/b"])
  }

  @Test(arguments: [false, true]) func `an unchanged listing is recognised and writes nothing`(isSorted: Bool) throws {
    try indexed.list(file("b", inode: 3), folder("d", inode: 4))
    // These entries are added last, so listing order and stored order differ.
    try indexed.list(file("a", inode: 2), file("b", inode: 3), file("c", inode: 5), folder("d", inode: 4))
    var listing = [file("a", inode: 2), file("b", inode: 3), file("c", inode: 5), folder("d", inode: 4)]
    #expect(try isUnchanged(listing))
    if !isSorted { listing.reverse() }
    let before = try indexed.store.statistics().transaction
    let (result, rows) = try indexed.store.write { transaction throws(StoreError) in
      (try transaction.reconcile(indexed.directory, with: listing), transaction.pending.rowsWritten)
    }
    #expect(result.isUnchanged && result.unchanged == 4 && rows == 0)
    #expect(result.pending.count == 3 && result.subdirectories.map(\.name) == [bytes("d")])
    #expect(try indexed.store.statistics().transaction == before)
  }

  @Test(arguments: [
    [file("a", inode: 2)], [file("a", inode: 2), file("b", inode: 9)], [file("a", inode: 2), file("c", inode: 3)],
    [file("a", inode: 2), file("b", inode: 3, size: 11)], [file("a", inode: 2), file("b", inode: 3), file("c", inode: 4)],
    [file("b", inode: 3), file("b", inode: 3)], [],
  ])
  func `a changed listing is recognised`(listing: [ListedFile]) throws {
    try indexed.list(file("a", inode: 2), file("b", inode: 3))
    #expect(try !isUnchanged(listing))
  }

  @Test func `a rename within the directory keeps the document and its content`() throws {
    try indexed.list(file("old", inode: 2), file("other", inode: 3))
    let before = try #require(try indexed.record("/home/ann/old"))
    try indexed.store.write { transaction throws(StoreError) in
      #expect(try transaction.setContent(before.reference, ifStatusIs: before.status, record: [], type: nil, textChunks: 0))
    }
    var renamed = file("new", inode: 2)
    renamed.status.changed += 5
    let result = try indexed.list(renamed, file("other", inode: 3))
    #expect(result.changed == [before.reference] && result.added.isEmpty && result.removed.isEmpty && result.pending.count == 1)
    #expect(try indexed.record("/home/ann/new")?.content == .current)
  }

  @Test func `another file under the same name is the same document with content to read`() throws {
    try indexed.list(file("letter", inode: 2))
    let before = try #require(try indexed.record("/home/ann/letter"))
    let result = try indexed.list(file("letter", inode: 77, size: 12))
    #expect(result.changed == [before.reference])
    #expect(result.pending == [before.reference])
  }

  @Test func `a reused inode number with another birth time is another document`() throws {
    try indexed.list(file("old", inode: 2))
    var reused = file("new", inode: 2)
    reused.status.born += 1
    let result = try indexed.list(reused)
    #expect(result.added.count == 1 && result.removed.count == 1)
  }

  @Test func `a file that replaces a directory removes its tree`() throws {
    try indexed.list(folder("thing", inode: 2))
    let sub = try #require(try indexed.record("/home/ann/thing")?.subdirectory)
    try indexed.list(file("inner", inode: 3), in: sub)
    let result = try indexed.list(file("thing", inode: 4))
    #expect(result.removed.count == 1 && result.added.count == 1)
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/thing"])
  }

  @Test func `a removed tree disappears from results immediately and from the catalog after sweeping`() throws {
    try indexed.list(folder("sub", inode: 2), file("kept", inode: 3))
    let sub = try #require(try indexed.record("/home/ann/sub")?.subdirectory)
    try indexed.list(folder("deep", inode: 4), file("x", inode: 5), in: sub)
    let deep = try #require(try indexed.record("/home/ann/sub/deep")?.subdirectory)
    try indexed.store.write { transaction throws(StoreError) in
      _ = try transaction.reconcile(deep, with: (0..<100).map { file("f\($0)", inode: 100 + $0) })
    }
    try indexed.list(file("kept", inode: 3))
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/kept"])
    var steps = 0
    while try !indexed.store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 30) }) { steps += 1 }
    #expect(steps >= 3)
    let counts = try indexed.store.read { snapshot throws(StoreError) in try snapshot.counts() }
    #expect(counts.documents == 2 && counts.directories == 2)
    #expect(try indexed.store.statistics().bytesByTable.first { $0.name == "documents" }?.entries == 2)
  }

  @Test func `renaming or moving a directory of any size writes few rows`() throws {
    try indexed.list(folder("big", inode: 2), folder("elsewhere", inode: 3))
    let big = try #require(try indexed.record("/home/ann/big"))
    let elsewhere = try #require(try indexed.record("/home/ann/elsewhere")?.subdirectory)
    let bigDirectory = try #require(big.subdirectory)
    try indexed.store.write { transaction throws(StoreError) in
      _ = try transaction.reconcile(bigDirectory, with: (0..<100_000).map { file("f\($0)", inode: 1000 + $0) })
    }
    let inner = try #require(try indexed.reference("/home/ann/big/f99999"))
    let rows = try indexed.store.write { transaction throws(StoreError) in
      let moved = try transaction.move(big.reference, to: elsewhere, as: folder("large", inode: 2))
      #expect(moved?.document == big.document)
      return transaction.pending.rowsWritten
    }
    #expect(rows <= 6)
    #expect(try indexed.path(inner) == "/home/ann/elsewhere/large/f99999")
    #expect(try indexed.reference("/home/ann/elsewhere/large/f99999") == inner)
    #expect(try indexed.reference("/home/ann/big") == nil)
  }

  @Test func `a tree that was indexed before its parent becomes part of the parent's tree`() throws {
    let inner = try indexed.store.write { transaction throws(StoreError) in
      let inner = try transaction.directory(for: bytes("/home/ann/a/b"), creating: true) ?? .root
      _ = try transaction.reconcile(inner, with: [file("x", inode: 5)])
      return inner
    }
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a/b/x"])
    try indexed.list(folder("a", inode: 2))
    let middle = try #require(try indexed.record("/home/ann/a")?.subdirectory)
    let result = try indexed.list(folder("b", inode: 3), in: middle)
    #expect(result.subdirectories.map(\.id) == [inner])
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a", "/home/ann/a/b", "/home/ann/a/b/x"])
  }

  @Test func `an ancestor without a document is removed with its tree`() throws {
    try indexed.list(folder("a", inode: 2))
    try indexed.store.write { transaction throws(StoreError) in
      let inner = try transaction.directory(for: bytes("/home/ann/a/b/c"), creating: true) ?? .root
      _ = try transaction.reconcile(inner, with: [file("x", inode: 5)])
    }
    try indexed.list()
    #expect(try indexed.store.write { transaction throws(StoreError) in try transaction.sweep(limit: 1000) })
    #expect(try indexed.paths() == ["/home/ann"])
    #expect(try indexed.store.statistics().bytesByTable.first { $0.name == "ancestors" }?.entries == 1)
    #expect(try indexed.store.read { snapshot throws(StoreError) in try snapshot.counts() }.documents == 1)
  }

  // MARK: Moves

  @Test func `saving by replacing keeps the document that was replaced`() throws {
    try indexed.list(file("letter", inode: 2), file("letter.tmp", inode: 3, size: 30))
    let letter = try #require(try indexed.reference("/home/ann/letter"))
    let temporary = try #require(try indexed.reference("/home/ann/letter.tmp"))
    try indexed.store.write { transaction throws(StoreError) in
      let document = try transaction.move(temporary, to: indexed.directory, as: file("letter", inode: 3, size: 30))
      #expect(document == letter)
    }
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/letter"])
    #expect(try indexed.record("/home/ann/letter")?.status.size == 30)
    #expect(try indexed.record("/home/ann/letter")?.content == .pending)
  }

  @Test func `a file that was listed at its destination before the move keeps its identity`() throws {
    try indexed.list(folder("sub", inode: 9), file("a", inode: 2))
    let old = try #require(try indexed.reference("/home/ann/a"))
    let sub = try #require(try indexed.record("/home/ann/sub")?.subdirectory)
    try indexed.list(file("moved", inode: 2), in: sub)
    try indexed.store.write { transaction throws(StoreError) in
      #expect(try transaction.move(old, to: sub, as: file("moved", inode: 2))?.document == old.document)
    }
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/sub", "/home/ann/sub/moved"])
  }

  @Test func `an impossible file name is rejected`() throws {
    for name in ["", "a/b", String(repeating: "x", count: 256), "nul\0"] {
      #expect(throws: StoreError.invalidName(bytes(name))) { try indexed.list(file(name, inode: 2)) }
    }
  }
}

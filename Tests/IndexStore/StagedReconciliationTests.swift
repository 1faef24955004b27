// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import IndexStore

/// Reconciliation with a listing that arrives in parts.
@Suite struct StagedReconciliationTests {
  let indexed: IndexedFolder

  init() throws { indexed = try IndexedFolder() }

  /// Reconciles a directory with a listing, as a crawl does.
  ///
  /// - Parameters:
  ///   - between: Called after each part with the number of parts so far.
  /// - Returns: The sum of all changes, and the largest number of documents that were held.
  @discardableResult
  static func list(
    _ listing: [ListedFile], in directory: DirectoryID, of store: Store, partLength: Int, isNamesOnly: Bool = false,
    keeping kept: Set<[UInt8]> = [], between: (Int) throws -> Void = { _ in }
  ) throws -> (sum: Reconciliation, held: Int) {
    var sum = Reconciliation()
    var held = 0
    func add(_ result: Reconciliation) {
      sum.added += result.added
      sum.changed += result.changed
      sum.removed += result.removed
      sum.subdirectories += result.subdirectories
      sum.unchanged += result.unchanged
    }
    let sorted = listing.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    var staged = try store.read { snapshot throws(StoreError) in try snapshot.reconciliation(of: directory, keeping: kept) }
    for (number, start) in stride(from: 0, to: sorted.count, by: partLength).enumerated() {
      let part = Array(sorted[start..<min(start + partLength, sorted.count)])
      var rest = sorted.map { ListedName(bytes: $0.name, kind: $0.status.kind) }[...]
      let unchanged = try store.read { snapshot throws(StoreError) in
        try snapshot.unchanged(part, &staged, isNamesOnly: isNamesOnly) {
          defer { rest = rest.dropFirst(partLength) }
          return Array(rest.prefix(partLength))
        }
      }
      if let unchanged {
        add(unchanged)
      } else {
        let before = staged
        let (result, after) = try store.write { transaction throws(StoreError) in
          var staged = before
          return (try transaction.reconcile(part, &staged, isNamesOnly: isNamesOnly), staged)
        }
        staged = after
        add(result)
      }
      held = max(held, staged.heldDocuments)
      try between(number + 1)
    }
    var last: DocumentReference?
    while true {
      let unlisted = try store.read { snapshot throws(StoreError) in try staged.unlisted(after: last, limit: partLength, in: snapshot) }
      if unlisted.isEmpty { break }
      try store.write { transaction throws(StoreError) in for document in unlisted { try transaction.remove(document) } }
      sum.removed += unlisted
      last = unlisted.last
    }
    try store.write { transaction throws(StoreError) in
      try transaction.complete(staged, entries: sorted.count, isNamesOnly: isNamesOnly)
    }
    return (sum, held)
  }

  @discardableResult
  private func list(
    _ entries: ListedFile..., partLength: Int = 2, isNamesOnly: Bool = false, keeping kept: Set<[UInt8]> = [],
    between: (Int) throws -> Void = { _ in }
  ) throws -> Reconciliation {
    try Self.list(
      entries, in: indexed.directory, of: indexed.store, partLength: partLength, isNamesOnly: isNamesOnly, keeping: kept, between: between
    ).sum
  }

  @Test(arguments: 1...5)
  func `a listing in parts adds, changes and removes what the whole listing does`(partLength: Int) throws {
    let first = [file("a", inode: 2), file("b", inode: 3), file("c", inode: 4), folder("d", inode: 5)]
    let added = try Self.list(first, in: indexed.directory, of: indexed.store, partLength: partLength).sum
    #expect(added.added.count == 4 && added.subdirectories.map(\.name) == [bytes("d")])
    let second = [file("a", inode: 2), file("c", inode: 4, size: 99), folder("d", inode: 5), file("e", inode: 6)]
    let changed = try Self.list(second, in: indexed.directory, of: indexed.store, partLength: partLength).sum
    #expect((changed.unchanged, changed.added.count, changed.changed.count, changed.removed.count) == (2, 1, 1, 1))
    #expect(changed.subdirectories.map(\.id) == added.subdirectories.map(\.id))
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a", "/home/ann/c", "/home/ann/d", "/home/ann/e"])
    #expect(try indexed.store.verify().isEmpty)
  }

  /// Two stores have the same history. In one, each listing arrives in parts.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `documents are the same, whether listings are whole or in parts`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = try IndexedFolder()
    var entries: [ListedFile] = []
    var inode: UInt64 = 10
    func kindAndName() -> ListedFile {
      inode += 1
      let name = "n\(Int.random(in: 0..<24, using: &random))"
      return Int.random(in: 0..<4, using: &random) == 0 ? folder(name, inode: inode) : file(name, inode: inode)
    }
    for _ in 0..<25 {
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let new = kindAndName()
        let index = entries.indices.randomElement(using: &random)
        let isFree = !entries.contains { $0.name == new.name }
        switch (Int.random(in: 0..<6, using: &random), index) {
        case (0, let index?): entries.remove(at: index)
        case (1, let index?): if isFree { entries[index].name = new.name }
        case (2, let index?): entries[index].status.modified += 1000
        // Another entry takes the name, and the old one gets a free name.
        case (3, let index?):
          guard isFree else { break }
          var replacement = kindAndName()
          replacement.name = entries[index].name
          entries[index].name = new.name
          entries.append(replacement)
        default: if isFree { entries.append(new) }
        }
      }
      let sorted = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
      // Entries that events name come in any order.
      if Bool.random(using: &random), let entry = sorted.randomElement(using: &random) {
        for folder in [whole, indexed] {
          try folder.store.write { transaction throws(StoreError) in _ = try transaction.update(folder.directory, entry: entry) }
        }
      }
      try whole.store.write { transaction throws(StoreError) in _ = try transaction.reconcile(whole.directory, with: sorted) }
      try Self.list(sorted, in: indexed.directory, of: indexed.store, partLength: Int.random(in: 1...9, using: &random))
      #expect(try documents(of: indexed) == documents(of: whole), "seed \(seed)")
      #expect(try indexed.store.verify().isEmpty, "seed \(seed)")
    }
  }

  private func documents(of folder: IndexedFolder) throws -> [String: FileStatus] {
    try folder.store.read { snapshot throws(StoreError) in
      Dictionary(
        uniqueKeysWithValues: try snapshot.children(of: folder.directory).map {
          ("\($0.document.rawValue) \($0.subdirectory?.rawValue ?? 0) \(String(decoding: $0.name, as: UTF8.self))", $0.status)
        })
    }
  }

  @Test func `a renamed folder keeps its document although a file has its name`() throws {
    try list(folder("m", inode: 2), file("x", inode: 3))
    let before = try #require(try indexed.record("/home/ann/m"))
    try list(folder("a", inode: 2), file("m", inode: 4), file("x", inode: 3), partLength: 1)
    let after = try #require(try indexed.record("/home/ann/a"))
    #expect(after.document == before.document && after.subdirectory == before.subdirectory)
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/a", "/home/ann/m", "/home/ann/x"])
  }

  @Test func `entries that exist but are not listed stay as they are`() throws {
    try list(file("a", inode: 2), folder("b", inode: 3), file("c", inode: 4))
    let before = try indexed.record("/home/ann/b")
    // The name is new, and the inode number is that of the kept folder.
    let result = try list(folder("d", inode: 3), keeping: [bytes("b"), bytes("unknown")])
    #expect(result.removed.count == 2 && result.added.count == 1)
    #expect(try indexed.record("/home/ann/b") == before)
    #expect(try indexed.paths() == ["/home/ann", "/home/ann/b", "/home/ann/d"])
  }

  @Test(arguments: ["aa", "b", "zz"])
  func `what another program adds between two parts is neither removed nor added again`(name: String) throws {
    try list(file("a", inode: 2), file("c", inode: 4))
    let listing = [file("a", inode: 2), file("aa", inode: 5), file("b", inode: 6), file("c", inode: 4), file("d", inode: 7)]
    try Self.list(listing, in: indexed.directory, of: indexed.store, partLength: 1) { parts in
      guard parts == 2 else { return }
      try indexed.store.write { transaction throws(StoreError) in
        _ = try transaction.update(indexed.directory, entry: file(name, inode: name == "b" ? 6 : name == "aa" ? 5 : 99))
      }
    }
    let names = ["a", "aa", "b", "c", "d"] + (name == "zz" ? [name] : [])
    #expect(try indexed.paths() == ["/home/ann"] + names.map { "/home/ann/" + $0 })
    #expect(try indexed.store.verify().isEmpty)
  }

  @Test func `a document that another program moves into the directory between two parts is not added again`() throws {
    let indexed = try IndexedFolder(nameIndexThreshold: 0)
    try indexed.list(folder("sub", inode: 2))
    let sub = try #require(try indexed.record("/home/ann/sub")?.subdirectory)
    try indexed.list(file("m", inode: 3), in: sub)
    let moved = try #require(try indexed.reference("/home/ann/sub/m"))
    try indexed.list(file("c", inode: 4), folder("sub", inode: 2))
    let listing = [file("a", inode: 5), file("c", inode: 4), file("m", inode: 3), folder("sub", inode: 2)]
    try Self.list(listing, in: indexed.directory, of: indexed.store, partLength: 1) { parts in
      guard parts == 2 else { return }
      try indexed.store.write { transaction throws(StoreError) in
        _ = try transaction.move(moved, to: indexed.directory, as: file("m", inode: 3))
      }
    }
    #expect(try indexed.paths() == ["/home/ann"] + ["a", "c", "m", "sub"].map { "/home/ann/" + $0 })
    #expect(try indexed.record("/home/ann/m")?.document == moved.document)
    #expect(try indexed.store.verify().isEmpty)
  }

  @Test func `contents are removed when a directory becomes one whose names alone are indexed, and read again later`() throws {
    try list(file("a", inode: 2), file("b", inode: 3), file("c", inode: 4))
    for isNamesOnly in [true, false] {
      let entries = ["a", "b", "c"].enumerated().map { index, name in
        var entry = file(name, inode: UInt64(2 + index))
        if isNamesOnly { entry.content = .none }
        return entry
      }
      try Self.list(entries, in: indexed.directory, of: indexed.store, partLength: 2, isNamesOnly: isNamesOnly)
      for name in ["a", "b", "c"] {
        #expect(try indexed.record("/home/ann/" + name)?.content == (isNamesOnly ? ContentState.none : .pending))
      }
    }
    #expect(try indexed.store.verify().isEmpty)
  }

  /// The memory of a listing is that for the differences.
  @Test func `unchanged entries are not held`() throws {
    let listing = (0..<3000).map { file("f\(10_000 + $0)", inode: UInt64(10 + $0)) }
    func held(_ listing: [ListedFile]) throws -> Int {
      try Self.list(listing, in: indexed.directory, of: indexed.store, partLength: 100).held
    }
    #expect(try held(listing) == 0)
    #expect(try held(listing) == 0)
    // One entry has gone, and one was added.
    let changed = Array(listing.dropFirst()) + [file("new", inode: 5)]
    #expect(try held(changed) == 1)
    // The added one has the greatest name, so the order of rows is still that of names.
    #expect(try held(changed) == 0)
    #expect(try held(changed + [file("a", inode: 6)]) == 0)
    #expect(try held(changed + [file("a", inode: 6)]) == 1)
  }
}

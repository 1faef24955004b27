// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import IndexStore

/// Finding one entry of a large directory by its name.
@Suite struct NameIndexTests {
  private let indexed: IndexedFolder
  private var store: Store { indexed.store }

  init() throws { indexed = try IndexedFolder(nameIndexThreshold: 10) }

  private func update(_ entries: [ListedFile], in directory: DirectoryID? = nil) throws {
    try store.write { transaction throws(StoreError) in
      for entry in entries { _ = try transaction.update(directory ?? indexed.directory, entry: entry) }
    }
  }

  private func isNamed(_ directory: DirectoryID? = nil) throws -> Bool? {
    try store.read { snapshot throws(StoreError) in try snapshot.directoryRecord(directory ?? indexed.directory)?.isNamed }
  }

  private func rows() throws -> Int { try store.read { snapshot throws(StoreError) in try snapshot.transaction.size(of: .names).entries } }

  private func inode(_ name: String) throws -> UInt64? { try indexed.record("/home/ann/\(name)")?.status.inode }

  @Test func `a folder's names are indexed when it becomes large, and not before`() throws {
    for number in 0..<11 { try update([file("f\(number)", inode: UInt64(number + 10))]) }
    #expect(try isNamed() == false && rows() == 0)
    try update([file("f11", inode: 21)])
    #expect(try isNamed() == true && rows() == 12)
    for number in 0..<12 { #expect(try inode("f\(number)") == UInt64(number + 10)) }
    #expect(try inode("f12") == nil)
    #expect(try store.verify().isEmpty)
  }

  @Test func `the names of a long listing are indexed immediately`() throws {
    _ = try store.write { transaction throws(StoreError) in
      try transaction.reconcile(indexed.directory, with: (0..<80).map { file("f\($0)", inode: UInt64($0 + 10)) })
    }
    #expect(try isNamed() == false)
    _ = try store.write { transaction throws(StoreError) in
      try transaction.reconcile(indexed.directory, with: (0..<81).map { file("f\($0)", inode: UInt64($0 + 10)) })
    }
    #expect(try isNamed() == true && rows() == 81)
    #expect(try inode("f80") == 90)
    #expect(try store.verify().isEmpty)
  }

  @Test func `the name index follows all changes of entries`() throws {
    let other = try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/home/bob"), creating: true) ?? .root
      try transaction.markIndexed(directory, as: folder("bob", inode: 2), filesystem: .unknown)
      return directory
    }
    for directory in [nil, other] {
      try update((0..<30).map { file("f\($0)", inode: UInt64($0 + 10)) }, in: directory)
      try update([file("f0", inode: 10, size: 77)], in: directory)
      // Looking up this entry makes the directory's names indexed.
      try update([file("g", inode: 50)], in: directory)
    }
    #expect(try isNamed() == true && isNamed(other) == true && rows() == 62)
    try store.write { transaction throws(StoreError) in
      let here = indexed.directory
      // Renamed by a listing, replaced, removed, moved away, moved to the name of another entry,
      // moved within the directory.
      var listing = (0..<30).map { file("f\($0)", inode: UInt64($0 + 10)) } + [file("g", inode: 50)]
      listing[3] = file("renamed", inode: 13)
      listing[4] = file("f4", inode: 99, size: 5)
      _ = try transaction.reconcile(here, with: listing)
      try transaction.removeEntry(named: bytes("f5"), in: here)
      guard let moved = try transaction.child(named: bytes("f6"), of: here), let next = try transaction.child(named: bytes("f7"), of: here),
        let last = try transaction.child(named: bytes("f8"), of: here)
      else { throw .invalidName([]) }
      try transaction.move(moved.reference, to: other, as: file("from ann", inode: 16))
      try transaction.move(next.reference, to: other, as: file("f7", inode: 17))
      try transaction.move(last.reference, to: here, as: file("h", inode: 18))
    }
    #expect(try store.verify().isEmpty)
    for name in ["f3", "f5", "f6", "f7", "f8"] { #expect(try inode(name) == nil, "\(name)") }
    for (name, number) in [("renamed", 13), ("f4", 99), ("h", 18), ("f9", 19), ("g", 50)] { #expect(try inode(name) == UInt64(number)) }
    #expect(try indexed.record("/home/bob/from ann")?.status.inode == 16)
    #expect(try indexed.record("/home/bob/f7")?.status.inode == 17)
    try store.compact()
    #expect(try store.verify().isEmpty)
    #expect(try inode("renamed") == 13)
    try store.write { transaction throws(StoreError) in try transaction.removeTree(other) }
    while try !store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 7) }) {}
    #expect(try rows() == 28)
    #expect(try store.verify().isEmpty)
  }

  @Test func `names with equal hashes are distinguished`() throws {
    var names: [UInt32: Int] = [:]
    var twins: (Int, Int)?
    for number in 0... {
      let hash = NameIndex.hash(bytes("n\(number)").span)
      if let other = names.updateValue(number, forKey: hash) {
        twins = (other, number)
        break
      }
    }
    let (first, second) = try #require(twins)
    let third = "m\(first)"
    try update((0..<20).map { file("f\($0)", inode: UInt64($0 + 10)) })
    try update([file("n\(first)", inode: 100), file("n\(second)", inode: 101), file(third, inode: 102)])
    #expect(try isNamed() == true)
    #expect(try inode("n\(first)") == 100 && inode("n\(second)") == 101 && inode(third) == 102)
    _ = try store.write { transaction throws(StoreError) in try transaction.removeEntry(named: bytes("n\(first)"), in: indexed.directory) }
    #expect(try inode("n\(first)") == nil && inode("n\(second)") == 101)
    #expect(try store.verify().isEmpty)
  }

  @Test func `verification detects missing and surplus names`() throws {
    try update((0..<20).map { file("f\($0)", inode: UInt64($0 + 10)) })
    try update([file("last", inode: 1)])
    let reference = try #require(try indexed.reference("/home/ann/f3"))
    try store.write { transaction throws(StoreError) in
      try transaction.put(.names, NameIndex.key(reference, bytes("nobody")), [])
    }
    #expect(try store.verify() == [.corrupted(object: "the catalog's table 'names'", reason: "it has 22 rows instead of 21")])
    try store.write { transaction throws(StoreError) in
      try transaction.remove(.names, NameIndex.key(reference, bytes("nobody")))
      try transaction.remove(.names, NameIndex.key(reference, bytes("f3")))
    }
    #expect(
      try store.verify() == [
        .corrupted(object: "document \(reference.document.rawValue)", reason: "its directory's names lack it"),
        .corrupted(object: "the catalog's table 'names'", reason: "it has 20 rows instead of 21"),
      ])
  }
}

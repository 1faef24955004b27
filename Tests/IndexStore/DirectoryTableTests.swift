// SPDX-License-Identifier: Apache-2.0

import Glibc
import LMDB
import QueryLanguage
import Segments
import Testing

@testable import IndexStore

/// The directory table agrees with the catalog whatever happens to directories, and searches do not
/// depend on it.
@Suite struct DirectoryTableTests {
  let indexed: IndexedFolder
  var store: Store { indexed.store }
  /// `/home/ann/a`, `/home/ann/a/b`, `/home/ann/a/b/c`. Each except the first contains a file `x`.
  private let directories: [DirectoryID]

  init() throws {
    (indexed, directories) = try Self.build()
    try expectTable(moved: [])
  }

  private static func build() throws -> (IndexedFolder, [DirectoryID]) {
    let indexed = try IndexedFolder(directoryTableThreshold: 0)
    var directories = [indexed.directory]
    for (number, name) in ["a", "b", "c"].enumerated() {
      let file = file("x", inode: UInt64(100 + number))
      let parent = directories[number]
      let made = try indexed.list(folder(name, inode: UInt64(10 + number)), file, in: parent)
      directories.append(try #require(made.subdirectories.first?.id))
    }
    _ = try IndexedTexts.maintain(indexed.store)
    return (indexed, Array(directories.dropFirst()))
  }

  @discardableResult
  private func maintain() throws -> [Maintainer.Work] { try IndexedTexts.maintain(store) }

  private var table: SegmentRecord? { get throws { try IndexedTexts.records(store).first { $0.layer == .directories } } }

  /// Expects a listed table that, together with the list of moved directories, agrees with the
  /// catalog.
  private func expectTable(moved: [DirectoryID], _ location: SourceLocation = #_sourceLocation) throws {
    try #require(try table != nil, sourceLocation: location)
    try store.read { snapshot throws(StoreError) in
      #expect(try snapshot.movedDirectories() == moved.map(\.rawValue), sourceLocation: location)
      #expect(try snapshot.directoryTable()?.count == Int(try snapshot.counters().directoriesInTable), sourceLocation: location)
    }
    #expect(try store.verify().isEmpty, sourceLocation: location)
  }

  private func expectPaths(_ paths: [String], _ location: SourceLocation = #_sourceLocation) throws {
    let found = try indexed.paths()
    #expect(found == (["/home/ann"] + paths.map { "/home/ann/" + $0 }).sorted(), sourceLocation: location)
  }

  private static let all = ["a", "x", "a/b", "a/x", "a/b/c", "a/b/x"]

  private func move(_ path: String, to directory: DirectoryID, as name: String, inode: UInt64) throws {
    let reference = try #require(try indexed.reference(path))
    _ = try store.write { transaction throws(StoreError) in
      try transaction.move(reference, to: directory, as: folder(name, inode: inode))
    }
  }

  @Test func `paths are correct after folders are moved, renamed, removed and added`() throws {
    try expectPaths(Self.all)
    // Renamed.
    try move("/home/ann/a", to: indexed.directory, as: "aa", inode: 10)
    try expectTable(moved: [directories[0]])
    try expectPaths(["aa", "x", "aa/b", "aa/x", "aa/b/c", "aa/b/x"])
    // Moved.
    try move("/home/ann/aa/b", to: indexed.directory, as: "b", inode: 11)
    try expectTable(moved: [directories[0], directories[1]])
    try expectPaths(["aa", "x", "b", "aa/x", "b/c", "b/x"])
    // New, and removed.
    try indexed.list(folder("c", inode: 12), folder("new", inode: 50), file("x", inode: 102), in: directories[1])
    try expectPaths(["aa", "x", "b", "aa/x", "b/c", "b/new", "b/x"])
    try indexed.list(file("x", inode: 100))
    try expectPaths(["x"])
    try maintain()
    try expectTable(moved: [])
    try expectPaths(["x"])
  }

  @Test func `listing a folder again records no move`() throws {
    let before = try table
    try indexed.list(folder("a", inode: 10), file("x", inode: 100), file("y", inode: 200))
    try expectTable(moved: [])
    try maintain()
    #expect(try table == before)
  }

  @Test func `a table is not listed if a directory moved while it was written`() throws {
    let before = try table
    let work = try DirectoryTableWork(store)
    try move("/home/ann/a", to: indexed.directory, as: "aa", inode: 10)
    #expect(try !store.commit { transaction throws(StoreError) in try work.list(in: transaction) })
    #expect(try table == before)
    let again = try DirectoryTableWork(store)
    #expect(try store.commit { transaction throws(StoreError) in try again.list(in: transaction) })
    try expectTable(moved: [])
    try expectPaths(["aa", "x", "aa/b", "aa/x", "aa/b/c", "aa/b/x"])
  }

  @Test func `a table is not listed if the catalog was erased or compacted while it was written`() throws {
    let work = try DirectoryTableWork(store)
    try store.compact()
    #expect(try !store.commit { transaction throws(StoreError) in try work.list(in: transaction) })
    try expectTable(moved: [])
    let again = try DirectoryTableWork(store)
    try store.erase()
    #expect(try !store.commit { transaction throws(StoreError) in try again.list(in: transaction) })
    #expect(try table == nil)
    #expect(try store.verify().isEmpty)
  }

  @Test func `a table is dropped after very many moves, and built again`() throws {
    let folders = (0..<1001).map { folder("f\($0)", inode: UInt64(1000 + $0)) }
    let made = try store.write { transaction throws(StoreError) in try transaction.reconcile(directories[2], with: folders) }
    try maintain()
    func rename(_ numbers: Range<Int>) throws {
      try store.write { transaction throws(StoreError) in
        for number in numbers {
          _ = try transaction.move(made.added[number], to: directories[2], as: folder("g\(number)", inode: UInt64(1000 + number)))
        }
      }
    }
    try rename(0..<1000)
    try expectTable(moved: made.subdirectories.prefix(1000).map(\.id))
    try rename(1000..<1001)
    #expect(try table == nil)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.movedDirectories() }.isEmpty)
    try expectPaths(["a", "x", "a/b", "a/x", "a/b/c", "a/b/x"] + folders.indices.map { "a/b/c/g\($0)" })
    #expect(try maintain().contains(.tabledDirectories))
    try expectTable(moved: [])
  }

  enum Harm: CaseIterable { case removal, truncation, flippedRow }

  @Test(arguments: Harm.allCases)
  func `a lost or damaged table is built again, and results are correct meanwhile`(harm: Harm) throws {
    // No process has the file mapped when it is damaged.
    let (temporary, lost) = try {
      let (indexed, _) = try Self.build()
      return (indexed.temporary, try #require(try IndexedTexts.records(indexed.store).first { $0.layer == .directories }))
    }()
    let path = lost.id.path(in: temporary.path + "/store")
    var content = try readSmallFile(path, limit: 1 << 16)
    switch harm {
    case .removal: #expect(unlink(path) == 0)
    case .truncation: #expect(truncate(path, off_t(content.count / 2)) == 0)
    case .flippedRow:
      content[24] ^= 1
      try writeFile(path, content)
    }
    let store = try Store.open(temporary.path + "/store", .write(creating: false), directoryTableThreshold: 0)
    func paths() throws -> [String] { try store.search(.init(.constant(true))).hits().map { String(decoding: $0.path, as: UTF8.self) } }
    let expected = Set(["/home/ann"] + Self.all.map { "/home/ann/" + $0 })
    #expect(try Set(paths()) == expected)
    if harm != .removal {
      let damage = try store.verify()
      #expect(damage.count == 1, "\(damage)")
      #expect(try store.repair()?.segments == 1)
    }
    #expect(try IndexedTexts.maintain(store).contains(.tabledDirectories))
    let made = try IndexedTexts.records(store).filter { $0.layer == .directories }
    #expect(made.count == 1 && made[0].id != lost.id)
    #expect(try Set(paths()) == expected)
    #expect(try store.verify().isEmpty && store.unlistedSegments().isEmpty)
  }

  @Test func `verification detects a directory that differs from the table`() throws {
    try move("/home/ann/a", to: indexed.directory, as: "aa", inode: 10)
    _ = try store.write { transaction throws(StoreError) in try transaction.remove(.movedDirectories, Key(directories[0])) }
    let found = try store.verify()
    #expect(found.map(\.description).contains { $0.contains("directory \(directories[0].rawValue)") })
  }

  @Test func `a store with few directories has no table`() throws {
    let few = try IndexedFolder()
    _ = try IndexedTexts.maintain(few.store)
    #expect(try !IndexedTexts.records(few.store).contains { $0.layer == .directories })
  }
}

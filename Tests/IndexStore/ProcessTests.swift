// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Testing

@testable import IndexStore

/// Several processes on one store.
@Suite struct ProcessTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }

  /// Adds `count` batches of ten files to a folder of this writer, each in one commit.
  static func write(_ path: String, writer: Int, batches: Int) throws {
    let store = try Store.open(path, .write(creating: true))
    for batch in 0..<batches {
      try store.write { transaction throws(StoreError) in
        let directory = try transaction.directory(for: bytes("/w\(writer)"), creating: true) ?? .root
        try transaction.markIndexed(directory, as: nil, filesystem: .unknown)
        for number in 0..<10 {
          _ = try transaction.update(directory, entry: file("b\(batch)-\(number)", inode: UInt64(batch * 10 + number + 1)))
        }
      }
    }
  }

  @Test func `processes that write at the same time lose nothing`() async throws {
    let path = path
    async let first = #expect(processExitsWith: .success) { [path = path as String] in try ProcessTests.write(path, writer: 1, batches: 40)
    }
    async let second = #expect(processExitsWith: .success) { [path = path as String] in try ProcessTests.write(path, writer: 2, batches: 40)
    }
    _ = await (first, second)
    let store = try Store.open(path, .read)
    #expect(try store.search(.init(.constant(true))).count == 800)
    let documents = try store.search(.init(.constant(true))).hits().map(\.reference.document)
    #expect(Set(documents).count == 800)
  }

  @Test(arguments: [3_000, 9_000, 14_000, 21_000, 33_000, 57_000] as [UInt32])
  func `a writer that dies at any moment leaves whole commits`(microseconds: UInt32) async throws {
    let path = path
    try ProcessTests.write(path, writer: 1, batches: 1)
    // The default action of the signal ends the process at any instruction, including those of a
    // commit.
    await #expect(processExitsWith: .signal(SIGALRM)) { [path = path as String, microseconds] in
      ualarm(microseconds, 0)
      while true { try ProcessTests.write(path, writer: 1, batches: 500) }
    }
    let store = try Store.open(path, .write(creating: false))
    let found = try store.search(.init(.constant(true))).count
    #expect(found >= 10 && found.isMultiple(of: 10))
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.counts().documents } == found)
    #expect(try store.verify().isEmpty)
    try ProcessTests.write(path, writer: 2, batches: 1)
    #expect(try store.search(.init(.constant(true))).count == found + 10)
  }

  @Test func `a store is compacted while others write and read`() async throws {
    let path = path
    try ProcessTests.write(path, writer: 1, batches: 5)
    let store = try Store.open(path, .write(creating: false))
    async let writer = #expect(processExitsWith: .success) { [path = path as String] in try ProcessTests.write(path, writer: 2, batches: 60)
    }
    async let reader = #expect(processExitsWith: .success) { [path = path as String] in
      let store = try Store.open(path, .read)
      for _ in 0..<300 {
        let count = try store.search(.init(.constant(true))).count
        precondition(count >= 50 && count.isMultiple(of: 10))
      }
    }
    for _ in 0..<8 { try store.compact() }
    _ = await (writer, reader)
    #expect(try store.search(.init(.constant(true))).count == 650)
    #expect(try store.verify().isEmpty)
    #expect(TemporaryFolder.names(in: path).filter { $0.hasPrefix("catalog-") || $0.hasPrefix("retired-") } == ["catalog-0009"])
  }

  @Test func `a write inside a write stops the program with the reason`() async {
    await #expect(processExitsWith: .failure) {
      let temporary = TemporaryFolder()
      let store = try Store.open(temporary.path + "/store", .write(creating: true))
      let again = try Store.open(temporary.path + "/store", .write(creating: false))
      try store.write { _ throws(StoreError) in try again.write { _ throws(StoreError) in } }
    }
  }

  @Test func `compaction keeps all data and frees space, and erasing keeps the numbers`() throws {
    try ProcessTests.write(path, writer: 1, batches: 30)
    let store = try Store.open(path, .write(creating: false))
    let before = try store.search(.init(.constant(true))).hits().map(\.path)
    let identifier = try store.read { snapshot throws(StoreError) in try snapshot.storeIdentifier() }
    try store.compact()
    #expect(try store.search(.init(.constant(true))).hits().map(\.path) == before)
    #expect(try store.statistics().freeBytes * 4 < store.statistics().fileBytes)
    let next = try store.read { snapshot throws(StoreError) in try snapshot.counters().nextDocument }
    try store.erase()
    #expect(try store.search(.init(.constant(true))).isEmpty)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.counters().nextDocument } == next)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.storeIdentifier() } == identifier)
    try ProcessTests.write(path, writer: 3, batches: 1)
    #expect(try store.search(.init(.constant(true))).count == 10)
  }

  @Test func `a snapshot survives the compaction of its generation`() throws {
    try ProcessTests.write(path, writer: 1, batches: 3)
    let store = try Store.open(path, .write(creating: false))
    try store.read { snapshot throws(StoreError) in
      try store.compact()
      var count = 0
      try snapshot.forEachDocument { _ throws(StoreError) in
        count += 1
        return true
      }
      #expect(count == 30)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import IndexStore

@Suite struct UpdateNoticeTests {
  let temporary = TemporaryFolder()
  let name = ApplicationStore(bundle: "org.example.Notes", index: IndexName("notes"), protection: .none)
  var path: String { name.path(in: temporary.path) }

  init() throws { _ = try Store.open(path, .writeItems) }

  private func taken() throws -> [String]? { try UpdateNotice.take(for: path)?.identifiers }

  @Test func `a notice has each item once, the newest last, until it is finished`() throws {
    #expect(!UpdateNotice.isPending(for: path))
    #expect(try taken() == nil)
    try UpdateNotice.record(["a", "b"], for: path)
    try UpdateNotice.record(["c", "a"], for: path)
    #expect(try taken() == ["b", "c", "a"])
    let notice = try #require(try UpdateNotice.take(for: path))
    #expect(try UpdateNotice.take(for: path) == nil)
    // What is recorded meanwhile is for the next.
    try UpdateNotice.record(["d"], for: path)
    try notice.finish()
    #expect(try taken() == ["b", "c", "a", "d"])
    try #require(try UpdateNotice.take(for: path)).finish()
    #expect(!UpdateNotice.isPending(for: path))
  }

  @Test func `only the newest of very many items are kept`() throws {
    try UpdateNotice.record((0..<20_000).map { "\($0)" }, for: path)
    #expect(try taken()?.count == 10_000)
    #expect(try taken()?.last == "19999")
  }

  @Test(arguments: [[], [0], Array(repeating: 255, count: 40)] as [[UInt8]])
  func `a damaged notice names no items, and goes like any other`(bytes: [UInt8]) throws {
    let file = open(path + ".updated", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    try #require(write(file, bytes, bytes.count) == bytes.count)
    close(file)
    #expect(try taken() == [])
    try #require(try UpdateNotice.take(for: path)).finish()
    #expect(!UpdateNotice.isPending(for: path))
  }

  @Test func `a notice goes with its store`() throws {
    try UpdateNotice.record(["a"], for: path)
    #expect(try ApplicationStore.all(in: temporary.path) == [name])
    try name.remove(from: temporary.path)
    #expect(TemporaryFolder.names(in: temporary.path).isEmpty)
  }
}

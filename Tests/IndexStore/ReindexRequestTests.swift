// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import IndexStore

@Suite struct ReindexRequestTests {
  let temporary = TemporaryFolder()
  let name = ApplicationStore(bundle: "org.example.Notes", index: IndexName("notes"), protection: .none)
  var path: String { name.path(in: temporary.path) }
  var isPending: Bool { ReindexRequest.isPending(for: path) }

  private func makeStore() throws { _ = try Store.open(path, .writeItems) }

  @Test func `a request stays until it is finished`() throws {
    try makeStore()
    #expect(!isPending)
    #expect(try ReindexRequest.take(for: path) == nil)
    try ReindexRequest.record(for: path)
    _ = try #require(try ReindexRequest.take(for: path))
    #expect(isPending)
    try #require(try ReindexRequest.take(for: path)).finish()
    #expect(!isPending)
    #expect(try ReindexRequest.take(for: path) == nil)
  }

  @Test func `one at a time answers a request`() throws {
    try makeStore()
    try ReindexRequest.record(for: path)
    do {
      let request = try #require(try ReindexRequest.take(for: path))
      #expect(try ReindexRequest.take(for: path) == nil)
      withExtendedLifetime(request) {}
    }
    #expect(try ReindexRequest.take(for: path) != nil)
  }

  @Test func `damage during an answer needs another answer`() throws {
    try makeStore()
    try ReindexRequest.record(for: path)
    let request = try #require(try ReindexRequest.take(for: path))
    try ReindexRequest.record(for: path)
    try request.finish()
    #expect(isPending)
    try #require(try ReindexRequest.take(for: path)).finish()
    try request.finish()
    #expect(!isPending)
  }

  @Test func `a store without its catalog requests its items, and a new one does not`() throws {
    try makeStore()
    #expect(!isPending)
    unlink(path + "/CURRENT")
    try makeStore()
    #expect(isPending)
    // A request is no store.
    #expect(try ApplicationStore.all(in: temporary.path) == [name])
    try name.remove(from: temporary.path)
    #expect(!isPending)
    #expect(TemporaryFolder.names(in: temporary.path).isEmpty)
  }

  @Test func `a request changes the folder of all stores, which wakes those who watch it`() throws {
    try makeStore()
    let queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    defer { close(queue) }
    inotify_add_watch(queue, temporary.path, UInt32(IN_ATTRIB))
    try ReindexRequest.record(for: path)
    var event = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    #expect(poll(&event, 1, 0) == 1)
  }
}

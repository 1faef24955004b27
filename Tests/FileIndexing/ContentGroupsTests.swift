// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing
import Threading

@testable import FileIndexing
@testable import IndexStore

/// The times at which groups of contents are committed.
struct ContentGroupsTests {
  private let folder: ScratchFolder
  private let store: Store
  private let files: [FileRecord]
  private let order = ReadingOrder()

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    for number in 0..<20 { try folder.file("tree/\(number).txt", "number \(number)") }
    let root = Array("\(folder.path)/tree".utf8)
    _ = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
      .indexNames(of: [root]) { _ in }
    files = try store.read { snapshot throws(StoreError) in
      guard let directory = try snapshot.directory(for: root) else { return [] }
      return try snapshot.children(of: directory)
    }
    #expect(files.count == 20)
  }

  /// Limits that no test reaches.
  private func limits() -> ContentLimits {
    var limits = ContentLimits(workers: 1)
    limits.documents = 1000
    limits.time = .seconds(3600)
    limits.freshTime = .seconds(3600)
    return limits
  }

  private func groups(_ limits: ContentLimits) -> ContentGroups {
    ContentGroups(store: store, limits: limits) { [order] in order.finish($0) }
  }

  private func reading(_ index: Int, isFresh: Bool = false) -> Reading { Reading(file: files[index], isFresh: isFresh) }

  private func add(_ index: Int, to groups: ContentGroups, isFresh: Bool = false, text: String? = nil, record: [UInt8] = []) throws {
    groups.begin(reading(index, isFresh: isFresh))
    let content = ReadContent.Content(status: files[index].status, record: record)
    let text = Array((text ?? "content \(index)").utf8)
    try groups.add(ReadContent(reading: reading(index, isFresh: isFresh), outcome: .content(content)), text: text.span)
  }

  private func isCommitted(_ index: Int) throws -> Bool {
    try store.read { snapshot throws(StoreError) in try snapshot.record(of: files[index].reference)?.content == .current }
  }

  /// Calls `body` while a thread commits groups that are due.
  private func whileServing(_ groups: ContentGroups, _ body: () throws -> Void) throws {
    let failure = Monitor<String?>(nil)
    let serving = try Thread {
      do { try groups.commitWhenDue { _ in } } catch { failure.update { $0 = "\(error)" } }
    }
    defer {
      groups.end()
      serving.join()
      #expect(failure.update { $0 } == nil)
    }
    try body()
  }

  private func eventually(_ what: String, _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let store = Monitor(())
    for _ in 0..<12_000 {
      if try condition() { return }
      _ = store.wait(atMost: .milliseconds(5)) { _ in false }
    }
    Issue.record("never: \(what)", sourceLocation: sourceLocation)
  }

  @Test func `the thread that adds the last document commits a full group`() throws {
    var limits = limits()
    limits.documents = 3
    let groups = groups(limits)
    for index in 0..<2 { try add(index, to: groups) }
    #expect(try !isCommitted(0))
    try add(2, to: groups)
    #expect(try (0..<3).allSatisfy { try isCommitted($0) })
    #expect(groups.progress.done == 3)
    try add(3, to: groups)
    #expect(try !isCommitted(3))
    try groups.commitRest()
    #expect(try isCommitted(3))
    #expect(try store.documents(withText: "3") == [files[3].document])
  }

  @Test func `a group with much text is committed`() throws {
    var limits = limits()
    limits.tokenMemory = 256 << 10
    let groups = groups(limits)
    let text = String(repeating: "word ", count: 20 << 10)
    try add(0, to: groups, text: text)
    try add(1, to: groups, text: text)
    #expect(try !isCommitted(1))
    try add(2, to: groups, text: text)
    #expect(try isCommitted(0) && isCommitted(2))
  }

  @Test func `a group with many bytes of records is committed`() throws {
    var limits = limits()
    limits.bytes = 300
    let groups = groups(limits)
    var record = AttributeRecord()
    record[.title] = .string(String(repeating: "x", count: 200))
    try add(0, to: groups, record: record.encoded())
    #expect(try !isCommitted(0))
    try add(1, to: groups, record: record.encoded())
    #expect(try isCommitted(1))
  }

  @Test func `documents wait for others until the groups are flushed`() throws {
    let groups = groups(limits())
    try whileServing(groups) {
      try add(0, to: groups)
      groups.begin(reading(0))
      try add(1, to: groups)
      groups.flush()
      try eventually("nothing is left to wait for") { try isCommitted(0) && isCommitted(1) }
    }
    #expect(try store.textSegmentCount() == 1)
  }

  @Test func `a group is committed after its maximum time`() throws {
    var limits = limits()
    limits.time = .milliseconds(30)
    let groups = groups(limits)
    try whileServing(groups) {
      groups.begin(reading(0))
      try add(0, to: groups)
      try eventually("its time has come") { try isCommitted(0) }
    }
  }

  @Test func `a group that was in use when groups were looked for is committed after its maximum time`() throws {
    var limits = limits()
    limits.time = .milliseconds(20)
    let groups = groups(limits)
    let long = String(repeating: "word ", count: 50_000)
    try whileServing(groups) {
      for index in stride(from: 0, to: files.count, by: 2) {
        try add(index, to: groups)
        // The committing thread, which the first document woke, finds no group while this text is added.
        try add(index + 1, to: groups, text: long)
        try eventually("\(index) is committed") { try isCommitted(index + 1) }
      }
    }
  }

  @Test func `fresh documents are committed immediately, and others keep waiting`() throws {
    let groups = groups(limits())
    try whileServing(groups) {
      try add(0, to: groups)
      try add(1, to: groups, isFresh: true)
      try eventually("it is committed") { try isCommitted(1) }
      #expect(try !isCommitted(0))
    }
    try groups.commitRest()
  }

  @Test func `if documents change one after the other, one commit stores many`() throws {
    let groups = groups(limits())
    try whileServing(groups) {
      try add(0, to: groups, isFresh: true)
      try eventually("the first is committed") { try isCommitted(0) }
      for index in 1..<10 { try add(index, to: groups, isFresh: true) }
    }
    #expect(try !isCommitted(1) && !isCommitted(9))
    try groups.commitRest()
    #expect(try isCommitted(1) && isCommitted(9))
    #expect(try store.textSegmentCount() == 2)
  }

  @Test func `fresh documents that are read at the same time are committed together`() throws {
    var limits = limits()
    limits.freshTime = .zero
    let groups = groups(limits)
    for index in 0..<2 { groups.begin(reading(index, isFresh: true)) }
    try whileServing(groups) {
      for index in 0..<2 {
        let content = ReadContent.Content(status: files[index].status, record: [])
        try groups.add(ReadContent(reading: reading(index, isFresh: true), outcome: .content(content)))
      }
      try eventually("both are committed") { try isCommitted(0) && isCommitted(1) }
    }
    #expect(groups.progress.done == 2)
  }

  @Test func `documents are finished after their commit`() throws {
    order.begin(files.prefix(1).map(\.reference))
    #expect(order.next() != nil)
    let groups = groups(limits())
    try add(0, to: groups)
    order.add(fresh: [files[0].reference])
    #expect(order.nextIfAny() == nil)
    try groups.commitRest()
    #expect(order.nextIfAny()?.reference == files[0].reference)
  }

  @Test func `a thread that waits for a group stops when the work ends`() throws {
    var limits = limits()
    limits.groups = 0
    let groups = groups(limits)
    let isStopped = Monitor(false)
    let reading = reading(0)
    let waiting = try Thread {
      let content = ReadContent.Content(status: reading.file.status, record: [])
      do {
        try groups.add(ReadContent(reading: reading, outcome: .content(content)))
      } catch {
        isStopped.update { $0 = error is ContentGroups.Stopped }
      }
    }
    groups.end()
    waiting.join()
    #expect(isStopped.update { $0 })
  }
}

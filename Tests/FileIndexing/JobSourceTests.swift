// SPDX-License-Identifier: Apache-2.0

import Attributes
import Synchronization
import Testing
import UniformTypeIdentifiers
import WorkerProtocol

@testable import FileIndexing
@testable import IndexStore

/// The choice of the next file to read.
struct JobSourceTests {
  private let folder: ScratchFolder
  private let store: Store
  private let document: DocumentReference

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    let root = Array(try folder.folder("tree").utf8)
    try folder.file("tree/a.txt", "text")
    let indexer = try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
    _ = try indexer.indexNames(of: [root]) { _ in }
    let found = try store.read { snapshot throws(StoreError) in try snapshot.reference(for: root + Array("/a.txt".utf8)) }
    document = try #require(found)
  }

  /// A source whose order has nothing to read until it waits: then `willWait` is called, and the document becomes fresh.
  private func source(_ order: ReadingOrder, stopped: Switch, willWait: @escaping @Sendable () -> Void = {}) -> JobSource {
    let claimed = ClaimedTypes([ImporterDescription(name: "Text", version: 1, contentTypes: ["public.text"])])
    return JobSource(store: store, types: .shared, claimed: claimed, order: order, isStopped: { stopped.isOn }) { [document] in
      willWait()
      order.add(fresh: [document])
    }
  }

  @Test func `a file that changes while the source waits is read`() {
    let job = source(ReadingOrder(), stopped: Switch()).next()
    #expect(job?.tag.file.document == document.document)
  }

  @Test func `nothing is read that changes after the work was stopped while the source waited`() {
    let (order, stopped) = (ReadingOrder(), Switch())
    #expect(source(order, stopped: stopped, willWait: { stopped.turnOn() }).next() == nil)
    order.end()
    #expect(order.hasFresh, "the file is read later")
  }
}

/// Turned on by one thread and read by others.
private final class Switch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool { state.withLock { $0 } }

  func turnOn() { state.withLock { $0 = true } }
}

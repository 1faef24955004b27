// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Synchronization
import TestSupport
import Testing
import Threading

@testable import IndexStore

/// Number of segments while programs write and the maintainer is absent or busy.
@Suite struct ReliefTests {
  private let indexed: IndexedFolder
  private var store: Store { indexed.store }
  private static let threads = 4

  init() throws {
    indexed = try IndexedFolder()
    _ = try indexed.store.write { transaction throws(StoreError) in
      try transaction.reconcile(indexed.directory, with: (0..<300).map { file("f\($0)", inode: UInt64($0) + 10) })
    }
  }

  private func count(_ layer: SegmentLayer) throws -> Int {
    try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }.filter { $0.layer == layer }.count
  }

  private func texts(with word: String) throws -> Int { try store.count(Query(parsing: "kMDItemTextContent == \"\(word)\"")) }

  /// Stores texts of files one after the other, each in its own run.
  ///
  /// - Parameter names: Names of the files. The text of a repeated name is replaced.
  /// - Returns: The maximum number of segments in the text layer after a commit.
  private func write(_ names: [String]) throws -> Int {
    var most = 0
    for (time, name) in names.enumerated() {
      let document = try #require(try indexed.record("/home/ann/\(name)"))
      #expect(try store.setContent(document.reference, ifStatusIs: document.status, text: ["common time\(time) \(name)"]))
      most = max(most, try count(.text))
    }
    return most
  }

  @Test func `a single writer keeps the number of segments small`() throws {
    let most = try write((0..<300).map { "f\($0)" })
    #expect(most > 4 && most <= 24, "there were \(most)")
    #expect(try texts(with: "common") == 300 && texts(with: "time299") == 1)
    #expect(try store.verify().isEmpty)
    // The files of merged segments are removed with the merge.
    #expect(try namesInFolder(store.path + "/segments").count <= 24)
    #expect(try Maintainer(of: store) != nil)
  }

  @Test func `nothing remains of replaced texts`() throws {
    let most = try write([String](repeating: "f0", count: 300))
    #expect(most <= 8, "there were \(most)")
    #expect(try texts(with: "common") == 1 && texts(with: "time299") == 1 && texts(with: "time298") == 0)
    #expect(try store.verify().isEmpty)
  }

  @Test func `a single writer keeps the number of attributes segments small`() throws {
    var most = 0
    for number in 0..<200 {
      try store.write { transaction throws(StoreError) in
        _ = try transaction.update(indexed.directory, entry: file("g\(number)", inode: UInt64(100 + number)))
      }
      try store.indexPending()
      most = max(most, try count(.attributes))
    }
    #expect(most > 4 && most <= 24, "there were \(most)")
    #expect(try store.verify().isEmpty)
  }

  /// - Parameter isOccupied: Whether a maintainer exists but is busy all the time.
  @Test(arguments: [false, true])
  func `many writers keep the number of segments bounded`(isOccupied: Bool) throws {
    let lock = isOccupied ? try store.maintenanceLock() : nil
    let outcomes = Mutex<[Result<Int, any Error>]>([])
    let threads = try (0..<Self.threads).map { number in
      try Thread {
        let outcome = Result { try write([String](repeating: "f\(number)", count: 150)) }
        outcomes.withLock { $0.append(outcome) }
      }
    }
    for thread in threads { thread.join() }
    let most = try outcomes.withLock { $0 }.map { try $0.get() }.max() ?? 0
    #expect(most <= Store.maximumSegments + Self.threads, "there were \(most)")
    #expect(!isOccupied || most > Store.maximumSegments / 2, "there were \(most)")
    #expect(try texts(with: "common") == Self.threads && texts(with: "time149") == Self.threads && texts(with: "time148") == 0)
    #expect(try store.verify().isEmpty)
    _ = consume lock
  }
}

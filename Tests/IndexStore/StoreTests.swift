// SPDX-License-Identifier: Apache-2.0

import Attributes
import Foundation
import LMDB
import Synchronization
import Testing
import Threading

@testable import IndexStore

@Suite struct StoreTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }

  @Test func `data is read by another opener of the store`() throws {
    let indexed = try IndexedFolder()
    try indexed.list(file("a.txt", inode: 8), folder("sub", inode: 9))
    let other = try Store.open(indexed.store.path, .read)
    try other.read { snapshot throws(StoreError) in
      let reference = try snapshot.reference(for: bytes("/home/ann/a.txt"))
      #expect(reference?.directory == indexed.directory)
      #expect(try snapshot.children(of: indexed.directory).map(\.name) == [bytes("a.txt"), bytes("sub")])
      #expect(try snapshot.children(of: indexed.directory).first?.status == status(inode: 8))
      #expect(try snapshot.counts().documents == 3)
    }
  }

  @Test func `a store opened twice shares one environment and outlives either opener`() throws {
    var first: Store? = try Store.open(path, .write(creating: true))
    let second = try Store.open(path, .write(creating: false))
    #expect(try first?.lease().generation === second.lease().generation)
    first = nil
    try second.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [1]) }
    #expect(try second.read { snapshot throws(StoreError) in try snapshot.metadata(.importers) } == [1])
    let third = try Store.open(path, .read)
    #expect(try third.lease().generation === second.lease().generation)
  }

  @Test func `a store that has retired commits nothing, and another opener goes on`() throws {
    let first = try Store.open(path, .write(creating: true))
    let second = try Store.open(path, .write(creating: false))
    try first.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [1]) }
    first.retire()
    #expect(throws: StoreError.system(call: "write", path: path, code: ECANCELED)) {
      try first.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [2]) }
    }
    #expect(try first.read { snapshot throws(StoreError) in try snapshot.metadata(.importers) } == [1])
    try second.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [3]) }
    #expect(try second.read { snapshot throws(StoreError) in try snapshot.metadata(.importers) } == [3])
  }

  @Test func `a snapshot does not see later commits`() throws {
    let indexed = try IndexedFolder()
    try indexed.store.read { snapshot throws(StoreError) in
      _ = try indexed.store.write { transaction throws(StoreError) in
        try transaction.reconcile(indexed.directory, with: [file("new", inode: 2)])
      }
      #expect(try snapshot.children(of: indexed.directory).isEmpty)
    }
    #expect(try indexed.reference("/home/ann/new") != nil)
  }

  @Test func `an error in a write undoes all of it`() throws {
    let indexed = try IndexedFolder()
    #expect(throws: StoreError.unknownDirectory(DirectoryID(rawValue: 999))) {
      try indexed.store.write { transaction throws(StoreError) in
        _ = try transaction.reconcile(indexed.directory, with: [file("new", inode: 2)])
        _ = try transaction.reconcile(DirectoryID(rawValue: 999), with: [])
      }
    }
    #expect(try indexed.reference("/home/ann/new") == nil)
    #expect(try indexed.list(file("other", inode: 3)).added.count == 1)
  }

  @Test func `a commit is announced, and a transaction without changes is not`() throws {
    let store = try Store.open(path, .write(creating: true))
    try store.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [1]) }
    let announced = try readSmallFile(path + "/generation", limit: 64)
    try store.write { _ throws(StoreError) in }
    #expect(try readSmallFile(path + "/generation", limit: 64) == announced)
    try store.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: [2]) }
    #expect(try readSmallFile(path + "/generation", limit: 64) != announced)
  }

  @Test func `only the owner can access files and folders`() throws {
    _ = try Store.open(path, .write(creating: true))
    for (name, mode) in [("", 0o700), ("/CURRENT", 0o600), ("/catalog-0001", 0o700), ("/catalog-0001/data.mdb", 0o600)] {
      var status = stat()
      #expect(stat(path + name, &status) == 0)
      #expect(Int(status.st_mode) & 0o777 == mode, "\(name)")
    }
  }

  @Test func `others lose their access to a folder that was made before`() throws {
    try #require(mkdir(path, 0o777) == 0)
    for isThere in [false, true] {
      chmod(path, 0o777)
      _ = try Store.open(path, .write(creating: true))
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(Int(status.st_mode) & 0o777 == 0o700, "\(isThere)")
    }
  }

  /// On a busy machine, a writer may wait for a long time between its commit and the moment when the file
  /// has its new length.
  @Test func `a file that a writer is about to complete is not damaged`() throws {
    let store = try Store.open(path, .write(creating: true))
    let environment = try store.lease().generation.environment
    let file = open(path + "/catalog-0001/data.mdb", O_RDWR)
    defer { close(file) }
    let length = lseek(file, 0, SEEK_END)
    try #require(ftruncate(file, length - off_t(environment.pageSize)) == 0)
    #expect(throws: LMDBError.self) { try environment.checkLength() }

    environment.beginCommit()
    let reader = Mutex((folder: "", problem: String?.none))
    let thread = try Thread {
      var folder = [UInt8](repeating: 0, count: 64)
      let count = readlink("/proc/thread-self", &folder, folder.count)
      reader.withLock { $0.folder = "/proc/" + String(decoding: folder.prefix(max(count, 0)), as: UTF8.self) }
      do { try environment.checkLength() } catch { reader.withLock { $0.problem = "\(error)" } }
    }
    // It has looked many times, and waits for the writer.
    while waits(of: reader.withLock { $0.folder }) < 150, reader.withLock({ $0.problem }) == nil { poll(nil, 0, 1) }
    try #require(ftruncate(file, length) == 0)
    environment.endCommit()
    thread.join()
    #expect(reader.withLock { $0.problem } == nil)
  }

  /// How often a thread has waited. proc(5), `voluntary_ctxt_switches`
  private func waits(of thread: String) -> Int {
    let status = (try? String(contentsOfFile: thread + "/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }

  @Test func `the maintenance lock has one holder at a time`() throws {
    let store = try Store.open(path, .write(creating: true))
    func isFree() throws -> Bool { if try store.maintenanceLock() != nil { true } else { false } }
    let held = try store.maintenanceLock()
    #expect(try !isFree())
    _ = consume held
    #expect(try isFree())
  }

  @Test func `content types get permanent numbers`() throws {
    let store = try Store.open(path, .write(creating: true))
    let jpeg = ContentType(
      identifier: "public.jpeg", mimeType: "image/jpeg", tree: ["public.jpeg", "public.image"], kind: "JPEG image", group: 13)
    let plain = ContentType(identifier: "public.plain-text", mimeType: nil, tree: [], kind: "", group: nil)
    let ids = try store.typeIDs(for: [jpeg, plain])
    #expect(Set(ids).count == 2 && !ids.contains(.unknown))
    #expect(try store.typeIDs(for: [plain, jpeg]) == ids.reversed())
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.contentType(ids[0]) } == jpeg)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.contentType(ids[1]) } == plain)
  }

  @Test func `file systems get permanent numbers`() throws {
    let store = try Store.open(path, .write(creating: true))
    let ids = try store.write { transaction throws(StoreError) in
      [try transaction.filesystem(for: [1, 2]), try transaction.filesystem(for: [3]), try transaction.filesystem(for: [1, 2])]
    }
    #expect(ids[0] == ids[2] && ids[0] != ids[1])
  }
}

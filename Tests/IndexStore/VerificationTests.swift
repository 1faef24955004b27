// SPDX-License-Identifier: Apache-2.0

import Glibc
import LMDB
import Testing

@testable import IndexStore

/// Catalogs and segments that contradict each other. The tests write rows that the store itself
/// would not write.
@Suite struct VerificationTests {
  let texts: IndexedTexts
  let store: Store

  init() throws {
    texts = try IndexedTexts()
    store = try Store.open(texts.path, .write(creating: false))
    try #require(try store.verify().isEmpty)
  }

  private func expectDamage(_ reason: String, count: Int = 1, _ write: (borrowing WriteTransaction) throws(StoreError) -> Void) throws {
    try store.commit(write)
    let damage = try store.verify()
    #expect(damage.count == count && damage.allSatisfy { $0.description.contains(reason) }, "\(damage)")
  }

  private func record(_ layer: SegmentLayer) throws -> SegmentRecord {
    try #require(try IndexedTexts.records(store).first { $0.layer == layer })
  }

  private func reference(_ path: String) throws -> DocumentReference {
    try #require(try store.read { snapshot throws(StoreError) in try snapshot.reference(for: bytes(path)) })
  }

  @Test func `a document in no segment is detected`() throws {
    let record = try record(.attributes)
    try expectDamage("no segment has its attributes") { transaction throws(StoreError) in try transaction.bury([3], in: record) }
  }

  @Test func `a text in no segment is detected`() throws {
    let record = try record(.text)
    try expectDamage("no segment has its text") { transaction throws(StoreError) in try transaction.bury([3], in: record) }
  }

  @Test func `a segment that was unlisted too early is detected`() throws {
    let record = try record(.attributes)
    try expectDamage("no segment has its attributes", count: record.documentCount) { transaction throws(StoreError) in
      try transaction.unlist(record)
    }
  }

  @Test func `a segment that is merged during the verification is not missed`() throws {
    var merges = 0
    let damage = try store.verify { () throws(StoreError) in
      if merges == 3 { return }
      merges += 1
      guard let record = try? record(.attributes), let work = try MergeWork([record], of: store) else { return }
      try store.commit { transaction throws(StoreError) in #expect(try work.list(in: transaction)) }
      #expect(unlink(record.id.path(in: store.path)) == 0)
    }
    #expect(damage.isEmpty && merges == 3, "\(damage)")
  }

  @Test(arguments: [(SegmentLayer.attributes, "two segments have its attributes"), (.text, "two segments have its text")])
  func `a version that should be dead is detected`(layer: SegmentLayer, reason: String) throws {
    // Simulates a merge that does not unlist its inputs.
    let record = try record(layer)
    let work = try #require(try MergeWork([record], of: store))
    try expectDamage(reason, count: record.documentCount) { transaction throws(StoreError) in
      #expect(try work.list(in: transaction))
      try transaction.put(.segments, Key(record.id), record.encoded())
    }
  }

  @Test func `a row that was removed without a change is detected`() throws {
    let reference = try reference("/d/r1/f1-3.txt")
    try store.commit { transaction throws(StoreError) in try transaction.removeFile(at: reference) }
    let damage = try store.verify().map(\.description)
    #expect(damage.count == 2)
    #expect(damage[0].contains("which does not contain it"))
    #expect(damage[1].contains("a segment has its text, but the document no longer exists"))
  }

  @Test func `a name that was changed without a change is detected`() throws {
    let reference = try reference("/d/r1/f1-3.txt")
    try expectDamage("under another name") { transaction throws(StoreError) in
      guard var file = try transaction.stored(at: reference) else { return }
      file.name = bytes("other")
      try transaction.putFile(file, at: reference)
    }
  }

  @Test func `a text that does not belong to its document is detected`() throws {
    let reference = try reference("/d/r1/f1-3.txt")
    try expectDamage("the wrong text for it") { transaction throws(StoreError) in
      guard var file = try transaction.stored(at: reference) else { return }
      file.hasText = false
      try transaction.putFile(file, at: reference)
    }
  }

  @Test func `a mask without a segment is detected`() throws {
    try expectDamage("which is not listed") { transaction throws(StoreError) in
      try transaction.put(.masks, Key(SegmentID(rawValue: 4711), chunk: 0), MaskChunk().encoded())
    }
  }

  @Test func `a row of another table is not taken for an empty mask`() throws {
    try store.commit { transaction throws(StoreError) in
      try transaction.put(.masks, Key(high: 0, low: 0, count: 12), MaskChunk().encoded())
      try transaction.put(.masks, Key(high: .max, low: 0, count: 12), MaskChunk().encoded())
    }
    let record = try record(.text)
    #expect(throws: StoreError.self) { try store.read { snapshot throws(StoreError) in try snapshot.deadCount(in: record) } }
  }

  @Test func `a mask outside its segment is detected`() throws {
    let record = try record(.text)
    try expectDamage("a row is outside its segment") { transaction throws(StoreError) in
      try transaction.bury([UInt32(record.documentCount)], in: record)
    }
  }

  @Test func `a pending removal is not damage`() throws {
    let directory = try #require(try store.read { snapshot throws(StoreError) in try snapshot.directory(for: bytes("/d/r1")) })
    try store.write { transaction throws(StoreError) in _ = try transaction.removeEntry(named: bytes("f1-3.txt"), in: directory) }
    #expect(try store.verify().isEmpty)
    try store.indexPending()
    #expect(try store.verify().isEmpty)
  }
}

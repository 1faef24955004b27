// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import IndexStore

@Suite struct FileRowTests {
  @Test(arguments: (0..<200 as Range<UInt64>).sampled(every: 4))
  func `every status is decoded as it was encoded`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kind: FileStatus.Kind = [.regular, .directory, .symbolicLink, .other].randomElement(using: &random) ?? .regular
    func number() -> Int64 {
      [0, 1, -1, .max, .min, 1_700_000_000_000_000_000, 1_700_000_000_123_456_789].randomElement(using: &random) ?? 0
    }
    var listed = file("x", inode: random.next() >> UInt64.random(in: 0..<64, using: &random))
    listed.name = (0..<Int.random(in: 1...255, using: &random)).map { _ in UInt8.random(in: 1...46, using: &random) }
    listed.status = FileStatus(
      kind: kind, inode: listed.status.inode, size: random.next() >> UInt64.random(in: 0..<64, using: &random),
      allocatedBlocks: random.next() >> UInt64.random(in: 0..<64, using: &random), modified: number(), changed: number(), born: number(),
      userID: .random(in: 0 ... .max, using: &random), groupID: .random(in: 0...2000, using: &random),
      mode: .random(in: 0...0o7777, using: &random),
      linkCount: Bool.random(using: &random) ? 1 : .random(in: 0 ... .max, using: &random))
    listed.type = TypeID(rawValue: .random(in: 0 ... .max, using: &random))
    let indexed = try IndexedFolder()
    try indexed.list(listed)
    let record = try indexed.store.read { snapshot throws(StoreError) in try snapshot.children(of: indexed.directory) }.first
    #expect(record?.name == listed.name && record?.status == listed.status && record?.type == listed.type, "seed \(seed)")
    #expect((record?.subdirectory != nil) == (kind == .directory))
  }

  @Test(arguments: [
    FileUse(last: 1_700_000_000, count: 3), FileUse(last: -1, count: .max, isOwn: true),
    FileUse(last: .max, count: 0, isOwn: true, listing: FileUse.Listing(entry: .max, count: 7)),
  ])
  func `a use stays with the document`(use: FileUse) throws {
    let indexed = try IndexedFolder()
    try indexed.list(file("x", inode: 5))
    let children = try indexed.store.read { snapshot throws(StoreError) in try snapshot.children(of: indexed.directory) }
    let reference = try #require(children.first?.reference)
    func stored() throws -> FileUse? { try indexed.store.read { snapshot throws(StoreError) in try snapshot.use(of: reference) } }
    #expect(try stored() == nil)
    #expect(try indexed.store.setUses([reference: (old: nil, new: use)]))
    #expect(try !indexed.store.setUses([reference: (old: nil, new: nil)]), "it is not what was read")
    try indexed.list(file("renamed", inode: 5))
    #expect(try stored() == use && indexed.store.fileUses() == [reference: use])
    try indexed.store.indexPending()
    #expect(try indexed.store.fileUses() == [reference: use])
    try indexed.store.setRecordsUses(false)
    #expect(try stored() == nil && indexed.store.fileUses().isEmpty)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Segments
import Testing
import TextAnalysis

@testable import IndexStore

/// The contents of a store's segments, without searches.
struct SegmentSetTests {
  let indexed: IndexedFolder

  init() throws {
    indexed = try IndexedFolder()
    try indexed.list(file("a", inode: 2), file("b", inode: 3), folder("sub", inode: 4))
  }

  /// The live versions in a layer, with the number of times that each occurs.
  private func live(_ layer: SegmentLayer) throws -> [UInt64: Int] {
    try indexed.store.read { snapshot throws(StoreError) in
      let set = try snapshot.segmentSet()
      var found: [UInt64: Int] = [:]
      for segment in layer == .attributes ? set.attributes : set.text {
        try translatingSegmentErrors { () throws(SegmentError) in
          for ordinal in segment.live.ordinals { found[try segment.reader.documentID(of: ordinal), default: 0] += 1 }
        }
      }
      return found
    }
  }

  private func pending() throws -> PendingDocuments {
    try indexed.store.read { snapshot throws(StoreError) in try snapshot.pendingDocuments() }
  }

  private func document(_ name: String) throws -> FileRecord { try #require(try indexed.record("/home/ann/" + name)) }

  /// DocumentIDs of the live texts that contain a word.
  private func texts(with word: String) throws -> [UInt64] {
    try indexed.store.read { snapshot throws(StoreError) in
      var found: [UInt64] = []
      for segment in try snapshot.segmentSet().text {
        try translatingSegmentErrors { () throws(SegmentError) in
          let matching = try segment.reader.textMatches(TextPattern(parts: [word], folding: []))
          for ordinal in matching.intersection(segment.live).ordinals { found.append(try segment.reader.documentID(of: ordinal)) }
        }
      }
      return found.sorted()
    }
  }

  @Test func `listed documents are pending, and then have one live version`() throws {
    #expect(try pending().references.count == 4)
    #expect(try live(.attributes).isEmpty)
    #expect(try indexed.store.indexPending())
    #expect(try pending().isEmpty)
    let all = try ["a", "b", "sub"].map { try document($0).document.rawValue }
    #expect(try all.allSatisfy { try live(.attributes)[$0] == 1 })
    #expect(try live(.attributes).count == 4)
    #expect(try !indexed.store.indexPending())
  }

  @Test func `a changed document is masked while it is pending, and has one version afterwards`() throws {
    try indexed.store.indexPending()
    let a = try document("a").document.rawValue
    try indexed.list(file("a", inode: 2, size: 77), file("b", inode: 3), folder("sub", inode: 4))
    #expect(try pending().superseded == [a])
    #expect(try live(.attributes)[a] == nil)
    try indexed.store.indexPending()
    #expect(try live(.attributes)[a] == 1)
    #expect(try live(.attributes).values.allSatisfy { $0 == 1 })
  }

  @Test func `a removed document is masked immediately and permanently`() throws {
    try indexed.store.indexPending()
    let b = try document("b").document.rawValue
    try indexed.list(file("a", inode: 2), folder("sub", inode: 4))
    #expect(try live(.attributes)[b] == nil)
    try indexed.store.indexPending()
    #expect(try live(.attributes)[b] == nil)
    #expect(try live(.attributes).count == 3)
  }

  @Test func `a text replaces the older one of its document`() throws {
    let a = try document("a")
    try indexed.store.setContent(a.reference, ifStatusIs: a.status, text: ["old words"])
    #expect(try texts(with: "old") == [a.document.rawValue])
    try indexed.store.setContent(a.reference, ifStatusIs: a.status, text: ["new words"])
    #expect(try texts(with: "old").isEmpty)
    #expect(try texts(with: "words") == [a.document.rawValue])
    try indexed.store.setContent(a.reference, ifStatusIs: a.status, text: [])
    #expect(try texts(with: "words").isEmpty)
  }

  @Test func `a text is not stored if its file changed meanwhile`() throws {
    let a = try document("a")
    var other = a.status
    other.size += 1
    #expect(try !indexed.store.setContent(a.reference, ifStatusIs: other, text: ["never"]))
    #expect(try texts(with: "never").isEmpty)
  }

  @Test func `the text of a removed document is removed when the removal is indexed`() throws {
    let a = try document("a")
    try indexed.store.setContent(a.reference, ifStatusIs: a.status, text: ["gone"])
    try indexed.list(file("b", inode: 3), folder("sub", inode: 4))
    try indexed.store.indexPending()
    #expect(try texts(with: "gone").isEmpty)
  }

  @Test func `a failure removes the text`() throws {
    let a = try document("a")
    try indexed.store.setContent(a.reference, ifStatusIs: a.status, text: ["readable"])
    let failure = Failure(reference: a.reference, importer: "A 1", reason: "broken", when: 1)
    try indexed.store.write { transaction throws(StoreError) in #expect(try transaction.setFailure(failure, ifStatusIs: a.status)) }
    #expect(try texts(with: "readable").isEmpty)
  }

  @Test func `a writer limits the number of pending changes`() throws {
    try addCrowd()
    #expect(try pending().references.count <= 3500)
    #expect(try live(.attributes).count >= 4000)
  }

  @Test func `an import leaves more changes pending, and the next writer indexes them`() throws {
    try indexed.store.whileImporting(addCrowd)
    #expect(try pending().references.count > 7500)
    #expect(try live(.attributes).isEmpty)
    #expect(try indexed.store.count(Query(parsing: "kMDItemFSName == \"f3-*\"")) == 1500)
    try indexed.store.write { transaction throws(StoreError) in _ = try transaction.directory(for: bytes("/home/ann/more"), creating: true)
    }
    #expect(try live(.attributes).count >= 7500)
  }

  /// Five folders of 1,500 files.
  private func addCrowd() throws {
    for round in 0..<5 {
      let files = (0..<1500).map { file("f\(round)-\($0)", inode: UInt64(10_000 * round + 100 + $0)) }
      let directory = try indexed.store.write { transaction throws(StoreError) in
        try transaction.directory(for: bytes("/home/ann/\(round)"), creating: true) ?? .root
      }
      try indexed.store.write { transaction throws(StoreError) in _ = try transaction.reconcile(directory, with: files) }
    }
  }

  @Test func `segments survive compaction, and erasing leaves none`() throws {
    try indexed.store.indexPending()
    try indexed.store.compact()
    #expect(try live(.attributes).count == 4)
    try indexed.store.erase()
    #expect(try live(.attributes).isEmpty)
    #expect(try pending().isEmpty)
  }

  @Test func `segment files that no commit lists are removed`() throws {
    let folder = indexed.store.path + "/segments"
    do {
      let run = try TextSegmentWriter(for: indexed.store)
      _ = try run.beginDocument(DocumentID(rawValue: 1))
      try run.add(bytes("lost").span)
      try run.finish()
      #expect(try namesInFolder(folder).count == 1)
    }
    #expect(try namesInFolder(folder).isEmpty)
  }

  @Test(arguments: [0, 1, 63, 200, 201, 4096])
  func `a chunk of a mask is decoded as it was encoded`(count: Int) throws {
    var mask = MaskChunk()
    for ordinal in 0..<count { mask.insert(ordinal * 7919 % 4096) }
    #expect(mask.count == count)
    #expect(try MaskChunk(SegmentID(rawValue: 1), mask.encoded().span) == mask)
  }
}

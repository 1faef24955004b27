// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import Segments
import Testing

@testable import IndexStore

/// Segments with an earlier folding: those of the kept store, which has no version of the folding.
@Suite(.serialized) struct FoldingVersionTests {
  private let texts: IndexedTexts
  private let store: Store

  init() throws {
    texts = try IndexedTexts(unpacking: KeptStore(content: .files, catalog: 4, segments: 8))
    store = try Store.open(texts.path, .write(creating: false))
  }

  private func earlierSegments() throws -> [SegmentRecord] {
    try store.separatingEarlierFoldings(try IndexedTexts.records(store).filter { $0.layer != .directories }).earlier
  }

  @Test func `they are searched as before, and are not merged`() throws {
    let expected = try IndexedTexts.answers(store)
    #expect(try !earlierSegments().isEmpty)
    for layer in SegmentLayer.ofDocuments {
      let records = try IndexedTexts.records(store).filter { $0.layer == layer }
      #expect(try store.dueMerge(of: records, MergePolicy(for: layer, isQuiet: true)).isEmpty)
    }
    #expect(try store.verify().isEmpty)
    let present = try IndexedTexts()
    #expect(try IndexedTexts.answers(Store.open(present.path, .read)) == expected)
  }

  @Test func `their words are folded again when the store is quiet, and no search finds less meanwhile`() throws {
    let expected = try IndexedTexts.answers(store)
    guard var maintainer = try Maintainer(of: store) else {
      Issue.record("another process maintains the store")
      return
    }
    var summary = RepairSummary()
    while let work = try maintainer.step(.quiet) {
      if case .foldedAgain(let done) = work { summary += done }
      #expect(try IndexedTexts.answers(store) == expected)
    }
    // All files and the four folders. Half of the texts are in the catalog.
    #expect(summary == RepairSummary(segments: 0, documents: 52, texts: 24, textsToRead: 24))
    // The other texts are searched where they are until their files have been read.
    #expect(try earlierSegments().allSatisfy { $0.layer == .text })
    #expect(try !earlierSegments().isEmpty)
    try texts.readTexts(store) { $0.content == .textPending }
    #expect(try IndexedTexts.answers(store) == expected)
    while try maintainer.step(.quiet) != nil {}
    #expect(try earlierSegments().isEmpty)
    #expect(try IndexedTexts.answers(store) == expected)
    #expect(try store.verify().isEmpty)
  }

  @Test func `while others write, they are left alone`() throws {
    guard var maintainer = try Maintainer(of: store) else {
      Issue.record("another process maintains the store")
      return
    }
    let before = try earlierSegments()
    while try maintainer.step(.besideWriting) != nil {}
    while try maintainer.step(.afterImport) != nil {}
    #expect(try earlierSegments() == before)
  }

  @Test func `they are dropped when all their versions have been replaced`() throws {
    try texts.readTexts(store) { _ in true }
    try store.indexPending()
    guard var maintainer = try Maintainer(of: store) else {
      Issue.record("another process maintains the store")
      return
    }
    while try maintainer.step(.besideWriting) != nil {}
    #expect(try earlierSegments().allSatisfy { $0.layer == .attributes })
  }
}

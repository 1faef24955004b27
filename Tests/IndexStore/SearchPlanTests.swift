// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Testing

@testable import IndexStore

/// How each kind of comparison is decided, according to the explanation of the search.
@Suite struct SearchPlanTests {
  private let indexed: IndexedFolder

  /// Creates several hundred files, all in segments. Few files would make every lookup too
  /// expensive.
  init() throws {
    indexed = try IndexedFolder()
    let type = try indexed.store.typeIDs(for: [
      ContentType(identifier: "public.jpeg", mimeType: "image/jpeg", tree: ["public.jpeg", "public.image"], kind: "JPEG image", group: 13)
    ])[0]
    var files = (0..<300).map { file("file-\($0).jpg", inode: UInt64(100 + $0), size: UInt64($0)) }
    for index in files.indices where index.isMultiple(of: 3) { files[index].type = type }
    let added = try indexed.store.write { transaction throws(StoreError) in
      try transaction.reconcile(indexed.directory, with: files + [folder("sub", inode: 7), file(".hidden", inode: 8)])
    }.added
    for (index, reference) in added.prefix(20).enumerated() {
      var record = AttributeRecord()
      record[.title] = .string("Report \(index)")
      record[.pixelWidth] = .integer(Int64(index))
      record[.contentModificationDate] = .date(Timestamp(unixSeconds: Int64(index)))
      record[.fsLabel] = .integer(Int64(index % 3))
      record[.kind] = .string("importer's kind")
      record.setCustom("com_example_key", to: .string("value"), searchability: .byDefault)
      try indexed.store.setContent(reference, ifStatusIs: files[index].status, record: record.encoded(), text: ["a quick fox"])
    }
    try indexed.store.indexPending()
  }

  private func explain(_ text: String) throws -> SearchExplanation {
    try indexed.store.explain(CompiledPredicate(try Query(parsing: text), in: .current()))
  }

  private func methods(of node: SearchExplanation.Node) -> Set<SearchExplanation.Method> {
    node.children.reduce(into: [node.method]) { $0.formUnion(methods(of: $1)) }
  }

  @Test(
    arguments: [
      ("kMDItemFSName == \"*file-1*\"c", [.names], 111), ("kMDItemDisplayName == \"*z*\"", [.names], 0),
      ("kMDItemFSName == \"file\"w", [.names], 300), ("kMDItemFSInvisible == 1", [.names], 1),
      ("kMDItemContentType == \"public.jpeg\"", [.any, .types, .constant], 100),
      ("kMDItemContentTypeTree == \"public.image\"", [.types], 100),
      ("kMDItemMIMEType == \"image*\"", [.types], 100), ("_kMDItemGroupId == 13", [.types], 100),
      ("kMDItemContentType == *", [.types], 100), ("kMDItemKind == \"JPEG image\"", [.any, .types, .all, .values, .not], 100),
      ("kMDItemKind == \"importer*\"", [.all, .values, .not, .types], 13), ("kMDItemFSSize > 250", [.values], 49),
      ("kMDItemFSSize != NULL", [.presence], 301), ("kMDItemLogicalSize == 3", [.values], 1),
      ("kMDItemFSOwnerUserID == 1000", [.values], 303), ("kMDItemFSContentChangeDate > $time.iso(2020-01-01T00:00:00Z)", [.values], 303),
      ("kMDItemFSCreationDate < $time.iso(2000-01-01T00:00:00Z)", [.values], 0), ("kMDItemDateAdded > $time.today(-1)", [.values], 303),
      ("kMDItemContentModificationDate < $time.iso(2000-01-01T00:00:00Z)", [.any, .values, .all, .not, .presence], 20),
      ("kMDItemPixelWidth > 10", [.values], 9), ("kMDItemTitle == \"Report 1*\"", [.values], 11),
      ("kMDItemTitle == NULL", [.not, .presence], 283),
      ("kMDItemFSLabel == 0", [.any, .values, .not, .presence], 290), ("kMDItemFSLabel == 2", [.values], 6),
      ("com_example_key == \"value\"", [.values], 20), ("kMDItemTextContent == \"quick fox\"", [.text], 20),
      ("* == \"report\"cw", [.any, .names, .all, .values, .not, .types], 20),
      ("** == \"fox\"cw", [.any, .names, .all, .values, .not, .types, .text], 20),
      ("* == 7", [.any, .names, .all, .values, .not, .types], 0),
      ("kMDItemTitle == \"Report*\" && kMDItemTextContent == \"fox\" && kMDItemFSSize < 5", [.all, .values, .text], 5),
      ("true", [.constant], 303),
    ] as [(String, Set<SearchExplanation.Method>, Int)])
  func `an index decides the comparison`(text: String, methods: Set<SearchExplanation.Method>, hits: Int) throws {
    let explanation = try explain(text)
    #expect(self.methods(of: explanation.root) == methods)
    #expect(explanation.undecided == 0 && !explanation.isScan && explanation.pending == 0)
    #expect(explanation.hits == hits)
    #expect(explanation.lines.contains("matches: \(hits)"))
  }

  @Test(arguments: [
    ("kMDItemPath == \"*sub*\"", 1, 303), ("kMDItemFSNodeCount == 0", 1, 303), ("kMDItemPhysicalSize == 0", 1, 303),
    ("kMDItemContentCreationDate_Ranking < $time.now", 303, 303), ("kMDItemFSSize < 4 && kMDItemPath == \"*file*\"", 4, 4),
    ("kMDItemFSSize < 4 || kMDItemPath == \"*sub*\"", 5, 299),
  ])
  func `rows are evaluated for comparisons that no index decides`(text: String, hits: Int, undecided: Int) throws {
    let explanation = try explain(text)
    #expect(methods(of: explanation.root).contains(.evaluation))
    #expect(explanation.undecided == undecided && !explanation.isScan)
    #expect(explanation.hits == hits)
    #expect(explanation.confirmed == (text.contains("||") ? hits - 4 : hits))
  }

  @Test func `an expensive lookup is deferred if few documents remain`() throws {
    let explanation = try explain("kMDItemFSSize == 7 && kMDItemTitle == \"report\"cw")
    let titles = try #require(explanation.root.children.first { $0.title?.hasPrefix("kMDItemTitle") == true })
    #expect(titles.deferred == 1)
    #expect(explanation.undecided == 1 && explanation.confirmed == 1 && explanation.hits == 1)
  }

  @Test func `names are tested separately if few documents remain`() throws {
    for (name, hits) in [("*e*", 1), ("*7.jpg", 1), ("*z*", 0), ("FILE*", 0)] {
      let explanation = try explain("kMDItemFSSize == 7 && kMDItemFSName == \"\(name)\"")
      let names = try #require(explanation.root.children.first { $0.method == .names })
      #expect(explanation.undecided == 0 && names.deferred == 0)
      #expect(explanation.hits == hits, "\(name)")
    }
  }

  @Test func `no further lookup follows if nothing can match`() throws {
    let explanation = try explain("kMDItemFSSize == 1000000 && kMDItemTextContent == \"fox\"")
    let text = try #require(explanation.root.children.first { $0.method == .text })
    #expect(text.segments == 0 && explanation.hits == 0)
  }

  @Test func `documents that changed since are evaluated`() throws {
    try indexed.list(file("file-1.jpg", inode: 101, size: 1_000_000))
    let explanation = try explain("kMDItemFSSize == 1000000")
    #expect(explanation.pending > 0 && explanation.undecided == 0 && explanation.hits == 1)
  }
}

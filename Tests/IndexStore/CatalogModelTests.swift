// SPDX-License-Identifier: Apache-2.0

import TestSupport
import QueryLanguage
import Testing

@testable import IndexStore

/// A random file system in memory, and a catalog that is updated by listings.
@Suite struct CatalogModelTests {
  private final class Node {
    var entry: ListedFile
    var children: [Node]?

    init(_ entry: ListedFile) {
      self.entry = entry
      children = entry.status.kind == .directory ? [] : nil
    }

    var name: String { String(decoding: entry.name, as: UTF8.self) }
    var listing: [ListedFile] { (children ?? []).map(\.entry) }

    func paths(_ prefix: String) -> [String] { (children ?? []).flatMap { [prefix + "/" + $0.name] + $0.paths(prefix + "/" + $0.name) } }

    func folders() -> [Node] { [self] + (children ?? []).filter { $0.children != nil }.flatMap { $0.folders() } }
  }

  @Test(arguments: (0..<20 as Range<UInt64>).sampled(every: 5))
  func `the catalog agrees with the tree after any history`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let indexed = try IndexedFolder(nameIndexThreshold: seed % 2 == 0 ? 0 : NameIndex.threshold)
    let root = Node(folder("ann", inode: 1))
    var inode: UInt64 = 10
    var identities: [UInt64: DocumentID] = [:]
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...6, using: &random) { Self.change(root, &inode, &random) }
      if Int.random(in: 0..<10, using: &random) == 0 { try indexed.store.compact() }
      try Self.crawl(root, indexed.directory, indexed.store)
      if Bool.random(using: &random) {
        while try !indexed.store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 7) }) {}
      }
      #expect(try indexed.paths() == (["/home/ann"] + root.paths("/home/ann")).sorted(), "seed \(seed)")
      try Self.expectSoundCounts(indexed.store)
      #expect(try indexed.store.verify().isEmpty, "seed \(seed)")
      // A file that stays in its directory keeps its document.
      for node in root.children ?? [] where node.children == nil {
        let record = try indexed.record("/home/ann/" + node.name)
        #expect(record?.status == node.entry.status, "seed \(seed)")
        if let known = identities[node.entry.status.inode], let record { #expect(known == record.document, "seed \(seed)") }
        identities[node.entry.status.inode] = record?.document
      }
      identities = identities.filter { inode, _ in (root.children ?? []).contains { $0.entry.status.inode == inode } }
    }
  }

  /// Expects the stored counts to equal counts of the rows.
  private static func expectSoundCounts(_ store: Store) throws {
    try store.read { snapshot throws(StoreError) in
      var counted = [Int](repeating: 0, count: ContentState.allCases.count)
      try snapshot.forEachDocument { row throws(StoreError) in
        counted[Int(row.content.rawValue)] += 1
        return true
      }
      #expect(try snapshot.counts().byContent == counted)
    }
  }

  private static func change(_ root: Node, _ inode: inout UInt64, _ random: inout SeededGenerator) {
    guard let parent = root.folders().randomElement(using: &random) else { return }
    var children = parent.children ?? []
    inode += 1
    let name = "n\(Int.random(in: 0..<12, using: &random))"
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      guard !children.contains(where: { $0.name == name }) else { return }
      children.append(Node(Bool.random(using: &random) ? file(name, inode: inode) : folder(name, inode: inode)))
    case 2:
      guard !children.isEmpty else { return }
      children.remove(at: Int.random(in: 0..<children.count, using: &random))
    case 3:
      guard let child = children.randomElement(using: &random), !children.contains(where: { $0.name == name }) else { return }
      child.entry.name = bytes(name)
    case 4:
      guard let child = children.randomElement(using: &random) else { return }
      child.entry.status.modified += 1_000
      child.entry.status.changed += 1_000
    default: children.shuffle(using: &random)
    }
    parent.children = children
  }

  private static func crawl(_ node: Node, _ directory: DirectoryID, _ store: Store) throws {
    var listing = node.listing
    // Crawls usually sort listings.
    if !listing.count.isMultiple(of: 3) { listing.sort { $0.name.lexicographicallyPrecedes($1.name) } }
    var subdirectories: [Reconciliation.Subdirectory] = []
    if listing.count.isMultiple(of: 2) {
      // In parts, as a crawl does with very large directories.
      let parts = try StagedReconciliationTests.list(listing, in: directory, of: store, partLength: 1 + listing.count / 3)
      subdirectories = parts.sum.subdirectories
    } else if try store.read({ snapshot throws(StoreError) in try snapshot.isUnchanged(directory, with: listing.count, { listing[$0] }) }) {
      subdirectories = try store.read { snapshot throws(StoreError) in
        try snapshot.children(of: directory).compactMap { child in
          child.subdirectory.map { Reconciliation.Subdirectory(id: $0, name: child.name, isNew: false) }
        }
      }
    } else {
      subdirectories = try store.write { transaction throws(StoreError) in try transaction.reconcile(directory, with: listing) }
        .subdirectories
    }
    for subdirectory in subdirectories {
      guard let child = (node.children ?? []).first(where: { $0.entry.name == subdirectory.name }) else { continue }
      try crawl(child, subdirectory.id, store)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Testing

@testable import IndexStore

/// Reading many hits in batches.
@Suite struct SearchResultsTests {
  let indexed: IndexedFolder
  var store: Store { indexed.store }

  private static let folderNames = (0..<40).map { "d\(10 + $0)" }

  /// Forty folders with five files each; the eleventh has three hundred more.
  init() throws {
    indexed = try IndexedFolder()
    try list(Self.folderNames)
    for (index, name) in Self.folderNames.enumerated() {
      let directory = try #require(try indexed.record("/home/ann/\(name)")?.subdirectory)
      let count = index == 10 ? 305 : 5
      let files = (0..<count).map { file("f\($0) \(String(repeating: "x", count: 200))", inode: UInt64(1000 * (index + 1) + $0)) }
      try store.write { transaction throws(StoreError) in _ = try transaction.reconcile(directory, with: files) }
    }
    try store.indexPending()
  }

  private func list(_ names: [String?]) throws {
    let folders = names.enumerated().compactMap { index, name in name.map { folder($0, inode: UInt64(10 + index)) } }
    try store.write { transaction throws(StoreError) in _ = try transaction.reconcile(indexed.directory, with: folders) }
  }

  private func answer(_ text: String, limit: Int? = nil) throws -> SearchResults {
    var request = SearchRequest(predicate: CompiledPredicate(try Query(parsing: text), in: .current()), limit: limit)
    request.batches = SearchResults.BatchSize(minimum: 8, maximum: 16)
    return try store.answer(request).results
  }

  private func folderName(of hit: SearchHit) -> String {
    String(decoding: hit.path.split(separator: UInt8(ascii: "/"))[2], as: UTF8.self)
  }

  @Test(arguments: [nil, 1, 15, 16, 17, 100, 499, 500, 501])
  func `hits come in batches of a bounded size, in the order of references`(limit: Int?) throws {
    let expected = try store.search(Query(parsing: "kMDItemFSName == \"f*\"")).hits()
    #expect(expected.count == 500)
    var hits: [SearchHit] = []
    try answer("kMDItemFSName == \"f*\"", limit: limit).forEachBatch { batch throws(StoreError) in
      #expect(!batch.isEmpty && batch.count <= 32)
      hits += batch
    }
    #expect(hits == Array(expected.prefix(limit ?? .max)))
  }

  /// What happens to files of each folder, and to the segment with their changes, before the
  /// results are read.
  enum Change: CaseIterable, Codable {
    case none, pending, indexed, merged
  }

  private func make(_ change: Change) throws {
    if change == .none { return }
    for (index, name) in Self.folderNames.enumerated() {
      let directory = try #require(try indexed.record("/home/ann/\(name)")?.subdirectory)
      try store.write { transaction throws(StoreError) in
        // Changes some of the files, not in the order of their numbers.
        for number in [3, 1] {
          let entry = file("f\(number) \(String(repeating: "x", count: 200))", inode: UInt64(1000 * (index + 1) + number), size: 77)
          _ = try transaction.update(directory, entry: entry)
        }
      }
    }
    if change == .pending { return }
    try store.indexPending()
    if change == .indexed { return }
    let records = try store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }.filter { $0.layer == .attributes }
    #expect(records.count > 1)
    #expect(try store.merge(records))
  }

  @Test(arguments: Change.allCases, [nil, 1, 15, 17, 100, 499, 501])
  func `paths without references have the same order`(change: Change, limit: Int?) throws {
    try make(change)
    let query = try Query(parsing: "kMDItemFSName == \"f*\"")
    let expected = try store.search(query).hits()
    #expect(expected.count == 500 && expected.map(\.reference) == expected.map(\.reference).sorted())
    var request = SearchRequest(predicate: CompiledPredicate(query, in: .current()), limit: limit)
    request.batches = SearchResults.BatchSize(minimum: 8, maximum: 16)
    request.goal = .paths
    var lines: [UInt8] = []
    try store.answer(request).results.forEachBatch { batch in lines += batch.lines(0..<batch.count, terminator: 10) }
    #expect(lines == expected.prefix(limit ?? .max).flatMap { $0.path + [10] })
  }

  @Test func `hits in a renamed folder get the new path, and those in a removed folder are omitted`() throws {
    let results = try answer("kMDItemFSName == \"f*\"")
    var names: Set<String> = []
    var count = 0
    try results.forEachBatch { batch throws(StoreError) in
      if count == 0 {
        do {
          try list(Self.folderNames.map { $0 == "d40" ? "new" : $0 == "d41" ? nil : $0 })
        } catch {
          Issue.record(error)
        }
      }
      count += batch.count
      names.formUnion(batch.map(folderName))
    }
    #expect(results.count == 500 && count == 495)
    #expect(names.contains("new") && !names.contains("d40") && !names.contains("d41") && names.count == 39)
  }

  @Test func `names in a damaged segment are read from the catalog`() throws {
    let temporary = TemporaryFolder()
    let path = temporary.path + "/store"
    let query = try Query(parsing: "kMDItemFSSize >= 0")
    // The store is closed after it is built, so that nothing is verified yet when it is opened
    // again.
    let (expected, segment) = try {
      let other = try SearchResultsTests()
      let segment = try #require(try other.store.read { snapshot throws(StoreError) in try snapshot.segmentRecords().first })
      let expected = try other.store.search(query).hits().map(\.path)
      #expect(rename(other.store.path, path) == 0)
      return (expected, segment.id.path(in: path))
    }()
    try damageNames(of: segment)
    let store = try Store.open(path, .read)
    var request = SearchRequest(predicate: CompiledPredicate(query, in: .current()))
    request.batches = SearchResults.BatchSize(minimum: 8, maximum: 16)
    #expect(try store.answer(request).results.hits().map(\.path) == expected)
    #expect(TemporaryFolder.names(in: path + "/segments").contains { $0.hasSuffix(".damaged") })
    #expect(try store.search(query, limit: 300).hits().map(\.path) == Array(expected.prefix(300)))
  }

  /// Changes a byte of a block that contains only names.
  private func damageNames(of segment: String) throws {
    let file = open(segment, O_RDWR)
    defer { close(file) }
    var content = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    #expect(pread(file, &content, content.count, 0) == content.count)
    // Blocks of names contain more of these bytes than others.
    var counts: [Int: Int] = [:]
    for (offset, byte) in content.enumerated() where byte == UInt8(ascii: "x") { counts[offset / (32 * 1024), default: 0] += 1 }
    let block = try #require(counts.max { $0.value < $1.value })
    #expect(block.value > 30 * 1024)
    let middle = block.key * 32 * 1024 + 16 * 1024
    var byte = content[middle] ^ 1
    #expect(pwrite(file, &byte, 1, middle) == 1)
  }

  @Test func `documents are listed in the given order`() throws {
    let hits = try store.search(Query(parsing: "kMDItemFSName == \"f*\"")).hits()
    let gone = DocumentReference(directory: DirectoryID(rawValue: 2), document: DocumentID(rawValue: 1 << 40))
    let listed = SearchResults(hits.reversed().map(\.reference) + [gone], try store.lease(), of: store)
    #expect(try listed.hits() == hits.reversed())
    #expect(try listed.references().count == 501)
  }
}

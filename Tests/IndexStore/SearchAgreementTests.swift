// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import Testing

@testable import IndexStore

/// Searches agree with the evaluator, in every state of the store and of its segments.
@Suite struct SearchAgreementTests {
  /// Number of queries for each state of a tree.
  private static let queriesPerState = 24

  /// Number of trees; more in thorough runs.
  private static let trees = getenv("SEARCHLIGHT_SEARCHED_TREES").flatMap { UInt64(String(cString: $0)) } ?? 5

  @Test(arguments: 0..<trees)
  func `the index answers as the evaluator does`(seed: UInt64) throws {
    let indexed = try IndexedFolder()
    let tree = try ModelTree(indexed, seed: seed)
    var hits = 0
    for state in 0..<6 as Range<UInt64> {
      // First most documents are in segments, some superseded, some pending. Then none are pending.
      hits += try Self.compare(tree, "seed \(seed), state \(state), pending", seed: seed << 8 | state)
      try tree.store.indexPending()
      hits += try Self.compare(tree, "seed \(seed), state \(state), indexed", seed: seed << 8 | state)
      for _ in 0..<8 { try tree.change() }
      switch state {
      case 1: while try !tree.store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 5) }) {}
      case 2: try tree.store.compact()
      case 3: tree.store = try Store.open(tree.store.path, .write(creating: false))
      default: break
      }
    }
    // A query without results would prove little.
    #expect(hits > 12 * Self.queriesPerState, "seed \(seed)")
  }

  /// The number of files is large enough for several threads, for divided results, and for scans.
  @Test(arguments: 1000..<1001 as Range<UInt64>)
  func `searches of many files agree with the evaluator`(seed: UInt64) throws {
    let indexed = try IndexedFolder()
    let tree = try ModelTree(indexed, seed: seed)
    try tree.addCrowd(of: 4500)
    for _ in 0..<10 { try tree.change() }
    #expect(try Self.compare(tree, "seed \(seed)", seed: seed, queries: 12) > 4500)
    try tree.store.indexPending()
    for _ in 0..<10 { try tree.change() }
    #expect(try Self.compare(tree, "seed \(seed), indexed", seed: seed + 1, queries: 12) > 4500)
  }

  /// - Returns: Number of documents found.
  static func compare(_ tree: ModelTree, _ state: String, seed: UInt64, queries: Int = 24) throws -> Int {
    let documents = tree.documents
    var random = RandomFiles(seed: seed)
    var predicates = RandomPredicates(seed: seed, about: Array(documents.prefix(60)))
    let context = EvaluationContext.current()
    var hits = 0
    for _ in 0..<queries {
      let text = predicates.predicate().description
      let predicate = CompiledPredicate(try Query(parsing: text), in: context)
      let expected = try documents.filter { try predicate.matches($0) }.map(\.path)
      let found = try tree.store.search(predicate).hits().map(\.path)
      #expect(difference(found, expected).isEmpty, "\(state): \(text)")
      #expect(try tree.store.count(predicate) == expected.count, "\(state): \(text)")
      hits += expected.count

      let limit = random.number(below: expected.count + 2)
      let first = try tree.store.search(predicate, limit: limit).hits().map(\.path)
      #expect(first == Array(found.prefix(limit)), "\(state), limit \(limit): \(text)")

      var request = SearchRequest(predicate: predicate, limit: random.number(below: 2) == 0 ? limit : nil)
      request.batches = SearchResults.BatchSize(minimum: random.number(below: 4), maximum: 1 + random.number(below: 16))
      let divided = try tree.store.answer(request).results
      let wanted = Array(found.prefix(request.limit ?? .max))
      let hits = try divided.hits()
      #expect(hits.map(\.path) == wanted && divided.count == wanted.count, "\(state), \(request.batches): \(text)")
      #expect(try divided.references() == hits.map(\.reference), "\(state), \(request.batches): \(text)")
      request.goal = .paths
      var lines: [UInt8] = []
      try tree.store.answer(request).results.forEachBatch { lines += $0.lines(0..<$0.count, terminator: 0) }
      #expect(lines == wanted.flatMap { $0 + [0] }, "\(state), \(request.batches): \(text)")

      let scope = (0...random.number(below: 2)).map { _ in random.element(of: documents).path }
      let inside = expected.filter { path in scope.contains { path == $0 || path.starts(with: $0 + [UInt8(ascii: "/")]) } }
      #expect(difference(try tree.store.search(predicate, within: scope).hits().map(\.path), inside).isEmpty, "\(state), within: \(text)")
      #expect(try tree.store.count(predicate, within: scope) == inside.count, "\(state), within: \(text)")
    }
    return hits
  }

  /// Paths that only one side contains, or contains more often, marked with the side.
  private static func difference(_ found: [[UInt8]], _ expected: [[UInt8]]) -> [String] {
    var counts: [[UInt8]: Int] = [:]
    for path in found { counts[path, default: 0] += 1 }
    for path in expected { counts[path, default: 0] -= 1 }
    return counts.filter { $0.value != 0 }.map { ($0.value > 0 ? "+" : "-") + String(decoding: $0.key, as: UTF8.self) }.sorted()
  }
}

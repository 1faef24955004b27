// SPDX-License-Identifier: Apache-2.0

import Attributes
import Finders
import IndexStore
import QueryLanguage

/// Collects the hits of several stores, the most relevant ones first.
///
/// As in ``RankedFinder``, the scores of different stores are comparable as far as names and dates determine them.
struct RelevantFinder {
  private let words: TypedWords
  private let limit: Int?
  private var best: [(hit: FoundHit, score: Int64)] = []
  private var otherFiles: [(results: SearchResults, store: Store)] = []
  private var otherItems: [FoundHit] = []

  init(_ words: TypedWords, limit: Int?) { (self.words, self.limit) = (words, limit) }

  var isEmpty: Bool { best.isEmpty && otherItems.isEmpty && otherFiles.allSatisfy(\.results.isEmpty) }

  mutating func addFiles(_ search: RepeatableSearch) throws(StoreError) {
    let predicate = CompiledPredicate(search.query, in: .current())
    let found = try search.store.relevant(words.query, where: predicate, within: search.folders, limit: limit)
    try add(found.best, search.store) { hit, snapshot throws(StoreError) in try snapshot.path(of: hit) }
    otherFiles.append((found.others, search.store))
  }

  mutating func addItems(of store: Store, _ name: ApplicationStore, _ query: Query) throws(StoreError) {
    let (text, context) = (words.text, EvaluationContext.current())
    let chosen = try store.read { snapshot throws(StoreError) in try snapshot.engagement(with: text, at: context.now.unixSeconds) }
    let found = try store.relevant(words.query, where: CompiledPredicate(query, in: context), limit: limit, adjusting: chosen)
    try add(found.best, store) { hit, snapshot throws(StoreError) in try snapshot.location(ofItem: hit, in: name) }
    let others = try found.others.references()
    otherItems += try store.read { snapshot throws(StoreError) in
      var hits: [FoundHit] = []
      for reference in others {
        guard let path = try snapshot.location(ofItem: reference, in: name) else { continue }
        hits.append(.stored(SearchHit(reference: reference, path: path), store))
      }
      return hits
    }
  }

  /// Adds files with some of the words.
  ///
  /// - Parameters:
  ///   - filter: What every hit satisfies, which includes the filter of the typed text.
  ///   - search: The search for all words.
  mutating func addPartial(_ filter: CompiledPredicate?, except search: RepeatableSearch, limit: Int) throws(StoreError) {
    let all = CompiledPredicate(search.query, in: .current())
    let found = try search.store.partlyRelevant(words.query, limit: limit, where: filter, except: all, within: search.folders)
    try add(found, search.store) { hit, snapshot throws(StoreError) in try snapshot.path(of: hit) }
  }

  /// Adds items with some of the words.
  mutating func addPartialItems(
    of store: Store, _ name: ApplicationStore, _ filter: CompiledPredicate?, except query: Query, limit: Int
  ) throws(StoreError) {
    let all = CompiledPredicate(query, in: .current())
    let found = try store.partlyRelevant(words.query, limit: limit, where: filter, except: all)
    try add(found, store) { hit, snapshot throws(StoreError) in try snapshot.location(ofItem: hit, in: name) }
  }

  /// Adds files that are similar to the words in meaning, except those that were added already.
  ///
  /// - Parameters: As for ``addPartial(_:except:limit:)``.
  mutating func addRelated(_ filter: CompiledPredicate?, except search: RepeatableSearch, limit: Int) throws(StoreError) {
    let all = CompiledPredicate(search.query, in: .current())
    let found = try search.store.related(words.query, limit: limit, where: filter, except: all, within: search.folders)
    try add(found, search.store) { hit, snapshot throws(StoreError) in try snapshot.path(of: hit) }
  }

  /// Adds items that are similar to the words in meaning.
  mutating func addRelatedItems(
    of store: Store, _ name: ApplicationStore, _ filter: CompiledPredicate?, except query: Query, limit: Int
  ) throws(StoreError) {
    let found = try store.related(words.query, limit: limit, where: filter, except: CompiledPredicate(query, in: .current()))
    try add(found, store) { hit, snapshot throws(StoreError) in try snapshot.location(ofItem: hit, in: name) }
  }

  /// Removes the best hits that are also the best hits of another search.
  mutating func removeHits(of other: RelevantFinder) {
    let known = Set(other.best.map(\.hit.path))
    best.removeAll { known.contains($0.hit.path) }
  }

  private mutating func add(
    _ hits: [RankedHit], _ store: Store, _ path: (DocumentReference, borrowing Snapshot) throws(StoreError) -> [UInt8]?
  ) throws(StoreError) {
    best += try store.read { snapshot throws(StoreError) in
      var added: [(hit: FoundHit, score: Int64)] = []
      for hit in hits {
        // A document that was removed meanwhile has no path.
        guard let path = try path(hit.reference, snapshot) else { continue }
        added.append((.stored(SearchHit(reference: hit.reference, path: path), store), hit.score))
      }
      return added
    }
  }

  /// Number of hits that are passed on first, so that they are shown while the others are read.
  private static let firstPage = 50

  /// Calls `body` with the hits in order. Of equally good ones, those of the store that was added first precede.
  ///
  /// - Returns: Number of hits.
  func forEachRun(_ body: (FoundHits) throws(StoreError) -> Void) throws(StoreError) -> Int {
    var count = 0
    func pass(_ hits: [FoundHit]) throws(StoreError) {
      let wanted = limit.map { Array(hits.prefix(max(0, $0 - count))) } ?? hits
      count += wanted.count
      for run in FoundHits.runs(of: wanted) { try body(run) }
    }
    let order = best.indices.sorted { one, other in (-best[one].score, one) < (-best[other].score, other) }
    try pass(order.prefix(Self.firstPage).map { best[$0].hit })
    try pass(order.dropFirst(Self.firstPage).map { best[$0].hit })
    for (results, store) in otherFiles where count < limit ?? .max {
      try results.forEachBatch { batch throws(StoreError) in try pass(batch.map { .stored($0, store) }) }
    }
    try pass(otherItems)
    return count
  }
}

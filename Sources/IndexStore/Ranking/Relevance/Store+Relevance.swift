// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import QueryLanguage
internal import Segments
internal import Threading

/// The hits of a search, the most relevant ones first.
package struct RelevantHits: Sendable {
  /// The best hits in order.
  package var best: [RankedHit] = []
  /// The other hits, in the order of references.
  package var others = SearchResults()

  package var count: Int { best.count + others.count }
}

extension Store {
  /// The documents that match a predicate, ordered by how well they fit the words of a query.
  ///
  /// The hits are exactly those of ``search(_:within:orderedBy:limit:)``. At most
  /// ``RelevanceParameters/maximumRankedHits`` of them are ordered; this does not depend on a limit, so that with a
  /// limit, the first hits are found. If a segment that only the order needs is damaged, none is.
  ///
  /// - Parameters:
  ///   - query: The words that were typed. It does not select hits.
  ///   - paths: Only documents at these absolute paths or below them are found; empty for no restriction.
  ///   - limit: Maximum number of hits.
  ///   - boosts: Documents that people use, with a weight from 0 to 1.
  ///   - now: Seconds since the reference date; `nil` for the present.
  /// - Complexity: A search, about 0.2 µs for each hit, and a few microseconds for each one that is ordered.
  package func relevant(
    _ query: RankedQuery, where predicate: CompiledPredicate, within paths: [[UInt8]] = [], limit: Int? = nil,
    adjusting boosts: [DocumentID: Double] = [:], parameters: RelevanceParameters = RelevanceParameters(), now: Double? = nil
  ) throws(StoreError) -> RelevantHits {
    if predicate.root == .constant(false) || limit == 0 { return RelevantHits() }
    return try retrying { missing throws(StoreError) in
      let snapshots = try SharedSnapshot.open(Parallel.threadCount, of: self)
      let request = SearchRequest(predicate: predicate, paths: paths, goal: .documents)
      let found = try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run().documents
      if found.count == 0 { return RelevantHits() }
      let now = now ?? Timestamp(unixSeconds: clock()).secondsSinceReferenceDate
      let best = try best(of: found, missing, snapshots[0].snapshot) { snapshot throws(StoreError) in
        try RelevanceSearch(query, parameters, boosts, now: now, snapshot).best(of: found, snapshot)
      }
      let first = best.prefix(limit ?? .max)
      let limit = limit.map { $0 - first.count }
      if limit == 0 { return RelevantHits(best: Array(first)) }
      let rest = try found.subtracting(best.map(\.reference.document.rawValue).sorted())
      // Names and paths of many are read only when the best ones were shown.
      let others = try SearchResults(
        rest, isIdentified: true, limit: limit, snapshots[0].snapshot, of: self, batches: SearchResults.BatchSize(minimum: 256))
      return RelevantHits(best: Array(first), others: others)
    }
  }

  /// The best of some documents; none if a damaged segment prevents that, because they can be found without it.
  private func best(
    of found: FoundDocuments, _ missing: String?, _ snapshot: borrowing Snapshot,
    _ body: (borrowing Snapshot) throws(StoreError) -> [RankedHit]
  ) throws(StoreError) -> [RankedHit] {
    do throws(StoreError) {
      return try body(snapshot)
    } catch {
      guard let path = error.damagedSegment(missing: missing) else { throw error }
      Store.reportDamage(of: path)
      return []
    }
  }

  /// Documents with some of the words of a query that do not match a predicate, the best first. Names of folders count
  /// as words, too.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of documents.
  ///   - filter: Only documents that match it are found; `nil` for all.
  ///   - predicate: Documents that match it are left out.
  ///   - paths: As for ``relevant(_:where:within:limit:adjusting:parameters:now:)``.
  /// - Throws: `StoreError.damagedSegment` if a segment is damaged, until it is repaired.
  package func partlyRelevant(
    _ query: RankedQuery, limit: Int, where filter: CompiledPredicate?, except predicate: CompiledPredicate, within paths: [[UInt8]] = [],
    parameters: RelevanceParameters = RelevanceParameters(), now: Double? = nil
  ) throws(StoreError) -> [RankedHit] {
    guard query.words.count > 1, limit > 0 else { return [] }
    return try ranking { missing, snapshots throws(StoreError) in
      func documents(_ predicate: CompiledPredicate) throws(StoreError) -> [UInt64] {
        let request = SearchRequest(predicate: predicate, paths: paths, goal: .documents)
        return try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run().documents.documentIDs()
      }
      let isFiltered = if filter != nil || !paths.isEmpty { true } else { try snapshots[0].snapshot.hasInvisibleDirectories() }
      let allowed = isFiltered ? DocumentIDSet(unordered: try documents(filter ?? CompiledPredicate(.constant(true)))) : nil
      let now = now ?? Timestamp(unixSeconds: clock()).secondsSinceReferenceDate
      let search = try RelevanceSearch(query, parameters, [:], now: now, snapshots[0].snapshot)
      return try search.partial(limit: limit, allowed, except: try documents(predicate), snapshots[0].snapshot)
    }
  }

  /// Corrections of the words of a query, each by the word of the index that is most similar.
  ///
  /// - Returns: One for each word that may be misspelled; words that are as they should be are left out.
  /// - Throws: As ``partlyRelevant(_:limit:where:except:within:parameters:now:)``.
  package func corrections(
    of query: RankedQuery, parameters: RelevanceParameters = RelevanceParameters()
  ) throws(StoreError) -> [WordCorrection] {
    try ranking { _, snapshots throws(StoreError) in
      let now = Timestamp(unixSeconds: clock()).secondsSinceReferenceDate
      return try RelevanceSearch(query, parameters, [:], now: now, snapshots[0].snapshot).corrections()
    }
  }

  func ranking<Result>(
    _ body: (_ missing: String?, [SharedSnapshot]) throws(StoreError) -> [Result]
  ) throws(StoreError) -> [Result] {
    try retrying { missing throws(StoreError) in
      do throws(StoreError) {
        return try body(missing, try SharedSnapshot.open(Parallel.threadCount, of: self))
      } catch {
        if let path = error.damagedSegment(missing: missing) { Store.reportDamage(of: path) }
        throw error
      }
    }
  }
}

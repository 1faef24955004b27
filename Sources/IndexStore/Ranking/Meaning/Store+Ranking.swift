// SPDX-License-Identifier: Apache-2.0

package import QueryLanguage
internal import Attributes
internal import Segments
internal import Threading

extension Store {
  /// The documents that match what a person typed, the best first.
  ///
  /// Documents that contain all words are found first. If they are fewer than a page, documents
  /// with similar words follow, then documents with some of the words. Only the order of the best
  /// ``RankingParameters/rescoringDepth`` documents depends on more than the words' frequencies.
  /// For a query without words, the newest documents that match the filter are found.
  ///
  /// Documents that a search without ranking finds are always found, too, up to the limit: those with words that begin
  /// with any of the words, with parts of compounds, or with signs.
  ///
  /// The result does not depend on how documents are divided into segments or on which changes are
  /// pending. Documents in removed directories count in the statistics of words until their rows are
  /// removed.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of hits.
  ///   - filter: Only documents that match it are found.
  ///   - plain: What a search without ranking finds; `nil` for only what the words find.
  ///   - paths: Only documents at these absolute paths or below them are found; empty for no
  ///     restriction.
  ///   - boosts: Documents that people use, with a weight from 0 to 1.
  ///   - now: Seconds since the reference date; `nil` for the present.
  /// - Throws: `StoreError.damagedSegment` if a segment is damaged, until it is repaired.
  /// - Complexity: O(*p* + *d* · *w*), *p* = postings of the words, *d* = documents with words in
  ///   their attributes, *w* = words. If many names, titles or other fields contain all words, only the
  ///   documents with the best of these count. A filter costs as much as a search for it.
  package func ranked(
    _ query: RankedQuery, limit: Int = 100, where filter: CompiledPredicate? = nil, or plain: CompiledPredicate? = nil,
    within paths: [[UInt8]] = [], adjusting boosts: [DocumentID: Double] = [:], parameters: RankingParameters = RankingParameters(),
    now: Double? = nil
  ) throws(StoreError) -> [RankedHit] {
    try ranked(query, limit, filter, plain, paths, boosts, nil, parameters, now) { hits, _ in hits }
  }

  /// As ``ranked(_:limit:where:or:within:adjusting:parameters:now:)``, with the documents as they were in the
  /// snapshot of the search.
  ///
  /// - Parameter viewer: Only documents that count for this user are found, and count in the statistics; `nil` for all.
  package func rankedFiles(
    _ query: RankedQuery, limit: Int, where filter: CompiledPredicate?, within paths: [[UInt8]], for viewer: Viewer? = nil,
    parameters: RankingParameters
  ) throws(StoreError) -> [(hit: RankedHit, file: MatchedFile)] {
    try ranked(query, limit, filter, nil, paths, [:], viewer, parameters, nil) { hits, snapshot throws(StoreError) in
      var files: [(hit: RankedHit, file: MatchedFile)] = []
      for hit in hits { if let file = try snapshot.matchedFile(hit.reference) { files.append((hit, file)) } }
      return files
    }
  }

  private func ranked<Result>(
    _ query: RankedQuery, _ limit: Int, _ filter: CompiledPredicate?, _ plain: CompiledPredicate?, _ paths: [[UInt8]],
    _ boosts: [DocumentID: Double],
    _ viewer: Viewer?, _ parameters: RankingParameters, _ now: Double?,
    _ body: ([RankedHit], borrowing Snapshot) throws(StoreError) -> [Result]
  ) throws(StoreError) -> [Result] {
    guard !query.words.isEmpty || filter != nil, limit > 0 else { return [] }
    return try retrying { missing throws(StoreError) in
      do throws(StoreError) {
        let isRestricted = filter != nil || !paths.isEmpty || viewer != nil
        let snapshots = try SharedSnapshot.open(isRestricted ? Parallel.threadCount : 1, of: self)
        let isFiltered = if isRestricted { true } else { try snapshots[0].snapshot.hasInvisibleDirectories() }
        let visible = try viewer.map { viewer throws(StoreError) in try VisibleDocuments.find(viewer, in: snapshots) }
        var request = SearchRequest(predicate: filter ?? CompiledPredicate(.constant(true)), paths: paths)
        request.visible = visible
        func found() throws(StoreError) -> [UInt64] {
          let answer = try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run()
          return try answer.results.references().map(\.document.rawValue)
        }
        let allowed = isFiltered ? DocumentIDSet(ascending: try found().sorted()) : nil
        var newest: [UInt64] = []
        if filter != nil, query.words.isEmpty || !query.needsAllWords {
          request.order = SearchOrder(attribute: .known(.contentModificationDate), isDescending: true)
          request.limit = max(limit, parameters.rescoringDepth)
          newest = try found()
        }
        func plainDocuments() throws(StoreError) -> [UInt64] {
          guard let plain else { return [] }
          var request = SearchRequest(predicate: plain, paths: paths)
          request.visible = visible
          request.order = SearchOrder(attribute: .known(.contentModificationDate), isDescending: true)
          request.limit = max(limit, parameters.rescoringDepth)
          let answer = try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run()
          return try answer.results.references().map(\.document.rawValue)
        }
        let now = now ?? Timestamp(unixSeconds: clock()).secondsSinceReferenceDate
        let search = try RankedSearch(
          query, limit, allowed, newest: newest, visible: visible, boosts, parameters, now, snapshots[0].snapshot,
          vectors: searchingVectors)
        return try body(try search.hits(snapshots[0].snapshot, or: plainDocuments), snapshots[0].snapshot)
      } catch {
        if let path = error.damagedSegment(missing: missing) { Store.reportDamage(of: path) }
        throw error
      }
    }
  }
}

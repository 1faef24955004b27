// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import QueryLanguage
internal import Segments

extension Store {
  /// Documents that are similar to the words of a query in meaning and do not match a predicate, the most similar first.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of documents.
  ///   - filter: Only documents that match it are found; `nil` for all.
  ///   - predicate: Documents that match it are left out.
  ///   - paths: As for ``relevant(_:where:within:limit:adjusting:parameters:now:)``.
  /// - Returns: None if there are no word vectors, or they know none of the words.
  /// - Throws: `StoreError.damagedSegment` if a segment is damaged, until it is repaired.
  package func related(
    _ query: RankedQuery, limit: Int, where filter: CompiledPredicate?, except predicate: CompiledPredicate, within paths: [[UInt8]] = [],
    parameters: RankingParameters = RankingParameters()
  ) throws(StoreError) -> [RankedHit] {
    guard limit > 0, query.needsAllWords, query.phrases.isEmpty else { return [] }
    return try ranking { missing, snapshots throws(StoreError) in
      func documents(_ predicate: CompiledPredicate) throws(StoreError) -> [UInt64] {
        let request = SearchRequest(predicate: predicate, paths: paths, goal: .documents)
        return try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run().documents.documentIDs()
      }
      guard try snapshots[0].snapshot.comparesMeanings, let vectors = searchingVectors() else { return [] }
      let source = try RankedSource(snapshots[0].snapshot, at: clock())
      guard let search = MeaningSearch(query, vectors, source, parameters) else { return [] }
      let isFiltered = if filter != nil || !paths.isEmpty { true } else { try snapshots[0].snapshot.hasInvisibleDirectories() }
      let allowed = isFiltered ? DocumentIDSet(unordered: try documents(filter ?? CompiledPredicate(.constant(true)))) : nil
      let known = Set(try documents(predicate))
      let found = try search.related(min(limit, parameters.maximumRelatedHits)) { document in
        !known.contains(document) && allowed?.contains(document) ?? true
      }
      let references = try source.references(of: found.map(\.document))
      return zip(found, references).compactMap { found, reference in
        reference.map { RankedHit(reference: $0, score: Int64((Double(found.cosine) * 1_048_576).rounded()), tier: .related) }
      }
    }
  }
}

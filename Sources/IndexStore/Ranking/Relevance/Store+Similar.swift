// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import QueryLanguage
internal import Segments
internal import WordVectors

/// The meaning of a document, which can be compared with that of documents in any store.
package struct DocumentMeaning: Sendable, Equatable {
  let vector: TextVector
  /// Of the model that made the vector.
  let model: UInt64
}

/// What a store knows of the meaning of a document.
package enum MeaningLookup: Sendable, Equatable {
  case known(DocumentMeaning)
  /// No text, title or description of the document has words with vectors, or its vectors are not made yet.
  case unknown
  /// The user does not let meanings be compared.
  case switchedOff
  /// There are no word vectors, or they cannot be used.
  case noWordVectors
}

extension Store {
  /// - Throws: `StoreError.damagedSegment` if a segment is damaged, until it is repaired.
  package func meaning(
    of document: DocumentID, parameters: RankingParameters = RankingParameters()
  ) throws(StoreError) -> MeaningLookup {
    let found = try ranking { _, snapshots throws(StoreError) -> [MeaningLookup] in
      guard try snapshots[0].snapshot.comparesMeanings else { return [.switchedOff] }
      guard let model = searchingVectors() else { return [.noWordVectors] }
      let source = try RankedSource(snapshots[0].snapshot, at: clock())
      guard let vectors = DocumentVectors(WordVectorLookup(model), source, parameters) else { return [.noWordVectors] }
      guard let vector = try vectors.vectors(of: [document.rawValue])[document.rawValue] else { return [.unknown] }
      return [.known(DocumentMeaning(vector: vector, model: model.identity))]
    }
    return found.first ?? .unknown
  }

  /// The documents that are most similar to another one in meaning, the most similar first.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of documents.
  ///   - filter: Only documents that match it are found; `nil` for all.
  ///   - paths: As for ``relevant(_:where:within:limit:adjusting:parameters:now:)``.
  ///   - document: Left out: the one with this meaning, if it is in this store.
  /// - Returns: None if the store compares no meanings.
  /// - Throws: `StoreError.damagedSegment` if a segment is damaged, until it is repaired.
  package func similar(
    to meaning: DocumentMeaning, limit: Int, where filter: CompiledPredicate?, within paths: [[UInt8]] = [], except document: DocumentID?,
    parameters: RankingParameters = RankingParameters()
  ) throws(StoreError) -> [RankedHit] {
    guard limit > 0 else { return [] }
    return try ranking { missing, snapshots throws(StoreError) in
      guard try snapshots[0].snapshot.comparesMeanings, let model = searchingVectors(), model.isComparable(with: meaning.model) else {
        return []
      }
      let source = try RankedSource(snapshots[0].snapshot, at: clock())
      guard let vectors = DocumentVectors(WordVectorLookup(model), source, parameters) else { return [] }
      let isFiltered = if filter != nil || !paths.isEmpty { true } else { try snapshots[0].snapshot.hasInvisibleDirectories() }
      var allowed: DocumentIDSet?
      if isFiltered {
        let request = SearchRequest(predicate: filter ?? CompiledPredicate(.constant(true)), paths: paths, goal: .documents)
        let found = try SearchExecution(request: request, store: self, snapshots: snapshots, missing: missing).run().documents
        allowed = DocumentIDSet(unordered: try found.documentIDs())
      }
      let found = try MeaningSearch(meaning.vector, vectors).related(limit, above: parameters.minimumDeviationsOfSimilar) {
        $0 != document?.rawValue && allowed?.contains($0) ?? true
      }
      return zip(found, try source.references(of: found.map(\.document))).compactMap { found, reference in
        reference.map { RankedHit(reference: $0, score: Int64((Double(found.cosine) * 1_048_576).rounded()), tier: .related) }
      }
    }
  }
}

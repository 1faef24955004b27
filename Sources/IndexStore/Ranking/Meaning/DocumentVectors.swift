// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import WordVectors

/// The vectors of documents: of their texts, and of their titles and descriptions.
struct DocumentVectors {
  let model: WordVectorModel
  let source: RankedSource
  let parameters: RankingParameters
  /// The vectors of the fields of pending documents.
  private(set) var pendingFields: [UInt64: TextVector] = [:]

  /// - Returns: `nil` if the model is damaged.
  init?(_ lookup: WordVectorLookup, _ source: RankedSource, _ parameters: RankingParameters) {
    (model, self.source, self.parameters) = (lookup.model, source, parameters)
    do throws(WordVectorError) { try addPending(lookup) } catch { return nil }
  }

  /// Computes the vectors that segments will have of pending documents, see ``FieldVectorWriter``.
  private mutating func addPending(_ lookup: WordVectorLookup) throws(WordVectorError) {
    var found: [Int: [(field: RankedField, term: [UInt8], word: KnownWord)]] = [:]
    for (term, documents) in source.pending.documents {
      guard let word = lookup.word(term.span) else { continue }
      for (index, field) in documents where field.hasMeaning { found[index, default: []].append((field, term, word)) }
    }
    for (index, terms) in found {
      let sorted = terms.sorted { one, other in
        if one.field != other.field { return one.field.rawValue < other.field.rawValue }
        return one.term.lexicographicallyPrecedes(other.term)
      }
      var sum = VectorSum()
      var last: (field: RankedField, term: [UInt8])?
      for (field, term, word) in sorted where last?.field != field || last?.term != term {
        last = (field, term)
        try sum.add(word, count: 1, of: model)
      }
      if let vector = sum.vector(scale: model.scale) {
        pendingFields[source.pending.references[index].document.rawValue] = vector.rounded
      }
    }
  }

  /// The vector of each document that has one.
  func vectors(of documents: [UInt64]) throws(StoreError) -> [UInt64: TextVector] {
    let wanted = Set(documents).sorted()
    var texts: [UInt64: TextVector] = [:]
    var fields = pendingFields.filter { wanted.containsAscending($0.key) }
    try translatingSegmentErrors { () throws(SegmentError) in
      for segment in source.texts {
        guard let rows = try segment.reader.textVectors, model.isComparable(with: rows.identity) else { continue }
        try Self.addRows(rows, of: segment.reader, excluding: segment.excluded, wanted, to: &texts)
      }
      for segment in source.attributes {
        guard let rows = try segment.reader.fieldVectors, model.isComparable(with: rows.identity) else { continue }
        try Self.addRows(rows, of: segment.reader, excluding: segment.dead, wanted, to: &fields)
      }
    }
    for (document, field) in fields {
      guard let text = texts[document] else {
        texts[document] = field
        continue
      }
      var sum = VectorSum()
      sum.add(text, times: 1, scale: model.scale)
      sum.add(field, times: parameters.fieldMeaningWeight, scale: model.scale)
      texts[document] = sum.vector(scale: model.scale)
    }
    return texts
  }

  private static func addRows(
    _ rows: VectorRows, of segment: SegmentReader, excluding excluded: OrdinalSet, _ documents: [UInt64],
    to found: inout [UInt64: TextVector]
  ) throws(SegmentError) {
    if rows.count == 0 { return }
    let ordinals = try segment.ordinals(ofDocuments: documents).subtracting(excluded)
    for (ordinal, document) in zip(ordinals.ordinals, try segment.documentIDs(inOrderOf: ordinals)) {
      if let vector = try rows.row(of: ordinal) { found[document] = vector }
    }
  }
}

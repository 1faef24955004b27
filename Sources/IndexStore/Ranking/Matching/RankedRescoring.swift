// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments

/// Orders the best documents by all that is known about them: besides the BM25F score, the names,
/// the distances between words, the dates, and what programs and people say.
///
/// Each feature lies between 0 and 1 and has a weight that is not negative, so more evidence never
/// lowers a document.
struct RankedRescoring {
  let query: RankedQuery
  let matching: RankedMatching
  let parameters: RankingParameters
  /// Additional weights of documents, from 0 to 1.
  let boosts: [DocumentID: Double]
  /// Seconds since the reference date.
  let now: Double
  /// How similar documents are to the query in meaning, from 0 to 1. Empty if meaning does not count.
  let similarities: [UInt64: Float]

  /// A document and what determines its place.
  private struct Scored {
    let hit: RankedHit
    let date: Double

    static func precedes(_ one: Scored, _ other: Scored) -> Bool {
      // As for ``TopDocuments``: which of equal documents are found must not depend on how many.
      (other.hit.score, other.date, other.hit.reference.document) < (one.hit.score, one.date, one.hit.reference.document)
    }
  }

  /// The documents as hits, the best first.
  ///
  /// - Complexity: One row of the catalog for each document and, with several words, their positions
  ///   in its text.
  func hits(
    _ documents: [TopDocuments.Entry], from source: RankedSource, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [RankedHit] {
    let references = try source.references(of: documents.map(\.document))
    let proximities = try proximities(of: documents)
    let best =
      parameters.weighsFrequencies
      ? documents.reduce(Float(0)) { max($0, $1.score) }
      // More than any document has.
      : Float(query.words.reduce(0) { $0 + $1.count })
    let pattern = RankedTitles.Pattern(query)
    var scored: [Scored] = []
    try snapshot.withView { view throws(StoreError) in
      var rows = try DocumentRows(snapshot)
      // Rows are read in the order of keys, which is faster.
      let order = documents.indices.filter { references[$0] != nil }.sorted { one, other in
        guard let first = references[one], let second = references[other] else { return false }
        return first < second
      }
      for index in order {
        guard let reference = references[index], try rows.withRow(of: reference, in: snapshot, { view.look(at: $0) }) != nil else {
          continue
        }
        let document = documents[index]
        var titles = RankedTitles()
        if document.tier >= .everywhere, !query.words.isEmpty {
          // How much of a title the query covers counts only if the title has all words.
          try view.forEachRankedText(in: \.isTitle) { field, text in
            if document.tier < .title, RankedTitles.beginsOtherwise(text.utf8.span, than: pattern) { return }
            if field == .name { titles.compare(name: text.utf8.span, with: pattern) } else { titles.compare(text.utf8.span, with: pattern) }
          }
        }
        let tier = max(document.tier, titles.tier ?? document.tier)
        let date = try view.latestDate()
        var score = parameters.tierStep * Double(tier.rawValue)
        let meaningShare = similarities.isEmpty ? 0 : tier == .related ? 1 : parameters.meaningShare
        score += parameters.textWeight * meaningShare * Double(similarities[document.document] ?? 0)
        // No document has a score if the query has no words, or if the only ones are too common for a number.
        let greatest = logarithm(1 + Double(best))
        if greatest > 0 {
          score += parameters.textWeight * (1 - meaningShare) * logarithm(1 + Double(document.score)) / greatest
        }
        if tier <= .everywhere { score += parameters.proximityWeight * proximities[index] }
        if tier >= .title { score += parameters.exactnessWeight * titles.coverage }
        score += parameters.recencyWeight * recency(date)
        score += parameters.engagementWeight * min(max(boosts[reference.document] ?? 0, 0), 1)
        score += parameters.hintWeight * (try view.rankingHint())
        // Differences below a millionth are noise of rounding.
        let hit = RankedHit(reference: reference, score: Int64((score * 1_048_576).rounded()), tier: tier)
        scored.append(Scored(hit: hit, date: date))
      }
    }
    return scored.sorted(by: Scored.precedes).map(\.hit)
  }

  private func recency(_ date: Double) -> Double {
    let days = max(0, ((now - date) / 86_400).rounded(.down))
    return power(0.5, days / parameters.recencyHalfLife)
  }

  /// The proximity of the words in the text of each document.
  private func proximities(of documents: [TopDocuments.Entry]) throws(StoreError) -> [Double] {
    guard query.words.count > 1, parameters.proximityWeight > 0 else { return [Double](repeating: 0, count: documents.count) }
    return try matching.proximities(of: documents.map(\.document)).map { $0?.value(matching.idf) ?? 0 }
  }
}

extension RankedMatching {
  /// The positions of the words in the text of each document; `nil` for documents without a text.
  func proximities(of documents: [UInt64]) throws(StoreError) -> [WordProximity?] {
    var values = [WordProximity?](repeating: nil, count: documents.count)
    let sorted = documents.sorted()
    let indices = Dictionary(uniqueKeysWithValues: documents.indices.map { (documents[$0], $0) })
    for text in texts {
      var own: [(ordinal: UInt32, index: Int)] = []
      try translatingSegmentErrors { () throws(SegmentError) in
        let ordinals = try text.reader.ordinals(ofDocuments: sorted).subtracting(text.excluded)
        for (ordinal, id) in zip(ordinals.ordinals, try text.reader.documentIDs(inOrderOf: ordinals)) {
          if let index = indices[id] { own.append((ordinal, index)) }
        }
      }
      if own.isEmpty { continue }
      let ordinals = own.map(\.ordinal)
      var proximities = [WordProximity](repeating: WordProximity(wordCount: forms.count), count: own.count)
      try translatingSegmentErrors { () throws(SegmentError) in
        for (word, form) in forms.enumerated() {
          let terms = try form.terms(in: .text, of: text.reader).map(\.postings)
          try text.reader.forEachPositions(of: terms, in: ordinals) { proximities[$0].set($1, of: word) }
          guard let whole = try text.reader.postings(of: form.word.token, in: .text) else { continue }
          try text.reader.forEachPositions(of: [whole], in: ordinals) { index, _ in proximities[index].setWhole(word) }
        }
      }
      for (proximity, entry) in zip(proximities, own) { values[entry.index] = proximity }
    }
    return values
  }
}

extension DocumentView {
  /// When the document was last used, changed or added, in seconds since the reference date.
  func latestDate() throws(StoreError) -> Double {
    var latest = -Double.infinity
    for key in [.lastUsedDate, .contentModificationDate, .addedDate] as [AttributeKey] {
      if case .date(let date)? = try value(of: key) { latest = max(latest, date.secondsSinceReferenceDate) }
    }
    return latest
  }

  /// The importance that the document's program gives it among its own, from −1 to 1.
  func rankingHint() throws(StoreError) -> Double {
    // Apple defines the range 0 to 100.
    guard case .integer(let hint)? = try attributes()[.rankingHint] else { return 0 }
    return Double(min(max(hint, 0), 100) - 50) / 50
  }
}

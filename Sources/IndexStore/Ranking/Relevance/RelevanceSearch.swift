// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments

/// Chooses and orders the best hits of one search.
///
/// 1. Each hit gets the BM25F score of its words (``RankedMatching``). Of many hits, those with the best scores are
///    candidates, and those with the best names.
/// 2. The candidates are ordered by all that is known about them (``RelevanceScoring``).
struct RelevanceSearch {
  private let query: RankedQuery
  private let parameters: RelevanceParameters
  private let source: RankedSource
  private let matching: RankedMatching
  private let scoring: RelevanceScoring

  init(
    _ query: RankedQuery, _ parameters: RelevanceParameters, _ boosts: [DocumentID: Double], now: Double, _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    (self.query, self.parameters) = (query, parameters)
    source = try RankedSource(snapshot, at: Timestamp(secondsSinceReferenceDate: now).unixSeconds)
    let forms = query.words.map { WordForm($0, nil, stemWeight: 0, completionWeight: parameters.matching.completionWeight) }
    matching = try RankedMatching(forms, query, source, parameters.matching)
    scoring = RelevanceScoring(query: query, matching: matching, parameters: parameters, boosts: boosts, now: now)
  }

  /// The best of some documents, in order.
  func best(of found: FoundDocuments, _ snapshot: borrowing Snapshot) throws(StoreError) -> [RankedHit] {
    let all = try found.documentIDs()
    let allowed = DocumentIDSet(unordered: all)
    let isWhole = all.count <= parameters.maximumRankedHits
    let most = isWhole ? all.count : parameters.maximumRankedHits / 2
    var top = TopDocuments(capacity: most)
    if !isWhole { try matching.add(RankedMatching.Selection(tier: .everywhere, allowed: allowed), to: &top) }
    var entries = top.heap
    if entries.count < most {
      top = TopDocuments(capacity: most - entries.count)
      let selection = RankedMatching.Selection(tier: .some, allowed: allowed, known: Set(entries.map(\.document)))
      try matching.add(selection, to: &top)
      entries += top.heap
    }
    var known = Set(entries.map(\.document))
    let others = isWhole ? all : try bestNames(of: found, parameters.maximumRankedHits - entries.count)
    for document in others where known.insert(document).inserted {
      entries.append(TopDocuments.Entry(tier: .some, score: 0, document: document))
    }
    return try scoring.hits(entries, .everywhere, from: source, in: snapshot)
  }

  /// Documents with some of the words, the best first.
  ///
  /// - Parameters:
  ///   - allowed: Other documents are left out; `nil` for none.
  ///   - known: Hits with all words, which are left out.
  func partial(
    limit: Int, _ allowed: DocumentIDSet?, except known: [UInt64], _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> [RankedHit] {
    var top = TopDocuments(capacity: max(limit, parameters.maximumRankedHits / 2))
    let phrases = try PhraseMatches(query.phrases, in: matching, source, snapshot)
    try matching.add(RankedMatching.Selection(tier: .some, allowed: allowed, phrases: phrases, known: Set(known)), to: &top)
    return Array(try scoring.hits(top.heap, .some, from: source, in: snapshot).prefix(limit))
  }

  /// The documents of a segment whose names have all words as whole words.
  private func withWholeWords(_ part: FoundDocuments.Part) throws(StoreError) -> OrdinalSet {
    try translatingSegmentErrors { () throws(SegmentError) in
      var ordinals = part.ordinals
      for word in query.words {
        guard let postings = try part.reader.postings(of: word.token, in: .words(RankedField.name.words)) else {
          return OrdinalSet(universe: ordinals.universe)
        }
        ordinals = ordinals.intersection(try part.reader.documents(with: [postings]))
      }
      return ordinals
    }
  }

  /// The documents whose names fit the words best, in no particular order.
  private func bestNames(of found: FoundDocuments, _ count: Int) throws(StoreError) -> [UInt64] {
    let isCrowded = found.count > parameters.maximumComparedNames
    let finder = WordFinder(query)
    var top = TopDocuments(capacity: count)
    for (number, part) in found.parts.enumerated() {
      let ordinals = isCrowded ? try withWholeWords(part) : part.ordinals
      if ordinals.count > parameters.maximumComparedNames { continue }
      try translatingSegmentErrors { () throws(SegmentError) in
        try part.reader.forEachName(of: ordinals) { ordinal, name in
          var placements = WordPlacements(wordCount: query.words.count)
          finder.forEachMatch(in: name) { placements.raise($0, to: finder.placement($1, of: $0, parameters)) }
          let mean = Float(placements.mean(matching.idf))
          // The purpose, which takes longer to find, only lowers the score.
          guard mean > 0, top.mayAdd(.some, mean) else { return }
          let share = DocumentPurpose(name: name) == .person ? 1 : Float(parameters.programPlacementWeight / parameters.placementWeight)
          // Ordinals stand for documents until the best are known.
          top.insert(TopDocuments.Entry(tier: .some, score: mean * share, document: UInt64(number) << 32 | UInt64(ordinal)))
        }
      }
    }
    var best: [UInt64] = []
    for entry in top.heap {
      best.append(
        try translatingSegmentErrors { () throws(SegmentError) in
          try found.parts[Int(entry.document >> 32)].reader.documentID(of: UInt32(truncatingIfNeeded: entry.document))
        })
    }
    return best
  }

  /// For each word that may be misspelled, the most similar word of the index; other words are left out.
  ///
  /// Words that no document has are corrected; if there are none, words that few documents have.
  func corrections() throws(StoreError) -> [WordCorrection] {
    let counts = matching.documentFrequencies
    let absent = query.words.indices.filter { counts[$0] == 0 }
    let rare = query.words.indices.filter { counts[$0] < parameters.matching.sufficientHits }
    var corrections: [WordCorrection] = []
    for word in absent.isEmpty ? rare : absent {
      if let best = try CorrectionSearch(query.words[word], count: counts[word])?.best(in: source) { corrections.append(best) }
    }
    return corrections
  }
}

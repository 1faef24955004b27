// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis
internal import WordVectors

/// Answers one ranked query from one snapshot.
///
/// 1. Documents that contain all words, and the phrases, are found (``RankedMatching``).
/// 2. What a search without ranking finds besides follows, if there is room.
/// 3. If they are fewer than a page, rare words also stand for similar words, because a misspelling may occur in a
///    document, too.
/// 4. If they still are, documents with some of the words are found, too; if there are few of these, also those with
///    words that are similar to some.
/// 5. If there are less than a page with all words, documents that are similar in meaning follow (``MeaningSearch``).
/// 6. The best documents are ordered (``RankedRescoring``).
///
/// If the query needs only some of the words, the documents with some of them follow those with all in any case.
struct RankedSearch {
  private let query: RankedQuery
  private let limit: Int
  private let allowed: DocumentIDSet?
  private let newest: [UInt64]
  private let boosts: [DocumentID: Double]
  private let parameters: RankingParameters
  private let now: Double
  private let source: RankedSource
  private let stemmer: Stemmer?
  private let vectors: () -> WordVectorModel?

  /// - Parameters:
  ///   - allowed: The documents that match the filter; `nil` for all.
  ///   - newest: The newest ones of these, if a hit needs none of the words.
  ///   - visible: The documents that count for document frequencies; `nil` for all.
  ///   - vectors: Returns the model for documents that are similar in meaning; `nil` to find none.
  init(
    _ query: RankedQuery, _ limit: Int, _ allowed: DocumentIDSet?, newest: [UInt64], visible: DocumentIDSet?,
    _ boosts: [DocumentID: Double], _ parameters: RankingParameters, _ now: Double, _ snapshot: borrowing Snapshot,
    vectors: @escaping () -> WordVectorModel?
  ) throws(StoreError) {
    self.vectors = vectors
    self.query = query
    self.limit = limit
    self.allowed = allowed
    self.newest = newest
    self.boosts = boosts
    self.parameters = parameters
    self.now = now
    source = try RankedSource(snapshot, at: Timestamp(secondsSinceReferenceDate: now).unixSeconds, visible)
    stemmer = parameters.stemWeight > 0 ? Stemmer(languages: parameters.languages) : nil
  }

  /// - Parameter plain: Returns the newest documents that a search without ranking finds.
  func hits(_ snapshot: borrowing Snapshot, or plain: () throws(StoreError) -> [UInt64]) throws(StoreError) -> [RankedHit] {
    var (matching, documents) = try documents(snapshot, plain)
    let similarities = try addRelated(to: &documents, in: snapshot)
    let rescoring = RankedRescoring(
      query: query, matching: matching, parameters: parameters, boosts: boosts, now: now, similarities: similarities)
    return Array(try rescoring.hits(documents, from: source, in: snapshot).prefix(limit))
  }

  /// Adds documents that are similar in meaning, unless a page is full.
  ///
  /// - Returns: How similar all the documents are, from 0 to 1. Empty if a page is full.
  private func addRelated(
    to documents: inout [TopDocuments.Entry], in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [UInt64: Float] {
    guard parameters.findsRelated, query.needsAllWords, !query.words.isEmpty, query.phrases.isEmpty,
      documents.count(where: { $0.tier >= .corrected }) < parameters.sufficientHits,
      try snapshot.comparesMeanings, let vectors = vectors(),
      let search = MeaningSearch(query, vectors, source, parameters)
    else { return [:] }
    let known = Set(documents.map(\.document))
    let related = try search.related(min(parameters.maximumRelatedHits, limit)) { !known.contains($0) && allowed?.contains($0) ?? true }
    documents += related.map { .init(tier: .related, score: 0, document: $0.document) }
    return try search.similarities(of: documents.map(\.document))
  }

  /// The best documents, in no particular order.
  private func documents(
    _ snapshot: borrowing Snapshot, _ plain: () throws(StoreError) -> [UInt64]
  ) throws(StoreError) -> (RankedMatching, [TopDocuments.Entry]) {
    var found: [TopDocuments.Entry] = []
    let forms = query.words.map { WordForm($0, stemmer, stemWeight: parameters.stemWeight) }
    let matching = try RankedMatching(forms, query, source, parameters)
    if forms.isEmpty { return (matching, withoutScores(newest + usedDocuments, .everywhere)) }
    let phrases = try PhraseMatches(query.phrases, in: matching, source, snapshot)
    try add(.everywhere, matching, phrases, to: &found)
    guard query.needsAllWords else {
      if found.count < limit, query.words.count > 1 { try add(.some, matching, phrases, to: &found) }
      let known = Set(found.map(\.document))
      let others = withoutScores(newest.filter { !known.contains($0) }, .some)
      return (matching, found + others.prefix(max(0, limit - found.count)))
    }
    if found.count < limit {
      let known = Set(found.map(\.document))
      let others = try plain().filter { !known.contains($0) && allowed?.contains($0) ?? true }
      found += withoutScores(Array(others.prefix(limit - found.count)), .everywhere)
    }
    guard found.count < parameters.sufficientHits else { return (matching, found) }
    let similar = try corrected(forms, matching.documentFrequencies).map { forms throws(StoreError) in
      try RankedMatching(forms, query, source, parameters)
    }
    func addSimilar(_ tier: RankTier) throws(StoreError) {
      guard let similar else { return }
      try add(tier, similar, try PhraseMatches(query.phrases, in: similar, source, snapshot), to: &found)
    }
    try addSimilar(.corrected)
    guard query.words.count > 1 else { return (matching, found) }
    // Without corrections first: that a document lacks some words is no evidence of a misspelling.
    if found.count < parameters.sufficientHits { try add(.some, matching, phrases, to: &found) }
    if found.count < parameters.sufficientHits { try addSimilar(.some) }
    return (matching, found)
  }

  /// The forms with corrections of rare words, which may be misspelled; `nil` if there are none.
  private func corrected(_ forms: [WordForm], _ documentFrequencies: [Int]) -> [WordForm]? {
    guard parameters.correctsSpelling else { return nil }
    let corrected = zip(forms, documentFrequencies).map { form, count in
      count >= parameters.sufficientHits ? form : WordForm(form.word, stemmer, stemWeight: parameters.stemWeight, isCorrected: true)
    }
    return corrected.contains { $0.hasCorrections } ? corrected : nil
  }

  private func add(
    _ tier: RankTier, _ matching: RankedMatching, _ phrases: PhraseMatches?, to found: inout [TopDocuments.Entry]
  ) throws(StoreError) {
    var selection = RankedMatching.Selection(tier: tier, allowed: allowed, phrases: phrases, known: Set(found.map(\.document)))
    var top = TopDocuments(capacity: max(limit, parameters.rescoringDepth) - found.count)
    try matching.add(selection, to: &top)
    found += top.heap
    if boosts.isEmpty { return }
    // A document that people use may be the best one, whatever its text.
    selection.known.formUnion(top.heap.map(\.document))
    let used = usedDocuments
    selection.allowed = DocumentIDSet(ascending: used)
    top = TopDocuments(capacity: used.count)
    if !used.isEmpty { try matching.add(selection, to: &top) }
    found += top.heap
  }

  private func withoutScores(_ documents: [UInt64], _ tier: RankTier) -> [TopDocuments.Entry] {
    var seen: Set<UInt64> = []
    return documents.filter { seen.insert($0).inserted }.map { .init(tier: tier, score: 0, document: $0) }
  }

  /// The documents that people use and that may be found, in ascending order.
  private var usedDocuments: [UInt64] { boosts.keys.map(\.rawValue).filter { allowed?.contains($0) ?? true }.sorted() }
}

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

/// Answers one ranked query from one snapshot.
///
/// 1. Documents that contain all words, and the phrases, are found (``RankedMatching``).
/// 2. If they are fewer than a page, words that no document contains stand for similar words.
/// 3. If they still are, documents with some of the words are found, too; if there is none, those with
///    words that are similar to some.
/// 4. The best documents are ordered (``RankedRescoring``).
struct RankedSearch {
  private let query: RankedQuery
  private let limit: Int
  private let allowed: DocumentIDSet?
  private let boosts: [DocumentID: Double]
  private let parameters: RankingParameters
  private let now: Double
  private let source: RankedSource
  private let stemmer: Stemmer?

  init(
    _ query: RankedQuery, _ limit: Int, _ allowed: DocumentIDSet?, _ visible: DocumentIDSet?, _ boosts: [DocumentID: Double],
    _ parameters: RankingParameters, _ now: Double, _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    self.query = query
    self.limit = limit
    self.allowed = allowed
    self.boosts = boosts
    self.parameters = parameters
    self.now = now
    source = try RankedSource(snapshot, at: Timestamp(secondsSinceReferenceDate: now).unixSeconds, visible)
    stemmer = parameters.stemWeight > 0 ? Stemmer(languages: parameters.languages) : nil
  }

  func hits(_ snapshot: borrowing Snapshot) throws(StoreError) -> [RankedHit] {
    let (matching, documents) = try documents(snapshot)
    let rescoring = RankedRescoring(query: query, matching: matching, parameters: parameters, boosts: boosts, now: now)
    return Array(try rescoring.hits(documents, from: source, in: snapshot).prefix(limit))
  }

  /// The best documents, in no particular order.
  private func documents(_ snapshot: borrowing Snapshot) throws(StoreError) -> (RankedMatching, [TopDocuments.Entry]) {
    var found: [TopDocuments.Entry] = []
    let forms = query.words.map { WordForm($0, stemmer, stemWeight: parameters.stemWeight) }
    let matching = try RankedMatching(forms, query, source, parameters)
    let phrases = try PhraseMatches(query.phrases, in: matching, source, snapshot)
    try add(.everywhere, matching, phrases, to: &found)
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
    // Without corrections: that a document lacks some words is no evidence of a misspelling.
    if found.count < parameters.sufficientHits { try add(.some, matching, phrases, to: &found) }
    if found.isEmpty { try addSimilar(.some) }
    return (matching, found)
  }

  /// The forms with corrections of words that do not occur; `nil` if there are none.
  private func corrected(_ forms: [WordForm], _ documentFrequencies: [Int]) -> [WordForm]? {
    guard parameters.correctsSpelling else { return nil }
    let corrected = zip(forms, documentFrequencies).map { form, count in
      count > 0 ? form : WordForm(form.word, stemmer, stemWeight: parameters.stemWeight, isCorrected: true)
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
    let used = boosts.keys.map(\.rawValue).filter { allowed?.contains($0) ?? true }.sorted()
    selection.allowed = DocumentIDSet(ascending: used)
    top = TopDocuments(capacity: used.count)
    if !used.isEmpty { try matching.add(selection, to: &top) }
    found += top.heap
  }
}

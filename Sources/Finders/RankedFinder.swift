// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import IndexStore
package import QueryLanguage
package import SystemSearch

/// Collects the best hits of several stores.
///
/// Scores of different stores are comparable as far as the tier, the coverage of titles and the dates
/// determine them; the frequencies of words are those of each store.
package struct RankedFinder {
  private struct Candidate {
    let source: FoundHit
    /// Whether the document lacks some of the words.
    let isPartial: Bool
    let score: Int64

    func precedes(_ other: Candidate) -> Bool {
      if isPartial != other.isPartial { return other.isPartial }
      return score > other.score
    }
  }

  private let text: String
  package let query: RankedQuery
  private let filter: CompiledPredicate?
  /// What a search without ranking finds.
  private let plain: CompiledPredicate?
  private let limit: Int
  private var candidates: [Candidate] = []
  /// Whether a document in the user's indexes has all words as they were typed.
  package private(set) var hasAllWords = false
  /// Why the store of files could not be searched.
  package private(set) var damage: [StoreError] = []

  /// - Parameters:
  ///   - text: What was typed; items that were chosen after it, or a similar text, come first.
  ///   - filter: What every hit satisfies, which includes the filter of the typed text.
  package init(_ typed: RankedText, for text: String, where filter: Query, limit: Int) {
    (query, self.text) = (RankedQuery(typed.words, needsAllWords: !typed.hasAlternatives), text)
    // A search without a filter reads less, but a query without words needs one.
    self.filter = filter.predicate == .constant(true) ? nil : CompiledPredicate(filter, in: .current())
    // With alternatives, the filter is that already.
    plain = typed.hasAlternatives ? nil : CompiledPredicate(Query(.all([typed.query.predicate, filter.predicate])), in: .current())
    self.limit = limit
  }

  /// - Parameter folders: Absolute paths of the folders to search; empty to search everywhere.
  package mutating func addFiles(of store: Store, within folders: [[UInt8]]) {
    do throws(StoreError) {
      try add(store, try store.ranked(query, limit: limit, where: filter, or: plain, within: folders)) { hit, snapshot throws(StoreError) in
        try snapshot.path(of: hit)
      }
    } catch {
      damage.append(error)
    }
  }

  package mutating func addItems(of store: Store, _ name: ApplicationStore) throws(StoreError) {
    let now = EvaluationContext.current().now.unixSeconds
    let chosen = try store.read { snapshot throws(StoreError) in try snapshot.engagement(with: text, at: now) }
    try add(store, try store.ranked(query, limit: limit, where: filter, or: plain, adjusting: chosen)) { hit, snapshot throws(StoreError) in
      try snapshot.location(ofItem: hit, in: name)
    }
  }

  private func isPartial(_ hit: RankedHit) -> Bool { query.needsAllWords && hit.tier <= .some }

  private mutating func add(
    _ store: Store, _ hits: [RankedHit], _ path: (DocumentReference, borrowing Snapshot) throws(StoreError) -> [UInt8]?
  ) throws(StoreError) {
    candidates += try store.read { snapshot throws(StoreError) in
      var added: [Candidate] = []
      for hit in hits {
        // A document that was removed meanwhile has no path.
        guard let path = try path(hit.reference, snapshot) else { continue }
        if hit.tier > .corrected { hasAllWords = true }
        let found = SearchHit(reference: hit.reference, path: path, isRelated: hit.tier == .related)
        added.append(Candidate(source: .stored(found, store), isPartial: isPartial(hit), score: hit.score))
      }
      return added
    }
  }

  /// Adds hits in the system's index. Those with all words come after all others with all words, in their
  /// order: their scores would tell about files that this user may not read.
  package mutating func add(_ hits: [SystemHit]) {
    candidates += hits.map { Candidate(source: .system($0), isPartial: $0.isPartial, score: .min) }
  }

  /// The best hits, the best ones first. Of equal ones, the store that was added first precedes.
  ///
  /// - Parameter omitsPartial: Whether hits that lack some of the words are left out, unless there are no others.
  package func best(omittingPartial omitsPartial: Bool = false) -> [FoundHits] {
    let hasWhole = omitsPartial && candidates.contains { !$0.isPartial }
    let order = candidates.indices.filter { !hasWhole || !candidates[$0].isPartial }.sorted { one, other in
      if candidates[one].precedes(candidates[other]) { return true }
      return !candidates[other].precedes(candidates[one]) && one < other
    }
    return FoundHits.runs(of: order.prefix(limit).map { candidates[$0].source })
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Foundation
internal import IndexStore
internal import QueryLanguage

/// Finds the items for what a person typed.
struct UserSearch {
  let text: String
  let context: CSUserQueryContext
  let request: ItemSearch.Request
  let search: ItemSearch
  let stores: [ItemSearch.SearchedStore]

  /// Number of items that are delivered first.
  private static let firstBatch = 10

  /// A document of one of the stores.
  private struct Place: Hashable {
    let reference: DocumentReference
    let store: Int
  }

  /// Passes on the ranked items, best first, and then the others.
  func run(_ deliver: ([CSSearchableItem]) -> Void) throws {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let typed = RankedText(parsing: text, in: .current())
    let predicate = try ItemSearch.predicate(request.filters) { typed.query }
    var ranked = context.enableRankedResults ? try ranked(typed) : []
    let activities = ranked.filter(isActivity)
    if !activities.isEmpty { ranked = try itemsForActivities(ranked, predicate) }
    var related = try search.relatedResults(predicate, in: stores, and: activities.map(\.reference))
    var left = context.maxResultCount > 0 ? context.maxResultCount : .max
    try self.deliver(ranked, limit: left, merging: &related) { items in
      left -= items.count
      deliver(items)
    }
    for (number, store) in stores.enumerated() where left > 0 {
      let known = Set(ranked.filter { $0.store == number }.map(\.reference))
      try search.run(predicate, in: store, request, except: known, limit: left, merging: &related) { items in
        left -= items.count
        deliver(items.map { $0.searchableItem() })
      }
    }
    try search.checkCancellation()
  }

  /// The best items. How many of them are to be found has no influence on their order.
  private func ranked(_ typed: RankedText) throws -> [Place] {
    let limit = max(0, context.maxRankedResultCount)
    let query = RankedQuery(typed.words, needsAllWords: !typed.hasAlternatives)
    let isFiltered = !request.filters.isEmpty || typed.filter.predicate != .constant(true)
    let filter = isFiltered ? try ItemSearch.predicate(request.filters) { typed.filter } : nil
    var ranked: [(score: Int64, place: Place)] = []
    let now = Int64(Date().timeIntervalSince1970)
    var parameters = RankingParameters()
    parameters.findsRelated = !context.disableSemanticSearch
    for (number, store) in stores.map(\.store).enumerated() {
      try search.checkCancellation()
      let boosts = try store.read { snapshot throws(StoreError) in try snapshot.engagement(with: text, at: now) }
      let hits = try store.ranked(query, limit: limit, where: filter, adjusting: boosts, parameters: parameters)
      ranked += hits.map { ($0.score, Place(reference: $0.reference, store: number)) }
    }
    // The sort is stable, and the hits of each store are in order already.
    if stores.count > 1 { ranked.sort { $0.score > $1.score } }
    return ranked.prefix(limit).map(\.place)
  }

  private func isActivity(_ place: Place) -> Bool { stores[place.store].hasActivities }

  private func read(_ place: Place, _ fetched: [AttributeName] = []) throws -> FoundItem? {
    try ItemSearch.read([place.reference], of: stores[place.store].store, fetched).first
  }

  /// Puts the best item that shows the same content in the place of each activity.
  private func itemsForActivities(_ ranked: [Place], _ predicate: CompiledPredicate) throws -> [Place] {
    var byIdentifier: [String: Place] = [:]
    var byRelated: [String: Place] = [:]
    for place in ranked where !isActivity(place) {
      guard let item = try read(place) else { continue }
      if byIdentifier[item.identifier] == nil { byIdentifier[item.identifier] = place }
      if let related = item.related, byRelated[related] == nil { byRelated[related] = place }
    }
    var placed: Set<Place> = []
    return try ranked.compactMap { place in
      var best = place
      if isActivity(place), let activity = try read(place) {
        let item = activity.related.flatMap { byIdentifier[$0] } ?? byRelated[activity.identifier]
        best = try item ?? itemThatIsNotRanked(for: activity, predicate) ?? place
      }
      return placed.insert(best).inserted ? best : nil
    }
  }

  /// An item that the query finds and that shows the same content as an activity.
  private func itemThatIsNotRanked(for activity: FoundItem, _ predicate: CompiledPredicate) throws -> Place? {
    let name = Comparison(AttributeTerm(.relatedUniqueIdentifier), .equal, .string(WildcardString(literal: activity.identifier)))
    let naming = CompiledPredicate(Query(.comparison(name)), in: .current())
    for (number, searched) in stores.enumerated() where !searched.hasActivities {
      try search.checkCancellation()
      var candidates = try searched.store.search(naming).references()
      if let related = activity.related,
        let named = try searched.store.read({ snapshot throws(StoreError) in try snapshot.reference(ofItem: related) })
      {
        candidates.append(named)
      }
      if let first = try searched.store.matches(predicate, among: candidates).first { return Place(reference: first, store: number) }
    }
    return nil
  }

  private func deliver(
    _ ranked: [Place], limit: Int, merging related: inout RelatedResults?, _ deliver: ([CSSearchableItem]) -> Void
  ) throws {
    var rank = 0
    var rest = ranked[...]
    while !rest.isEmpty, rank < limit {
      try search.checkCancellation()
      let batch = rest.prefix(rank == 0 ? Self.firstBatch : rest.count)
      rest = rest.dropFirst(batch.count)
      var items: [CSSearchableItem] = []
      for place in batch where rank < limit {
        guard let item = try read(place, request.fetched), related?.admits(item, isActivity: isActivity(place)) ?? true else { continue }
        items.append(item.searchableItem(rank: rank))
        rank += 1
      }
      if !items.isEmpty { deliver(items) }
    }
  }
}

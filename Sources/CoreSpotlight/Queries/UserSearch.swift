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

  private struct Ranked {
    let hit: RankedHit
    let store: Int
  }

  /// Passes on the ranked items, best first, and then the others.
  func run(_ deliver: ([CSSearchableItem]) -> Void) throws {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let typed = RankedText(parsing: text, in: .current())
    let predicate = try ItemSearch.predicate(request.filters) { typed.query }
    var ranked = context.enableRankedResults ? try ranked(typed) : []
    let activities = ranked.filter(isActivity)
    if !activities.isEmpty { ranked = try itemsFirst(ranked) }
    var related = try search.relatedResults(predicate, in: stores, and: activities.map(\.hit.reference))
    var left = context.maxResultCount > 0 ? context.maxResultCount : .max
    try self.deliver(ranked, limit: left, merging: &related) { items in
      left -= items.count
      deliver(items)
    }
    for (number, store) in stores.enumerated() where left > 0 {
      let known = Set(ranked.filter { $0.store == number }.map(\.hit.reference))
      try search.run(predicate, in: store, request, except: known, limit: left, merging: &related) { items in
        left -= items.count
        deliver(items.map { $0.searchableItem() })
      }
    }
    try search.checkCancellation()
  }

  /// The best items. How many of them are to be found has no influence on their order.
  private func ranked(_ typed: RankedText) throws -> [Ranked] {
    let limit = max(0, context.maxRankedResultCount)
    let query = RankedQuery(typed.words, needsAllWords: !typed.hasAlternatives)
    let isFiltered = !request.filters.isEmpty || typed.filter.predicate != .constant(true)
    let filter = isFiltered ? try ItemSearch.predicate(request.filters) { typed.filter } : nil
    var ranked: [Ranked] = []
    let now = Int64(Date().timeIntervalSince1970)
    for (number, store) in stores.map(\.store).enumerated() {
      try search.checkCancellation()
      let boosts = try store.read { snapshot throws(StoreError) in try snapshot.engagement(with: text, at: now) }
      ranked += try store.ranked(query, limit: limit, where: filter, adjusting: boosts).map { Ranked(hit: $0, store: number) }
    }
    // The sort is stable, and the hits of each store are in order already.
    if stores.count > 1 { ranked.sort { $0.hit.score > $1.hit.score } }
    return Array(ranked.prefix(limit))
  }

  private func isActivity(_ ranked: Ranked) -> Bool { stores[ranked.store].hasActivities }

  /// Exchanges each activity with an item that follows it and shows the same content.
  private func itemsFirst(_ ranked: [Ranked]) throws -> [Ranked] {
    let found = try ranked.map { entry in try ItemSearch.read([entry.hit.reference], of: stores[entry.store].store, []).first }
    var byIdentifier: [String: Int] = [:]
    var byRelated: [String: Int] = [:]
    for (index, item) in found.enumerated() where !isActivity(ranked[index]) {
      guard let item else { continue }
      byIdentifier[item.identifier] = index
      if let related = item.related, byRelated[related] == nil { byRelated[related] = index }
    }
    var order = ranked
    for (index, activity) in found.enumerated() where isActivity(ranked[index]) {
      guard let activity, let item = activity.related.flatMap({ byIdentifier[$0] }) ?? byRelated[activity.identifier] else { continue }
      // An item that has already taken the place of another activity stays there.
      if item > index, order[item].hit == ranked[item].hit { order.swapAt(index, item) }
    }
    return order
  }

  private func deliver(
    _ ranked: [Ranked], limit: Int, merging related: inout RelatedResults?, _ deliver: ([CSSearchableItem]) -> Void
  ) throws {
    var rank = 0
    var rest = ranked[...]
    while !rest.isEmpty, rank < limit {
      try search.checkCancellation()
      let batch = rest.prefix(rank == 0 ? Self.firstBatch : rest.count)
      rest = rest.dropFirst(batch.count)
      var items: [CSSearchableItem] = []
      for entry in batch where rank < limit {
        for item in try ItemSearch.read([entry.hit.reference], of: stores[entry.store].store, request.fetched)
        where related?.admits(item, isActivity: isActivity(entry)) ?? true {
          items.append(item.searchableItem(rank: rank))
          rank += 1
        }
      }
      if !items.isEmpty { deliver(items) }
    }
  }
}

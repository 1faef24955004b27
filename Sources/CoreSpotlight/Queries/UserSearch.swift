internal import Foundation
internal import IndexStore
internal import QueryLanguage

/// Finds the items for what a person typed.
struct UserSearch {
  let text: String
  let context: CSUserQueryContext
  let request: ItemSearch.Request
  let search: ItemSearch
  let stores: [Store]

  /// Number of items that are delivered first.
  private static let firstBatch = 10

  private struct Ranked {
    let hit: RankedHit
    let store: Int
  }

  /// Passes on the ranked items, best first, and then the others.
  func run(_ deliver: ([CSSearchableItem]) -> Void) throws {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let limit = context.maxResultCount > 0 ? context.maxResultCount : .max
    let typed = RankedText(parsing: text, in: .current())
    let ranked = context.enableRankedResults ? try ranked(typed, limit: min(limit, context.maxRankedResultCount)) : []
    try self.deliver(ranked, deliver)
    var rest = limit - ranked.count
    if rest <= 0 { return }
    let predicate = try ItemSearch.predicate(request.filters) { typed.query }
    for (number, store) in stores.enumerated() where rest > 0 {
      let known = Set(ranked.filter { $0.store == number }.map(\.hit.reference))
      try search.run(predicate, in: store, request, except: known, limit: rest) { items in
        rest -= items.count
        deliver(items.map { $0.searchableItem() })
      }
    }
    try search.checkCancellation()
  }

  private func ranked(_ typed: RankedText, limit: Int) throws -> [Ranked] {
    let query = RankedQuery(typed.words, needsAllWords: !typed.hasAlternatives)
    let isFiltered = !request.filters.isEmpty || typed.filter.predicate != .constant(true)
    let filter = isFiltered ? try ItemSearch.predicate(request.filters) { typed.filter } : nil
    var ranked: [Ranked] = []
    let now = Int64(Date().timeIntervalSince1970)
    for (number, store) in stores.enumerated() {
      try search.checkCancellation()
      let boosts = try store.read { snapshot throws(StoreError) in try snapshot.engagement(with: text, at: now) }
      ranked += try store.ranked(query, limit: limit, where: filter, adjusting: boosts).map { Ranked(hit: $0, store: number) }
    }
    // The sort is stable, and the hits of each store are in order already.
    if stores.count > 1 { ranked.sort { $0.hit.score > $1.hit.score } }
    return Array(ranked.prefix(limit))
  }

  private func deliver(_ ranked: [Ranked], _ deliver: ([CSSearchableItem]) -> Void) throws {
    var rank = 0
    var rest = ranked[...]
    while !rest.isEmpty {
      try search.checkCancellation()
      let batch = rest.prefix(rank == 0 ? Self.firstBatch : rest.count)
      rest = rest.dropFirst(batch.count)
      var items: [CSSearchableItem] = []
      for entry in batch {
        for item in try ItemSearch.read([entry.hit.reference], of: stores[entry.store], request.fetched) {
          items.append(item.searchableItem(rank: rank))
          rank += 1
        }
      }
      if !items.isEmpty { deliver(items) }
    }
  }
}

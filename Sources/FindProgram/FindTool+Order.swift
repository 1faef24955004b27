// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import QueryLanguage
import SystemSearch

/// Printing and sorting the hits of several indexes.
extension FindTool {
  /// Prints the files of the user's index, then items, and then files of the system's index; or all in the
  /// order of `-sort`, or of relevance.
  func printHits(_ search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?) throws {
    if isOrderedByRelevance, let words = typedWords { return try printRelevant(words, search, own, &items, system) }
    var output = StandardOutput()
    let passages = invocation.has("context") ? typedWords.map { HitPassages($0.query) } : nil
    let printer = printer(highlighting: search.query.namedTexts, passages: passages)
    if let order,
      let sorted = try sorted(by: order, search, own, &items, system, limit: limit, attributes: printer.neededAttributes)
    {
      for found in sorted { try printer.print(found, to: &output) }
      return output.flush()
    }
    var count = 0
    if let own {
      let hits = try own.hits(onlyPaths: printer.isPlain)
      try printer.print(hits, from: own.store, to: &output)
      count = hits.count
    }
    // With an order, only the user's index has hits.
    if order == nil {
      for found in items?.found(limit: limit.map { $0 - count }) ?? [] {
        let hits = found.hits.prefix(limit.map { $0 - count } ?? .max)
        try printer.print(Array(hits), from: found.store, marked: nil, to: &output)
        count += hits.count
      }
      system?.find(search, order: nil, limit: limit.map { $0 - count }, attributes: printer.neededAttributes) {
        printer.print($0, to: &output)
      }
    }
    output.flush()
  }

  /// The paths of the first hits, in the order in which they are printed.
  func firstPaths(
    _ count: Int, of search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?
  ) throws -> [[UInt8]] {
    if isOrderedByRelevance, let words = typedWords { return try firstRelevantPaths(count, words, search, own, &items, system) }
    if let order, let sorted = try sorted(by: order, search, own, &items, system, limit: count, attributes: []) {
      return sorted.flatMap(\.hits).map(\.path)
    }
    var own = own
    own?.limit = count
    var paths = try own?.hits().hits().map(\.path) ?? []
    if order == nil {
      for found in items?.found(limit: count - paths.count) ?? [] { paths += found.hits.prefix(count - paths.count).map(\.path) }
      system?.find(search, order: nil, limit: count - paths.count, attributes: []) { paths += $0.map(\.path) }
    }
    return paths
  }

  /// The hits of all indexes in one order.
  ///
  /// - Parameters:
  ///   - own: The search in the user's index; `nil` if there is none.
  ///   - limit: Maximum number of hits; `nil` for no limit.
  ///   - attributes: Those that hits of the system's index get.
  /// - Returns: `nil` if only the user's index has hits, which it sorts faster.
  private func sorted(
    by order: SearchOrder, _ search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?, limit: Int?,
    attributes: [AttributeName]
  ) throws -> [FoundHits]? {
    var others: [(hit: FoundHit, place: SortPlace)] = []
    for found in items?.found(limit: limit) ?? [] { others += try places(of: found.hits, in: found.store, order) }
    // The last one is only for the order; the printer prints those before it.
    let wanted = attributes + [order.attribute]
    system?.find(search, order: order, limit: limit, attributes: wanted) { hits in
      others += hits.map { (.system($0), SortPlace(of: $0.values.last ?? .null, in: order)) }
    }
    if others.isEmpty { return nil }
    var own = own
    own?.limit = limit
    var all: [(hit: FoundHit, place: SortPlace)] = []
    if let own { all = try places(of: try own.hits().hits(), in: own.store, order) }
    all += others
    let arranged = all.indices.sorted { one, other in
      if all[one].place < all[other].place { return true }
      return !(all[other].place < all[one].place) && one < other
    }
    return FoundHits.runs(of: arranged.prefix(limit ?? .max).map { all[$0].hit })
  }

  private func places(
    of hits: [SearchHit], in store: Store, _ order: SearchOrder
  ) throws(StoreError) -> [(hit: FoundHit, place: SortPlace)] {
    try store.read { snapshot throws(StoreError) in
      var places: [(hit: FoundHit, place: SortPlace)] = []
      for hit in hits {
        let value = try snapshot.values(of: [order.attribute], for: hit.reference)?.first ?? nil
        places.append((.stored(hit, store), SortPlace(of: value ?? .null, in: order)))
      }
      return places
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import IndexStore
package import QueryLanguage

/// A search that can be run again and again.
package struct RepeatableSearch {
  package let store: Store
  package let query: Query
  /// The folders to search; empty to search everywhere.
  package let folders: [[UInt8]]
  /// The order of the output; `nil` for the order of references.
  package let order: SearchOrder?
  package var limit: Int?

  package init(store: Store, query: Query, folders: [[UInt8]], order: SearchOrder?, limit: Int?) {
    (self.store, self.query, self.folders, self.order, self.limit) = (store, query, folders, order, limit)
  }

  package func count() throws -> Int {
    if let limit { return try store.search(query, within: folders, limit: limit).count }
    return try store.count(query, within: folders)
  }

  /// - Parameter onlyPaths: Whether only the paths of the hits are needed.
  package func hits(onlyPaths: Bool = false) throws -> SearchResults {
    if onlyPaths { return try store.paths(query, within: folders, orderedBy: order, limit: limit) }
    return try store.search(query, within: folders, orderedBy: order, limit: limit)
  }

  /// Sorts hits that are in the order of references, and applies the limit.
  package func arrange(_ hits: [SearchHit]) throws -> [SearchHit] {
    guard let order else { return Array(hits.prefix(limit ?? .max)) }
    let byReference = Dictionary(hits.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
    return try store.arrange(hits.map(\.reference), by: order, limit: limit).compactMap { byReference[$0] }
  }
}

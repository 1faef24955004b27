// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import QueryLanguage

/// A search whose result follows the changes of its store, in an order and up to a limit.
package struct FollowedSearch {
  package let search: RepeatableSearch
  private var live: LiveQuery
  /// The hits in order, as ``update(keepingHits:)`` has left them.
  package private(set) var hits: [SearchHit]

  /// Searches for the first time.
  package init(_ search: RepeatableSearch) throws {
    self.search = search
    live = try LiveQuery(CompiledPredicate(search.query, in: .current()), within: search.folders, in: search.store)
    hits = try search.arrange(live.hits)
  }

  /// Includes the changes of the store since the last update.
  ///
  /// - Parameter keepsHits: Whether ``hits`` are needed afterwards.
  package mutating func update(keepingHits keepsHits: Bool) throws -> LiveQuery.Changes {
    let changes = try live.update(from: search.store)
    // A change can alter which hits are among the first ones in an order.
    let isArranged = search.order != nil || search.limit != nil
    guard !changes.isEmpty, keepsHits || isArranged else { return changes }
    let before = hits
    hits = try search.arrange(live.hits)
    return isArranged ? Self.changes(from: before, to: hits, updated: changes.updated) : changes
  }

  private static func changes(from before: [SearchHit], to now: [SearchHit], updated: [SearchHit]) -> LiveQuery.Changes {
    let (old, new) = (byDocument(before), byDocument(now))
    func isKept(_ hit: SearchHit) -> Bool { old[hit.reference.document] == hit.path && new[hit.reference.document] == hit.path }
    return LiveQuery.Changes(
      added: now.filter { old[$0.reference.document] != $0.path }, removed: before.filter { new[$0.reference.document] != $0.path },
      updated: updated.filter(isKept))
  }

  private static func byDocument(_ hits: [SearchHit]) -> [DocumentID: [UInt8]] {
    Dictionary(hits.map { ($0.reference.document, $0.path) }, uniquingKeysWith: { first, _ in first })
  }
}

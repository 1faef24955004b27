// SPDX-License-Identifier: Apache-2.0

extension CSSearchQuery {
  /// The found items. Reading this property starts the query, which then keeps at most about a thousand
  /// items ahead of the task that iterates over them.
  ///
  /// Cancelling this task cancels the query. The sequence then ends with
  /// ``CSSearchQueryError/Code/cancelled``. The query is also cancelled when nothing refers to the sequence
  /// and its iterators any more.
  ///
  /// A query has only one sequence of results: that of a query that was started before is empty.
  public var results: Results {
    Results(source: source { buffer in foundItemsHandler = { items in buffer.add(items.map { Results.Item(item: $0) }) } })
  }

  /// The items that a query finds.
  public struct Results: AsyncSequence {
    /// A found item.
    public typealias Element = Item
    /// An iterator over the found items.
    public typealias AsyncIterator = Iterator

    let source: ResultSource<Item>

    /// An iterator that continues where others have stopped: each item is passed on once.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// An iterator over the found items.
    public struct Iterator: AsyncIteratorProtocol {
      let source: ResultSource<Item>

      /// The next item; `nil` after the last one.
      ///
      /// - Throws: ``CSSearchQueryError``.
      public mutating func next() async throws -> Item? { try await source.next() }
    }

    // The sequence creates the item and does not keep it, so it is safe to send.
    /// A found item.
    public struct Item: Identifiable, Hashable, Comparable, @unchecked Sendable {
      /// The item, with the attributes that the query fetches.
      public var item: CSSearchableItem

      /// The identifier of the item.
      public var id: String { item.uniqueIdentifier }

      /// Whether the left item comes first in the ranking of its query.
      public static func < (left: Item, right: Item) -> Bool { left.item.compare(byRank: right.item) == .orderedAscending }
    }
  }
}

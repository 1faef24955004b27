extension CSSearchQuery {
  /// The found items. Reading this property starts the query; cancelling the task that iterates
  /// over the items cancels it.
  ///
  /// A query has only one sequence of results: that of a query that was started before is empty.
  public var results: Results {
    Results(
      stream: AsyncThrowingStream { continuation in
        guard !isStarted else { return continuation.finish() }
        foundItemsHandler = { items in for item in items { continuation.yield(Results.Item(item: item)) } }
        completionHandler = { error in continuation.finish(throwing: error) }
        continuation.onTermination = { [self] reason in if case .cancelled = reason { cancel() } }
        start()
      })
  }

  /// The items that a query finds.
  public struct Results: AsyncSequence {
    /// A found item.
    public typealias Element = Item
    /// An iterator over the found items.
    public typealias AsyncIterator = Iterator

    let stream: AsyncThrowingStream<Item, any Error>

    /// An iterator that continues where others have stopped: each item is passed on once.
    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

    /// An iterator over the found items.
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncThrowingStream<Item, any Error>.Iterator

      /// The next item; `nil` after the last one.
      ///
      /// - Throws: ``CSSearchQueryError``.
      public mutating func next() async throws -> Item? { try await base.next() }
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

// SPDX-License-Identifier: Apache-2.0

extension CSUserQuery {
  // A sequence creates the item and does not keep it, so it is safe to send.
  /// A found item.
  public struct Item: Identifiable, Hashable, Comparable, @unchecked Sendable {
    /// The item, with the attributes that the query fetches.
    public var item: CSSearchableItem

    /// The identifier of the item.
    public var id: String { item.uniqueIdentifier }

    /// Whether the left item comes first in the ranking of its query.
    public static func < (left: Item, right: Item) -> Bool { left.item.compare(byRank: right.item) == .orderedAscending }
  }

  // Suggestions do not change, so they are safe to send.
  /// A found suggestion.
  public struct Suggestion: Identifiable, Hashable, Comparable, @unchecked Sendable {
    /// The suggestion.
    public var suggestion: CSSuggestion

    /// The suggested text.
    public var id: String { String(suggestion.localizedAttributedSuggestion.characters) }

    /// Whether the left suggestion comes first in the ranking of its query.
    public static func < (left: Suggestion, right: Suggestion) -> Bool {
      left.suggestion.compare(byRank: right.suggestion) == .orderedAscending
    }
  }

  /// The found suggestions and items. Reading this property starts the query; cancelling the task
  /// that iterates over it cancels the query, as for ``CSSearchQuery/results``. It is empty if the query was
  /// started before.
  public var responses: Responses {
    Responses(
      source: source { buffer in
        foundSuggestionsHandler = { buffer.add($0.map { .suggestion(Suggestion(suggestion: $0)) }) }
        foundItemsHandler = { buffer.add($0.map { .item(Item(item: $0)) }) }
      })
  }

  /// The found suggestions. Reading this property starts the query; cancelling the task that
  /// iterates over it cancels the query, as for ``CSSearchQuery/results``. It is empty if the query was
  /// started before.
  public var suggestions: Suggestions {
    Suggestions(
      source: source { buffer in foundSuggestionsHandler = { buffer.add($0.map { Suggestion(suggestion: $0) }) } })
  }

  /// The suggestions and items that a query finds.
  public struct Responses: AsyncSequence {
    /// A found suggestion or item.
    public typealias Element = Response
    /// An iterator over the responses.
    public typealias AsyncIterator = Iterator

    let source: ResultSource<Response>

    /// An iterator that continues where others have stopped: each response is passed on once.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// A found suggestion or item.
    public enum Response: Identifiable, Hashable, Sendable {
      /// A found item.
      case item(CSUserQuery.Item)
      /// A found suggestion.
      case suggestion(CSUserQuery.Suggestion)

      /// A value that identifies the response among all responses of the query.
      public var id: Self { self }
    }

    /// An iterator over the responses.
    public struct Iterator: AsyncIteratorProtocol {
      let source: ResultSource<Response>

      /// The next response; `nil` after the last one.
      ///
      /// - Throws: ``CSSearchQueryError``.
      public mutating func next() async throws -> Response? { try await source.next() }
    }
  }

  /// The suggestions that a query finds.
  public struct Suggestions: AsyncSequence {
    /// A found suggestion.
    public typealias Element = CSUserQuery.Suggestion
    /// An iterator over the suggestions.
    public typealias AsyncIterator = Iterator

    let source: ResultSource<CSUserQuery.Suggestion>

    /// An iterator that continues where others have stopped: each suggestion is passed on once.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// An iterator over the suggestions.
    public struct Iterator: AsyncIteratorProtocol {
      let source: ResultSource<CSUserQuery.Suggestion>

      /// The next suggestion; `nil` after the last one.
      ///
      /// - Throws: ``CSSearchQueryError``.
      public mutating func next() async throws -> CSUserQuery.Suggestion? { try await source.next() }
    }
  }
}

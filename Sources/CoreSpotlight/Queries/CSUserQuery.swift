// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Attributes
internal import Dispatch
internal import IndexStore
internal import QueryLanguage

/// A search for what a person types into a search field, with ranked results and suggestions.
///
/// The best items come first. They contain all words; the last word may be incomplete. If only few
/// do, items with similar spellings follow, and then items with some of the words. What the person
/// chose after earlier queries, reported with ``userEngaged(_:visibleItems:interaction:)``, and the
/// dates of items have an influence on the order.
open class CSUserQuery: CSSearchQuery, @unchecked Sendable {
  /// What the person typed or chose; `nil` for a query of the wrong initializer.
  private let userQueryString: String?

  private let suggestionLock = NSLock()
  private var foundSuggestions: (@Sendable ([CSSuggestion]) -> Void)?
  private var suggestionCount = 0

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - userQueryString: What the person typed; if it is empty, the suggestion that the person chose
  ///     is searched for. Without words, there are no items, but there may be suggestions. Only the
  ///     first 2,000 characters are used.
  ///   - userQueryContext: Which attributes found items have, the maximum numbers of items and
  ///     suggestions, and further conditions. It is copied.
  public init(userQueryString: String?, userQueryContext: CSUserQueryContext?) {
    let typed = userQueryString ?? ""
    let text = typed.isEmpty ? userQueryContext?.currentSuggestion?.string ?? "" : typed
    self.userQueryString = String(text.unicodeScalars.prefix(RankedText.maximumLength))
    super.init(queryString: text, queryContext: userQueryContext ?? CSUserQueryContext())
  }

  /// Creates a query that fails with ``CSSearchQueryError/Code/invalidQuery``, as on Apple's
  /// systems: predicates are for ``CSSearchQuery``.
  public override init(queryString: String, queryContext: CSSearchQueryContext?) {
    userQueryString = nil
    super.init(queryString: queryString, queryContext: queryContext)
  }

  // MARK: Suggestions

  /// Receives all suggestions, the best first. Without it, or if the context allows no suggestions,
  /// none are made.
  @preconcurrency
  open var foundSuggestionsHandler: (@Sendable ([CSSuggestion]) -> Void)? {
    get { suggestionLock.withLock { foundSuggestions } }
    set { suggestionLock.withLock { foundSuggestions = newValue } }
  }

  /// The number of suggestions found so far.
  open var foundSuggestionCount: Int { suggestionLock.withLock { suggestionCount } }

  // MARK: Running

  private var userContext: CSUserQueryContext { context as? CSUserQueryContext ?? CSUserQueryContext() }

  override func find() throws {
    guard let text = userQueryString else {
      throw CSSearchQueryError(
        .invalidQuery, userInfo: [NSLocalizedDescriptionKey: "Create a CSUserQuery with init(userQueryString:userQueryContext:)."])
    }
    let request = request
    let stores = try search.stores(request)
    try findSuggestions(text, in: stores.map(\.store))
    try search.checkCancellation()
    try UserSearch(text: text, context: userContext, request: request, search: search, stores: stores).run { items in deliver(items) }
  }

  private func findSuggestions(_ text: String, in stores: [Store]) throws {
    guard let handler = foundSuggestionsHandler, userContext.maxSuggestionCount > 0 else { return }
    let suggestions = try SuggestionSearch.find(text, limit: userContext.maxSuggestionCount, in: stores)
    suggestionLock.withLock { suggestionCount = suggestions.count }
    guard !isCancelled, !suggestions.isEmpty else { return }
    handler(suggestions)
  }

  // MARK: Engagement

  /// What a person did with a result.
  public enum UserInteractionKind: Int, Sendable {
    /// The person opened it.
    case select = 0
    /// The person looked at it.
    case focus = 1

    /// The usual kind, ``select``.
    public static var `default`: UserInteractionKind { .select }
  }

  /// Records that a person used an item of this query, so that it comes first after the same and
  /// similar queries. When this method returns, the choice is on disk.
  ///
  /// - Parameters:
  ///   - visibleItems: The items that the person saw, in their order. Those before the chosen one
  ///     lose a little weight.
  open func userEngaged(_ item: Item, visibleItems: [Item], interaction: UserInteractionKind) {
    guard let text = userQueryString else { return }
    let passed = visibleItems.prefix { $0.id != item.id }.map(\.id)
    let engagement = Engagement(
      query: text, item: item.id, passed: passed.count == visibleItems.count ? [] : passed, kind: interaction == .select ? .select : .focus)
    for index in (try? search.indexes(request)) ?? [] {
      index.record { store throws(StoreError) in try store.record(engagement) }
    }
  }

  /// Records that a person used a suggestion, so that it is suggested again. When this method
  /// returns, the choice is on disk.
  open func userEngaged(_ suggestion: Suggestion, visibleSuggestions: [Suggestion], interaction: UserInteractionKind) {
    guard interaction == .select, let index = try? search.indexes(request).first else { return }
    index.record { store throws(StoreError) in try store.record(chosenSuggestion: suggestion.id) }
  }

  // MARK: Preparing

  /// Opens the indexes of the program, so that its first query is as fast as later ones.
  open class func prepare() { prepareProtectionClasses([]) }

  /// Opens the indexes of the program with the given protection classes.
  open class func prepareProtectionClasses(_ protectionClasses: [FileProtectionType]) {
    let protections = protectionClasses.map { ApplicationStore.Protection($0) }
    DispatchQueue.global(qos: .userInitiated).async {
      let request = ItemSearch.Request(query: "", filters: [], fetched: [], protections: protections)
      // An index that cannot be opened is reported by the queries.
      for searched in (try? ItemSearch().stores(request)) ?? [] { _ = try? searched.store.ranked(RankedQuery("a"), limit: 1) }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Testing

// Code as programs for Apple's systems contain it. It imports only CoreSpotlight. That it compiles
// is most of the test.

private struct Recipe {
  var id: String
  var title: String
  var imageData: Data?
}

private func searchableItems(for recipes: [Recipe]) -> [CSSearchableItem] {
  recipes.map { recipe in
    let attributeSet = CSSearchableItemAttributeSet(contentType: .content)
    attributeSet.title = recipe.title
    attributeSet.thumbnailData = recipe.imageData
    return CSSearchableItem(uniqueIdentifier: recipe.id, domainIdentifier: nil, attributeSet: attributeSet)
  }
}

private func itemForLastUse(of recipe: Recipe) -> CSSearchableItem {
  let attributeSet = CSSearchableItemAttributeSet(contentType: .content)
  attributeSet.title = recipe.title
  attributeSet.lastUsedDate = Date()
  let item = CSSearchableItem(uniqueIdentifier: recipe.id, domainIdentifier: nil, attributeSet: attributeSet)
  item.isUpdate = true
  return item
}

private func messageItem() -> CSSearchableItem {
  let attributeSet = CSSearchableItemAttributeSet()
  attributeSet.contentType = UTType.message.identifier
  attributeSet.textContent = "The text of the message."
  attributeSet.domainIdentifier = "conversationId"
  attributeSet.contentCreationDate = Date.now
  attributeSet.authors = [CSPerson(displayName: "Test Person", handles: ["1234567890"], handleIdentifier: "phoneNumbers")]
  attributeSet.mailboxIdentifiers = [CSMailboxInbox]

  let csItem = CSSearchableItem(uniqueIdentifier: "uniqueId", domainIdentifier: "uniqueId", attributeSet: attributeSet)
  csItem.updateListenerOptions.insert(.summarization)
  csItem.updateListenerOptions.insert(.priority)
  return csItem
}

private func olderItem(title: String) -> CSSearchableItem {
  let attributes = CSSearchableItemAttributeSet(itemContentType: kUTTypeText as String)
  attributes.title = title
  let item = CSSearchableItem(uniqueIdentifier: "movie-\(title)", domainIdentifier: "favoriteMovies", attributeSet: attributes)
  item.expirationDate = Date.distantFuture
  return item
}

/// The identifier of the item that a user activity opens, or the text that it searches for.
private func request(activityType: String, userInfo: [AnyHashable: Any]?) -> String? {
  if activityType == CSSearchableItemActionType, let itemIdentifier = userInfo?[CSSearchableItemActivityIdentifier] as? String {
    return itemIdentifier
  }
  if activityType == CSQueryContinuationActionType { return userInfo?[CSSearchQueryString] as? String }
  return nil
}

private func queryContext() -> CSUserQueryContext {
  let queryContext = CSUserQueryContext()
  queryContext.fetchAttributes = ["title", "textContent", "authorNames", "contentDescription"]
  queryContext.maxSuggestionCount = 10
  queryContext.enableRankedResults = true
  return queryContext
}

private func completions(_ suggestions: [CSSuggestion]) -> [String] {
  suggestions
    .filter { $0.suggestionKind != .none }
    .sorted(by: { $0.compare(byRank: $1) == .orderedAscending })
    .map { String($0.localizedAttributedSuggestion.characters) }
}

private func advice(for body: () throws -> Void) -> String {
  do {
    try body()
    return "none"
  } catch CSIndexError.quotaExceeded {
    return "delete"
  } catch let error as CSIndexError where error.code == .remoteConnectionError {
    return "retry"
  } catch let error as CSSearchQueryError {
    switch error.code {
    case .cancelled: return "ignore"
    case .invalidQuery: return "correct"
    default: return error.localizedDescription
    }
  } catch {
    return "Error indexing content: \(error.localizedDescription)"
  }
}

@Suite struct ClientCode {
  @Test func `items are created as on Apple's systems`() {
    let recipe = Recipe(id: "1", title: "Berry Blend", imageData: nil)
    #expect(searchableItems(for: [recipe]).first?.attributeSet.title == "Berry Blend")
    #expect(itemForLastUse(of: recipe).isUpdate && itemForLastUse(of: recipe).attributeSet.lastUsedDate != nil)
    #expect(messageItem().updateListenerOptions == [.summarization, .priority])
    #expect(olderItem(title: "x").expirationDate == .distantFuture)
    #expect(olderItem(title: "x").attributeSet.contentType == "public.text")
    let expirationDate: Date = messageItem().expirationDate
    #expect(expirationDate > Date.now)
  }

  @Test func `items that no query found keep their order`() {
    var items = searchableItems(for: (1...9).map { Recipe(id: "\($0)", title: "", imageData: nil) })
    items.sort { first, second in first.compare(byRank: second) == .orderedAscending }
    #expect(items.map(\.uniqueIdentifier) == (1...9).map(String.init))
  }

  @Test func `activities are handled as on Apple's systems`() {
    #expect(request(activityType: CSSearchableItemActionType, userInfo: [CSSearchableItemActivityIdentifier: "id"]) == "id")
    #expect(request(activityType: CSQueryContinuationActionType, userInfo: [CSSearchQueryString: "milk"]) == "milk")
    #expect(request(activityType: "other", userInfo: nil) == nil)
  }

  @Test func `queries are configured as on Apple's systems`() {
    #expect(queryContext().maxSuggestionCount == 10)
    #expect(completions([CSSuggestion()]) == [])
  }

  @Test func `errors are handled as on Apple's systems`() {
    #expect(advice { throw CSIndexError(.quotaExceeded) } == "delete")
    #expect(advice { throw CSIndexError(CSIndexError.remoteConnectionError) } == "retry")
    #expect(advice { throw CSSearchQueryError(.invalidQuery) } == "correct")
    #expect(advice { throw CSIndexError(.invalidItemError) }.hasPrefix("Error indexing content: An item is invalid"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Testing

// The snippets are as they were published, with these exceptions:
//
// - Types and functions are private or in a type, so that several snippets can use a name, and code without a function is in one,
//   with what it takes for granted as parameters. Code of views is in methods, without modifiers and property wrappers.
// - "Searching for information in your app": a method of a class is not `mutating`, which no compiler accepts.
// - The tutorial on Core Spotlight in apps: `...` is left out, and stands for code that other snippets of it have.
// - The tutorial on adding content to Spotlight: the attributes and the activity, which it calls by two names each, are declared with
//   both; `attributes.identifier =` and `attributes.relatedUniqueIdentifier =`, which lack a value, are left out; `"movie-\(` continues
//   with an identifier. Snippets that were cut off have their ends.
// - The article on Spotlight in iOS 10: snippets that were cut off have their ends, and the search cancels the previous query and
//   starts the new one, as the text says.

// What the snippets take for granted.

struct Recipe {
  var id: String
  var title: String
  var imageData: Data?
}

final class RecipeProvider: Sendable {
  static let shared = RecipeProvider()
  let recipes = [
    Recipe(id: "1", title: "Summer Berry Blend", imageData: nil), Recipe(id: "2", title: "Chocolate Almond Milk", imageData: nil),
  ]
}

struct MySpreadsheetType {
  var identifier = "sheet"
  var title = "Budget"
  var thumbnailImage: Data?
  var fileURL: URL?
}

// What programs in Swift 5 mode may do with handlers, which run on another thread: change variables that they capture, pass functions,
// and override methods without the word `@Sendable`. That it compiles is the test.

private final class HandlersOfSwift5: CSSearchableIndex, CSSearchableIndexDelegate {
  var found = [CSSearchableItem]()
  var isDone = false

  override func indexSearchableItems(_ items: [CSSearchableItem], completionHandler: ((Error?) -> Void)? = nil) {
    super.indexSearchableItems(items, completionHandler: completionHandler)
  }

  func add(_ items: [CSSearchableItem]) { found += items }

  func run(_ query: CSUserQuery) {
    var count = 0
    var error: Error?
    query.foundItemsHandler = { items in
      count += items.count
      self.found.append(contentsOf: items)
    }
    query.foundSuggestionsHandler = { count += $0.count }
    query.completionHandler = { error = $0 }
    query.foundItemsHandler = add
    query.foundItemsHandler = nil
    let handler: (([CSSearchableItem]) -> Void)? = query.foundItemsHandler
    query.foundItemsHandler = handler
    indexSearchableItems([]) { error = $0 }
    deleteSearchableItems(withIdentifiers: []) { self.isDone = $0 == nil }
    deleteAllSearchableItems { _ in count = 0 }
    fetchLastClientState { state, _ in count = state?.count ?? 0 }
    _ = (count, error)
  }

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {}

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {}
}

/// The snippets that use indexes. Each runs in a process of its own, because queries find the items of
/// all indexes of the program, and of other tests.
@Suite enum IndexedSnippets {
  /// Waits until the changes of an index are made that a snippet does not wait for.
  static func finishChanges(of index: CSSearchableIndex) async throws { _ = try await index.fetchLastClientState() }

  /// The found items in the order of their identifiers.
  static func find(
    _ query: String, protectionClasses: [FileProtectionType] = [], fetching attributes: [String] = []
  ) async throws -> [CSSearchableItem] {
    let context = CSSearchQueryContext()
    context.fetchAttributes = attributes
    let query = CSSearchQuery(queryString: query, queryContext: context)
    query.protectionClasses = protectionClasses
    var found: [CSSearchableItem] = []
    for try await result in query.results { found.append(result.item) }
    return found.sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
  }

  /// Compares the identifiers of the found items with the expected ones, in any order.
  static func expect(
    _ query: String, protectionClasses: [FileProtectionType] = [], finds identifiers: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await find(query, protectionClasses: protectionClasses).map(\.uniqueIdentifier)
    #expect(found == identifiers.sorted(), "\(query)", sourceLocation: sourceLocation)
  }
}

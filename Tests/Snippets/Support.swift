import CoreSpotlight
import Testing

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

// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight

/// The index of the recipes.
struct RecipeIndex {
  let library: Library
  let index = CSSearchableIndex(name: "Recipes")
  /// The index does not keep its delegate alive.
  private let reindexing: RecipeReindexing

  /// Number of recipes in a batch. It is small so that the example has several batches; a thousand
  /// items are a good number for a program.
  private static let batchSize = 4

  init(library: Library) {
    self.library = library
    reindexing = RecipeReindexing(library: library)
    index.indexDelegate = reindexing
  }

  // MARK: Indexing

  /// How far indexing has come. The index stores this as client state together with each batch, so
  /// that the next run of the program continues where one was interrupted.
  private struct Progress: Codable {
    var library: Library.Version
    var indexedCount: Int
  }

  /// Brings the index up to date with the library.
  ///
  /// - Parameter report: Receives the number of indexed recipes and of all recipes after each batch.
  /// - Returns: `false` if the index was up to date.
  func update(report: (Int, Int) -> Void) async throws -> Bool {
    let identifiers = try library.identifiers()
    let version = try library.version(of: identifiers)
    var state = try await index.fetchLastClientState()
    var progress = Progress(library: version, indexedCount: 0)
    if let stored = try? JSONDecoder().decode(Progress.self, from: state), stored.library == version {
      guard stored.indexedCount < identifiers.count else { return false }
      progress = stored
    }
    repeat {
      let batch = identifiers.dropFirst(progress.indexedCount).prefix(Self.batchSize)
      let items = try library.recipes(withIdentifiers: Array(batch)).map { try $0.searchableItem() }
      let removed = progress.indexedCount == 0 ? Set(try await indexedIdentifiers()).subtracting(identifiers) : []
      progress.indexedCount += batch.count
      let newState = try JSONEncoder().encode(progress)

      index.beginBatch()
      try await index.deleteSearchableItems(withIdentifiers: removed.sorted())
      try await index.indexSearchableItems(items)
      // Another process may update the index at the same time. Then the expected state is wrong, and
      // nothing is changed.
      try await index.endIndexBatch(expectedClientState: state.isEmpty ? nil : state, newClientState: newState)
      state = newState
      report(progress.indexedCount, identifiers.count)
    } while progress.indexedCount < identifiers.count
    return true
  }

  /// Empties the index, and adds all recipes again.
  func reindex() async throws {
    try await index.deleteAllSearchableItems()
    try await library.add(nil, to: index)
  }

  // MARK: Changes

  /// Notes that the person reads a recipe now. Other attributes in the index do not change.
  func markAsUsed(_ identifier: String) async throws {
    let attributes = CSSearchableItemAttributeSet(contentType: Recipe.contentType)
    attributes.lastUsedDate = Date()
    let item = CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: nil, attributeSet: attributes)
    item.isUpdate = true
    try await index.indexSearchableItems([item])
  }

  /// Removes a recipe from the library and from the index.
  func delete(_ identifier: String) async throws {
    try FileManager.default.removeItem(at: library.url(ofRecipe: identifier))
    try await index.deleteSearchableItems(withIdentifiers: [identifier])
  }

  /// Removes a folder from the library, and its recipes from the index.
  func deleteFolder(_ path: String) async throws {
    try FileManager.default.removeItem(at: library.folder.appendingPathComponent(path))
    try await index.deleteSearchableItems(withDomainIdentifiers: [Recipe.domain(ofFolder: path)])
  }

  // MARK: Searching

  /// The recipes that match a predicate, such as `title == "*soup*"cd`, in the order of their
  /// identifiers.
  func search(_ predicate: String) async throws -> [CSSearchableItem] {
    let context = CSSearchQueryContext()
    context.fetchAttributes = ["title", "authorNames"]
    var found: [CSSearchableItem] = []
    for try await result in CSSearchQuery(queryString: predicate, queryContext: context).results { found.append(result.item) }
    return found.sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
  }

  /// What a search field shows for a typed text: the best recipes first, and completions of the text.
  func find(_ text: String) async throws -> (query: CSUserQuery, items: [CSUserQuery.Item], suggestions: [CSUserQuery.Suggestion]) {
    let context = CSUserQueryContext()
    context.fetchAttributes = ["title"]
    context.maxResultCount = 10
    context.maxSuggestionCount = 3
    let query = CSUserQuery(userQueryString: text, userQueryContext: context)
    var (items, suggestions): ([CSUserQuery.Item], [CSUserQuery.Suggestion]) = ([], [])
    for try await response in query.responses {
      switch response {
      case .item(let item): items.append(item)
      case .suggestion(let suggestion): suggestions.append(suggestion)
      }
    }
    return (query, items, suggestions)
  }

  private func indexedIdentifiers() async throws -> [String] {
    try await search("contentType == '\(Recipe.contentType.identifier)'").map(\.uniqueIdentifier)
  }
}

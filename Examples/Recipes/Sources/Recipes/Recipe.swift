// SPDX-License-Identifier: Apache-2.0

import AppIntents
import CoreSpotlight
import RecipeFiles

/// A recipe: one file of the library.
struct Recipe: IndexedEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Recipe"
  static let defaultQuery = RecipeQuery()

  static let fileExtension = "recipe"
  static let contentType = UTType(exportedAs: "com.example.recipe", conformingTo: .plainText)

  /// The path of the file in the library, without extension: `Drinks/Summer Berry Blend`.
  let id: String
  let url: URL
  let file: RecipeFile

  init(id: String, url: URL) throws {
    self.id = id
    self.url = url
    file = try RecipeFile(contentsOf: url)
  }

  var displayRepresentation: DisplayRepresentation { "\(file.title)" }

  /// The domain of the recipes in a folder: `Soups/Cold` becomes `Soups.Cold`, so that deleting the
  /// domain `Soups` deletes it as well.
  static func domain(ofFolder path: String) -> String { path.replacingOccurrences(of: "/", with: ".") }

  /// The recipe as the index contains it.
  func searchableItem() throws -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: Self.contentType)
    try RecipeImporter().update(attributes, forFileAt: url)
    // mdfind prints the file instead of the address of the item.
    attributes.contentURL = url
    let folder = NSString(string: id).deletingLastPathComponent
    let item = CSSearchableItem(
      uniqueIdentifier: id, domainIdentifier: folder.isEmpty ? nil : Self.domain(ofFolder: folder), attributeSet: attributes)
    item.associateAppEntity(self)
    // Without a date, items expire after a month.
    item.expirationDate = .distantFuture
    return item
  }
}

/// Finds recipes by their identifiers.
struct RecipeQuery: EntityQuery {
  func entities(for identifiers: [String]) async throws -> [Recipe] { try Library.standard.recipes(withIdentifiers: identifiers) }
}

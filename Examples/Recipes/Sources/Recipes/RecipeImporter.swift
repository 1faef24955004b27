import CoreSpotlight

/// Reads the attributes of recipe files.
final class RecipeImporter: CSImportExtension {
  override func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
    let file = try RecipeFile(contentsOf: contentURL)
    attributes.title = file.title
    attributes.authorNames = file.author.map { [$0] }
    attributes.keywords = file.keywords
    attributes.textContent = file.instructions
    attributes.setValue(file.minutes.map { NSNumber(value: $0) }, forCustomKey: Recipe.minutesKey)
  }
}

// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight

/// Reads the attributes of recipe files.
package final class RecipeImporter: CSImportExtension {
  package override func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
    let file = try RecipeFile(contentsOf: contentURL)
    attributes.title = file.title
    attributes.authorNames = file.author.map { [$0] }
    attributes.keywords = file.keywords
    attributes.textContent = file.instructions
    attributes.setValue(file.minutes.map { NSNumber(value: $0) }, forCustomKey: Self.minutesKey)
  }

  /// The attribute with the time that the recipe takes. Queries use its name:
  /// `com_example_recipes_minutes <= 10`.
  private static var minutesKey: CSCustomAttributeKey {
    guard let key = CSCustomAttributeKey(keyName: "com_example_recipes_minutes") else { preconditionFailure("the name is valid") }
    return key
  }
}

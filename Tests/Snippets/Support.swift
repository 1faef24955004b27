import CoreSpotlight

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

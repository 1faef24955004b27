// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The recipes of the person: a folder with `.recipe` files.
struct Library: Sendable {
  /// The folder in the environment variable `RECIPES`, or else `Library` in the current folder.
  static let standard = Library(
    folder: URL(fileURLWithPath: ProcessInfo.processInfo.environment["RECIPES"] ?? "Library", isDirectory: true))

  let folder: URL

  /// Differs after recipes were added, changed or removed.
  struct Version: Codable, Equatable {
    var recipeCount: Int
    var lastChange: Date
  }

  /// The identifiers of all recipes, in ascending order.
  func identifiers() throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { NSString(string: $0) }
    return paths.filter { $0.pathExtension == Recipe.fileExtension }.map(\.deletingPathExtension).sorted()
  }

  func url(ofRecipe identifier: String) -> URL {
    folder.appendingPathComponent(identifier).appendingPathExtension(Recipe.fileExtension)
  }

  /// The recipes that exist among the given ones.
  func recipes(withIdentifiers identifiers: [String]) throws -> [Recipe] {
    let existing = Set(try self.identifiers())
    return try identifiers.filter(existing.contains).map { try Recipe(id: $0, url: url(ofRecipe: $0)) }
  }

  func version(of identifiers: [String]) throws -> Version {
    let changes = try identifiers.map { identifier in
      try url(ofRecipe: identifier).resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? .distantPast
    }
    return Version(recipeCount: identifiers.count, lastChange: changes.max() ?? .distantPast)
  }
}

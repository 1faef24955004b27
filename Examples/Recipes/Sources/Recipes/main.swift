// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import RecipeFiles

let usage = """
  usage: Recipes index                   bring the index up to date with the library
         Recipes search PREDICATE        list the recipes that match a predicate
         Recipes find TEXT               list the best recipes for a typed text
         Recipes choose TEXT RECIPE      show one of these recipes; later searches list it first
         Recipes show RECIPE             print a recipe
         Recipes attributes FILE         print what the index knows about a file
         Recipes delete RECIPE           delete a recipe
         Recipes delete-folder FOLDER    delete a folder with its recipes
         Recipes reindex                 build the index again
         Recipes open URL                show what the person chose in the results of a search
         Recipes extension               add recipes again, as an index extension
  The library is the folder $RECIPES, or else the folder Library.
  """

struct Failure: LocalizedError {
  var errorDescription: String?
  init(_ description: String) { errorDescription = description }
}

/// Runs one command.
func run(_ command: String, _ arguments: [String]) async throws {
  // Set this before the first index is created.
  CSSearchableIndex.bundleIdentifier = "com.example.Recipes"
  let recipes = RecipeIndex(library: .standard)
  switch (command, arguments.count) {
  case ("index", 0):
    let hasChanged = try await recipes.update { count, total in print("Indexed \(count) of \(total) recipes.") }
    if !hasChanged { print("The index is up to date.") }
  case ("search", 1):
    try await recipes.search(arguments[0]).forEach(list)
  case ("find", 1):
    let found = try await recipes.find(arguments[0])
    found.items.map(\.item).forEach(list)
    if !found.suggestions.isEmpty { print("Suggestions: \(found.suggestions.map(\.id).joined(separator: ", "))") }
  case ("choose", 2):
    let found = try await recipes.find(arguments[0])
    guard let item = found.items.first(where: { $0.id == arguments[1] }) else { throw Failure("This recipe was not found.") }
    found.query.userEngaged(item, visibleItems: found.items, interaction: .select)
    try await show(item.id, recipes)
  case ("show", 1):
    try await show(arguments[0], recipes)
  case ("attributes", 1):
    let attributes = CSSearchableItemAttributeSet(contentType: Recipe.contentType)
    try RecipeImporter().update(attributes, forFileAt: URL(fileURLWithPath: arguments[0]))
    print(attributes)
  case ("delete", 1):
    try await recipes.delete(arguments[0])
  case ("delete-folder", 1):
    try await recipes.deleteFolder(arguments[0])
  case ("reindex", 0):
    try await recipes.reindex()
  case ("open", 1):
    guard let url = URL(string: arguments[0]), let activity = NSUserActivity(openedURL: url) else { throw Failure(usage) }
    try await open(activity, recipes)
  case ("extension", 0):
    RecipeReindexing(library: .standard).serve()
  default:
    throw Failure(usage)
  }
}

func list(_ item: CSSearchableItem) { print("\(item.uniqueIdentifier): \(item.attributeSet.title ?? "untitled")") }

func show(_ identifier: String, _ recipes: RecipeIndex) async throws {
  guard let recipe = try recipes.library.recipes(withIdentifiers: [identifier]).first else { throw Failure("There is no such recipe.") }
  print("\(recipe.file.title)\n\n\(recipe.file.instructions)")
  try await recipes.markAsUsed(identifier)
}

/// On Apple's systems, an application delegate receives the activity.
func open(_ activity: NSUserActivity, _ recipes: RecipeIndex) async throws {
  if activity.activityType == CSSearchableItemActionType,
    let identifier = activity.userInfo?[CSSearchableItemActivityIdentifier] as? String
  {
    try await show(identifier, recipes)
  } else if activity.activityType == CSQueryContinuationActionType, let text = activity.userInfo?[CSSearchQueryString] as? String {
    try await recipes.find(text).items.map(\.item).forEach(list)
  }
}

do {
  try await run(CommandLine.arguments.dropFirst().first ?? "", Array(CommandLine.arguments.dropFirst(2)))
} catch {
  var message = error.localizedDescription
  // The damaged index was replaced with an empty one, which has no client state.
  if case CSIndexError.indexUnavailableError = error { message += "\nRun `Recipes index` to add all recipes again." }
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}

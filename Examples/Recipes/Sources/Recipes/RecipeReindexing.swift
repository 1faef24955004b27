// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight

/// Adds recipes to the index again after the index has lost them.
///
/// It is the delegate of the index, and the index extension of the program, which `mdutil` starts while
/// the program does not run.
final class RecipeReindexing: CSIndexExtensionRequestHandler {
  private let library: Library

  init(library: Library) {
    self.library = library
    super.init()
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {
    add(nil, to: searchableIndex, acknowledgementHandler)
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    add(identifiers, to: searchableIndex, acknowledgementHandler)
  }

  private func add(_ identifiers: [String]?, to index: CSSearchableIndex, _ acknowledge: @escaping () -> Void) {
    // The handler may be called on any thread, although its type does not say so.
    nonisolated(unsafe) let acknowledge = acknowledge
    Task { [library] in
      // Without an acknowledgement, the request is repeated later.
      guard (try? await library.add(identifiers, to: index)) != nil else { return }
      acknowledge()
    }
  }
}

extension Library {
  /// Adds recipes to an index, and deletes those from it that no longer exist.
  ///
  /// - Parameter identifiers: `nil` for all recipes.
  func add(_ identifiers: [String]?, to index: CSSearchableIndex) async throws {
    let existing = try self.identifiers()
    let wanted = identifiers ?? existing
    try await index.deleteSearchableItems(withIdentifiers: Set(wanted).subtracting(existing).sorted())
    try await index.indexSearchableItems(try recipes(withIdentifiers: wanted).map { try $0.searchableItem() })
  }
}

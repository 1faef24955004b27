// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight

/// An index extension that works, or fails in one of several ways.
final class TestExtension: CSIndexExtensionRequestHandler {
  private let behaviour: String

  init(_ behaviour: String) {
    self.behaviour = behaviour
    super.init()
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {
    add(["again-1", "again-2"], to: searchableIndex, acknowledgementHandler)
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    add(identifiers, to: searchableIndex, acknowledgementHandler)
  }

  private func add(_ identifiers: [String], to index: CSSearchableIndex, _ acknowledge: @escaping () -> Void) {
    print("the extension prints")
    fflush(nil)
    nonisolated(unsafe) let acknowledge = acknowledge
    switch behaviour {
    case "works":
      // Many programs work on the main thread.
      Task { @MainActor in
        try await index.indexSearchableItems(identifiers.map { item($0, title: "\($0) from the extension") })
        acknowledge()
      }
    case "forgets": break
    case "exits": exit(3)
    case "crashes": abort()
    // Its thread keeps the handler.
    case "hangs":
      Thread {
        Thread.sleep(forTimeInterval: 3600); acknowledge()
      }.start()
    default: exit(2)
    }
  }

  /// Adds an item for each one that has a result.
  override func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {
    guard behaviour == "works" else { exit(3) }
    let answers = items.map { answer in item("told-\(answer.uniqueIdentifier)", title: answer.attributeSet.textContentSummary ?? "") }
    CSSearchableIndex(name: "notes").indexSearchableItems(answers)
  }

  override func data(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String) throws -> Data {
    Data("\(itemIdentifier) as \(typeIdentifier)".utf8)
  }
}

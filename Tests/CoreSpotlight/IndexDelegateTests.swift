// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import Testing

private func item(_ identifier: String) -> CSSearchableItem {
  CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
}

/// A delegate with the required methods only.
private class MinimalDelegate: NSObject, CSSearchableIndexDelegate {
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {
    acknowledgementHandler()
  }

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    acknowledgementHandler()
  }
}

private final class HandlerDelegate: MinimalDelegate {
  func searchableItems(
    forIdentifiers identifiers: [String], searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    searchableItemsHandler(identifiers.map(item))
  }
}

private final class HandlerConformance: NSObject, CSSearchableIndexDelegate {
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {}

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {}

  func searchableItems(
    forIdentifiers identifiers: [String], searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    searchableItemsHandler(identifiers.map(item))
  }
}

private final class AsyncConformance: NSObject, CSSearchableIndexDelegate {
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {}

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {}

  func searchableItems(forIdentifiers identifiers: [String]) async -> [CSSearchableItem] {
    await Task.yield()
    return identifiers.map(item)
  }
}

private final class HandlerExtension: CSIndexExtensionRequestHandler {
  override func searchableItems(
    forIdentifiers identifiers: [String], searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    searchableItemsHandler(identifiers.map(item))
  }
}

private final class AsyncExtension: CSIndexExtensionRequestHandler {
  override func searchableItems(forIdentifiers identifiers: [String]) async -> [CSSearchableItem] { identifiers.map(item) }
}

/// Overrides each method, and calls the overridden one.
private final class CautiousExtension: CSIndexExtensionRequestHandler {
  var updatedItemCount = 0

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {
    super.searchableIndex(searchableIndex, reindexAllSearchableItemsWithAcknowledgementHandler: acknowledgementHandler)
    acknowledgementHandler()
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    super.searchableIndex(
      searchableIndex, reindexSearchableItemsWithIdentifiers: identifiers, acknowledgementHandler: acknowledgementHandler)
    acknowledgementHandler()
  }

  override func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) { super.searchableIndexDidThrottle(searchableIndex) }

  override func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {
    super.searchableIndexDidFinishThrottle(searchableIndex)
  }

  override func data(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String) throws -> Data {
    try super.data(for: searchableIndex, itemIdentifier: itemIdentifier, typeIdentifier: typeIdentifier)
  }

  override func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
  ) throws -> URL {
    try super.fileURL(for: searchableIndex, itemIdentifier: itemIdentifier, typeIdentifier: typeIdentifier, inPlace: inPlace)
  }

  override func searchableItems(
    forIdentifiers identifiers: [String], searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    super.searchableItems(forIdentifiers: identifiers) { searchableItemsHandler($0 + [item("handler")]) }
  }

  override func searchableItems(forIdentifiers identifiers: [String]) async -> [CSSearchableItem] {
    await super.searchableItems(forIdentifiers: identifiers) + [item("async")]
  }

  override func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {
    super.searchableItemsDidUpdate(items)
    updatedItemCount += items.count
  }
}

@Suite struct IndexDelegateTests {
  static let delegates: [(name: String, make: @Sendable () -> any CSSearchableIndexDelegate, answers: [String])] = [
    ("neither", { MinimalDelegate() }, []),
    ("a method of a subclass, which is no witness", { HandlerDelegate() }, []),
    ("a handler", { HandlerConformance() }, ["a", "b"]),
    ("an asynchronous method", { AsyncConformance() }, ["a", "b"]),
    ("neither, as an extension", { CSIndexExtensionRequestHandler() }, []),
    ("a handler, as an extension", { HandlerExtension() }, ["a", "b"]),
    ("an asynchronous method, as an extension", { AsyncExtension() }, ["a", "b"]),
  ]

  @Test(.timeLimit(.minutes(10)), arguments: delegates.indices)
  func `a delegate provides items with either method`(row: Int) async {
    let (_, make, answers) = Self.delegates[row]
    let delegate = make()
    #expect(await delegate.searchableItems(forIdentifiers: ["a", "b"]).map(\.uniqueIdentifier) == answers)
    #expect(
      await delegate.searchableItems(forIdentifiers: ["a", "b"], protectionClass: .complete).map(\.uniqueIdentifier) == answers)
    let provided = await withCheckedContinuation { continuation in
      delegate.searchableItems(forIdentifiers: ["a", "b"]) { continuation.resume(returning: $0.map(\.uniqueIdentifier)) }
    }
    #expect(provided == answers)
    let protected = await withCheckedContinuation { continuation in
      delegate.searchableItems(forIdentifiers: ["a", "b"], protectionClass: .none) {
        continuation.resume(returning: $0.map(\.uniqueIdentifier))
      }
    }
    #expect(protected == answers)
  }

  @Test func `optional methods need no implementation`() {
    let (index, delegate) = (CSSearchableIndex(name: "x"), MinimalDelegate())
    delegate.searchableIndexDidThrottle(index)
    delegate.searchableIndexDidFinishThrottle(index)
    delegate.searchableItemsDidUpdate([item("a")])
    #expect(throws: CocoaError.self) { try delegate.data(for: index, itemIdentifier: "a", typeIdentifier: "public.text") }
    #expect(throws: CocoaError.self) {
      try delegate.fileURL(for: index, itemIdentifier: "a", typeIdentifier: "public.text", inPlace: true)
    }
  }

  @Test func `an extension does not acknowledge requests that it ignores`() {
    let (index, handler) = (CSSearchableIndex(name: "x"), CSIndexExtensionRequestHandler())
    handler.beginRequest(with: NSExtensionContext())
    handler.searchableIndex(index) { Issue.record("Nothing was indexed.") }
    handler.searchableIndex(index, reindexSearchableItemsWithIdentifiers: ["a"]) { Issue.record("Nothing was indexed.") }
  }

  @Test(.timeLimit(.minutes(10)))
  func `an override may call the overridden method`() async {
    let (index, handler) = (CSSearchableIndex(name: "x"), CautiousExtension())
    var acknowledgements = 0
    handler.searchableIndex(index) { acknowledgements += 1 }
    handler.searchableIndex(index, reindexSearchableItemsWithIdentifiers: ["a"]) { acknowledgements += 1 }
    #expect(acknowledgements == 2)
    handler.searchableIndexDidThrottle(index)
    handler.searchableIndexDidFinishThrottle(index)
    handler.searchableItemsDidUpdate([item("a")])
    #expect(handler.updatedItemCount == 1)
    #expect(throws: CocoaError.self) { try handler.data(for: index, itemIdentifier: "a", typeIdentifier: "public.text") }
    #expect(throws: CocoaError.self) {
      try handler.fileURL(for: index, itemIdentifier: "a", typeIdentifier: "public.text", inPlace: false)
    }
    #expect(await handler.searchableItems(forIdentifiers: ["a"]).map(\.uniqueIdentifier) == ["async", "handler", "async"])
  }

  @Test func `an index does not keep its delegate alive`() {
    let index = CSSearchableIndex(name: "x")
    do {
      let delegate = MinimalDelegate()
      index.indexDelegate = delegate
      #expect(index.indexDelegate === delegate)
    }
    #expect(index.indexDelegate == nil)
  }
}

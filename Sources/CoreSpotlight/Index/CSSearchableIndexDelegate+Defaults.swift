// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension CSSearchableIndexDelegate {
  /// Does nothing.
  public func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Does nothing.
  public func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Throws `CocoaError.featureUnsupported`.
  public func data(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String) throws -> Data {
    throw CocoaError(.featureUnsupported)
  }

  /// Throws `CocoaError.featureUnsupported`.
  public func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
  ) throws -> URL {
    throw CocoaError(.featureUnsupported)
  }

  /// Calls the asynchronous method.
  public func searchableItems(
    forIdentifiers identifiers: [String], searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    provide(.items(identifiers), to: searchableItemsHandler)
  }

  /// Calls the method with a handler.
  nonisolated(nonsending) public func searchableItems(forIdentifiers identifiers: [String]) async -> [CSSearchableItem] {
    await provided(.items(identifiers))
  }

  /// Calls the asynchronous method.
  public func searchableItems(
    forIdentifiers identifiers: [String], protectionClass: FileProtectionType,
    searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    provide(.protectedItems(identifiers, protectionClass), to: searchableItemsHandler)
  }

  /// Calls the method with a handler, or the method without a protection class.
  nonisolated(nonsending) public func searchableItems(forIdentifiers identifiers: [String], protectionClass: FileProtectionType) async
    -> [CSSearchableItem]
  {
    await provided(.protectedItems(identifiers, protectionClass))
  }

  /// Does nothing.
  public func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}
}

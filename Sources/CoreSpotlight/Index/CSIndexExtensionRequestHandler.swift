// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ImporterSupport

/// The principal class of an extension that adds a program's items to the index again while the
/// program does not run. Subclass it and override the methods of ``CSSearchableIndexDelegate``.
///
/// An extension is an executable of its own, or the program itself with an argument. Its code is one
/// line, which creates the subclass and calls ``serve()``. A manifest registers it.
///
/// - Note: On Apple's systems, the system creates the object. A program can also make its subclass
///   the delegate of its index.
open class CSIndexExtensionRequestHandler: NSObject, NSExtensionRequestHandling, CSSearchableIndexDelegate {
  /// Creates a handler.
  public override init() {}

  /// Does nothing. ``serve()`` calls the method before the request, with a context that has no items.
  open func beginRequest(with context: NSExtensionContext) {}

  // MARK: Adding items again

  /// Does nothing, and does not call the handler: no item is added again. An override that does so
  /// calls the handler itself.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {}

  /// Does nothing, and does not call the handler: no item is added again. An override that does so
  /// calls the handler itself.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {}

  // MARK: Speed of the index

  /// Does nothing.
  open func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Does nothing.
  open func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

  // MARK: Content of items

  /// Throws `CocoaError.featureUnsupported`.
  open func data(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String) throws -> Data {
    throw CocoaError(.featureUnsupported)
  }

  /// Throws `CocoaError.featureUnsupported`.
  open func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
  ) throws -> URL {
    throw CocoaError(.featureUnsupported)
  }

  // MARK: Items

  /// Calls the asynchronous method, so that a subclass overrides either. The class itself has no
  /// items.
  open func searchableItems(
    forIdentifiers identifiers: [String], searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    provide(.items(identifiers), to: searchableItemsHandler)
  }

  /// Calls the method with a handler, so that a subclass overrides either. The class itself has no
  /// items.
  nonisolated(nonsending) open func searchableItems(forIdentifiers identifiers: [String]) async -> [CSSearchableItem] {
    await provided(.items(identifiers))
  }

  /// Calls the asynchronous method, so that a subclass overrides either. The class itself ignores
  /// the protection class.
  open func searchableItems(
    forIdentifiers identifiers: [String], protectionClass: FileProtectionType,
    searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    provide(.protectedItems(identifiers, protectionClass), to: searchableItemsHandler)
  }

  /// Calls the method with a handler, so that a subclass overrides either. The class itself ignores
  /// the protection class.
  nonisolated(nonsending) open func searchableItems(forIdentifiers identifiers: [String], protectionClass: FileProtectionType) async
    -> [CSSearchableItem]
  {
    await provided(.protectedItems(identifiers, protectionClass))
  }

  /// Does nothing.
  open func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}
}

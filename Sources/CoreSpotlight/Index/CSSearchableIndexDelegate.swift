// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A program's answers to requests of its index.
///
/// A program must be able to provide its items again, because an index is a copy that can be lost.
/// The other methods have default implementations, which stand for the optional methods of
/// Objective-C.
///
/// The index calls the methods on any thread, one at a time. A conformance that is isolated to an actor
/// (`@MainActor CSSearchableIndexDelegate`) is therefore an error, which is what `SendableMetatype` says.
public protocol CSSearchableIndexDelegate: NSObjectProtocol, SendableMetatype {
  /// Adds all items of the program to the index again.
  ///
  /// - Parameter acknowledgementHandler: Call it when the index has accepted the items. The request
  ///   is repeated until then, possibly in another process.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void)

  /// Adds some items to the index again, and deletes those that no longer exist.
  ///
  /// - Parameters:
  ///   - identifiers: The unique identifiers of the items.
  ///   - acknowledgementHandler: Call it when the index has accepted the items.
  ///
  /// - Note: Only `mdutil -cr` makes this request, to index extensions: an index that has lost some
  ///   items has lost all of them.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void)

  /// The index accepts changes more slowly than usual. By default, nothing happens.
  func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex)

  /// The index accepts changes at the usual speed again. By default, nothing happens.
  func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex)

  /// The content of an item in one of the types that its attribute `providerDataTypeIdentifiers`
  /// lists.
  ///
  /// - Throws: By default, `CocoaError.featureUnsupported`.
  func data(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String) throws -> Data

  /// A file with the content of an item, in one of the types that its attribute
  /// `providerFileTypeIdentifiers` or `providerInPlaceFileTypeIdentifiers` lists.
  ///
  /// - Parameter inPlace: Whether the file may be the program's own; otherwise it is a copy.
  /// - Throws: By default, `CocoaError.featureUnsupported`.
  func fileURL(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool) throws -> URL

  /// Provides the items with some identifiers, complete with all attributes.
  ///
  /// A delegate implements this method or the asynchronous one; the default implementation of each
  /// calls the other. A delegate with neither has no items.
  ///
  /// - Parameter searchableItemsHandler: Receives the items that exist. Call it once.
  func searchableItems(
    forIdentifiers identifiers: [String], searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void)

  /// The items with some identifiers, complete with all attributes.
  nonisolated(nonsending) func searchableItems(forIdentifiers identifiers: [String]) async -> [CSSearchableItem]

  /// Provides the items with some identifiers from the index with a protection class. By default,
  /// the protection class is ignored.
  ///
  /// - Parameter searchableItemsHandler: Receives the items that exist. Call it once.
  func searchableItems(
    forIdentifiers identifiers: [String], protectionClass: FileProtectionType,
    searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void)

  /// The items with some identifiers from the index with a protection class. By default, the
  /// protection class is ignored.
  nonisolated(nonsending) func searchableItems(forIdentifiers identifiers: [String], protectionClass: FileProtectionType) async
    -> [CSSearchableItem]

  /// The system's analysis of some items has results, which are in their attributes. By default,
  /// nothing happens.
  ///
  /// Each new result is told once, of at most 100 items at a time. The items have their results, and the attributes by which programs
  /// know them, such as the title.
  func searchableItemsDidUpdate(_ items: [CSSearchableItem])
}

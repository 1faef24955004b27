public import Foundation

/// The index of a program.
///
/// - Note: No operation is implemented yet; each throws `CSIndexError.indexingUnsupported`. The class
///   exists so that delegates can be declared.
open class CSSearchableIndex: NSObject {
  /// The object that provides items again; `nil` if there is none.
  open weak var indexDelegate: (any CSSearchableIndexDelegate)?

  /// Whether this system can index the items of programs: not yet.
  open class func isIndexingAvailable() -> Bool { false }

  /// The index for items that need no protection.
  open class func `default`() -> CSSearchableIndex { CSSearchableIndex(name: "") }

  /// Creates an object for the index with a name.
  public init(name: String) {}

  /// Adds items to the index, or replaces them.
  open func indexSearchableItems(_ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    completionHandler?(CSIndexError(.indexingUnsupported))
  }

  /// Adds items to the index, or replaces them.
  nonisolated(nonsending) open func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    throw CSIndexError(.indexingUnsupported)
  }

  /// Deletes the items with some identifiers.
  open func deleteSearchableItems(withIdentifiers identifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    completionHandler?(CSIndexError(.indexingUnsupported))
  }

  /// Deletes the items with some identifiers.
  nonisolated(nonsending) open func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
    throw CSIndexError(.indexingUnsupported)
  }

  /// Deletes the items in some domains, and in the domains below them.
  nonisolated(nonsending) open func deleteSearchableItems(withDomainIdentifiers domainIdentifiers: [String]) async throws {
    throw CSIndexError(.indexingUnsupported)
  }

  /// Deletes all items.
  open func deleteAllSearchableItems(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    completionHandler?(CSIndexError(.indexingUnsupported))
  }

  /// Deletes all items.
  nonisolated(nonsending) open func deleteAllSearchableItems() async throws { throw CSIndexError(.indexingUnsupported) }
}

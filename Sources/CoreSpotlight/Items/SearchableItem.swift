// SPDX-License-Identifier: Apache-2.0

/// A searchable item as a value, which can be passed between threads.
///
/// A value contains a copy of an item, and nothing can change it.
public struct SearchableItem: Sendable {
  // Safe because only this structure has a reference to the object, and only copies it.
  private nonisolated(unsafe) let original: CSSearchableItem

  /// Creates a value with a copy of an item.
  package init(_ item: CSSearchableItem) { original = Self.copy(of: item) }

  /// A new copy of the item, which the caller may change. A copy takes time in proportion to the
  /// number of attributes.
  public var item: CSSearchableItem { Self.copy(of: original) }

  /// Copies of a subclass of `CSSearchableItem` may be of any class, so the cast can fail.
  private static func copy(of item: CSSearchableItem) -> CSSearchableItem { item.copy() as? CSSearchableItem ?? item }
}

// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets

/// A property of any type that an index may contain.
protocol IndexedProperty {
  /// Sets the attribute with the indexing key.
  func index(in attributes: CSSearchableItemAttributeSet)
}

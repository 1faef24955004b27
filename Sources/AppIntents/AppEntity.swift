// SPDX-License-Identifier: Apache-2.0

/// A part of a program's content that the system knows, such as a recipe.
///
/// - Note: This module contains what the index needs of Apple's App Intents: entities, their
///   identifiers, and how they are shown. It has no intents.
public protocol AppEntity: AppValue, DisplayRepresentable, Identifiable where ID: EntityIdentifierConvertible {
  /// The type that finds entities by their identifiers.
  associatedtype DefaultQuery: EntityQuery

  /// A marker for properties of entities, as in `@Property(indexingKey: \.title)`.
  typealias Property = EntityProperty

  /// Finds entities by their identifiers.
  static var defaultQuery: DefaultQuery { get }
}

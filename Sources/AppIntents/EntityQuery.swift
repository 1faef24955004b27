// SPDX-License-Identifier: Apache-2.0

/// A type that finds the entities of a program.
public protocol EntityQuery: Sendable {
  /// The type of the entities.
  associatedtype Entity: AppEntity

  /// Creates a query.
  init()

  /// The entities with some identifiers. Identifiers of entities that no longer exist are ignored.
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

  /// The entities that the program offers first; none by default.
  func suggestedEntities() async throws -> [Entity]
}

extension EntityQuery {
  /// No entities.
  public func suggestedEntities() async throws -> [Entity] { [] }
}

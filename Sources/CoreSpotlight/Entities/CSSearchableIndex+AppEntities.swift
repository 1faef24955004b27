// SPDX-License-Identifier: Apache-2.0

public import AppIntents

extension CSSearchableIndex {
  /// Adds entities to the index, or replaces them. Entities with `hideInSpotlight` are deleted.
  ///
  /// - Parameter priority: The importance of the entities compared with the other items of the
  ///   program.
  /// - Throws: The error of the index. Some of the entities may then be in the index.
  nonisolated(nonsending) public func indexAppEntities<Entity: IndexedEntity>(_ entities: [Entity], priority: Int = 0) async throws {
    let hidden = entities.filter(\.hideInSpotlight)
    if !hidden.isEmpty { try await deleteAppEntities(identifiedBy: hidden.map(\.id), ofType: Entity.self) }
    let items = entities.filter { !$0.hideInSpotlight }.map { CSSearchableItem(appEntity: $0, priority: priority) }
    if !items.isEmpty { try await indexSearchableItems(items) }
  }

  /// Deletes entities from the index. Identifiers of entities that it does not contain are ignored.
  nonisolated(nonsending) public func deleteAppEntities<Entity: IndexedEntity>(
    identifiedBy identifiers: [Entity.ID], ofType type: Entity.Type
  ) async throws {
    try await deleteSearchableItems(withIdentifiers: identifiers.map { EntityIdentifier(for: type, identifier: $0).text })
  }

  /// Deletes all entities with a type from the index, except items with another domain that are
  /// only associated with such entities.
  nonisolated(nonsending) public func deleteAppEntities<Entity: IndexedEntity>(ofType type: Entity.Type) async throws {
    try await deleteSearchableItems(withDomainIdentifiers: [EntityIdentifier.domain(ofType: type)])
  }
}

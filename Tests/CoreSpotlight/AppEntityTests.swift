// SPDX-License-Identifier: Apache-2.0

import AppIntents
import CoreSpotlight
import Foundation
import TestSupport
import Testing

private struct RecipeEntity: IndexedEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Recipe"
  static let defaultQuery = RecipeQuery()

  let id: String
  var title: String
  var hideInSpotlight = false
  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(title)", subtitle: "A smoothie") }
}

private struct RecipeQuery: EntityQuery {
  func entities(for identifiers: [String]) async throws -> [RecipeEntity] { identifiers.map { RecipeEntity(id: $0, title: $0) } }
}

@Suite struct AppEntityTests {
  private let entity = RecipeEntity(id: "a/1", title: "Berry Blend")

  @Test func `an item is created from an entity`() {
    let item = CSSearchableItem(appEntity: entity)
    #expect(item.uniqueIdentifier == "RecipeEntity/a/1" && item.domainIdentifier == "AppEntity.RecipeEntity")
    #expect(item.attributeSet.title == "Berry Blend" && item.attributeSet.contentDescription == "A smoothie")
    #expect(item.attributeSet.rankingHint == nil)
    #expect(item.relatedAppEntityIdentifier == EntityIdentifier(for: entity))
    #expect(CSSearchableItem(appEntity: entity, priority: 7).attributeSet.rankingHint == 7)
  }

  @Test func `an entity is associated with an item`() throws {
    let item = CSSearchableItem(uniqueIdentifier: "id", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    item.attributeSet.title = "Title"
    item.attributeSet.rankingHint = 3
    item.associateAppEntity(entity)
    #expect(item.attributeSet.rankingHint == 3 && item.attributeSet.title == "Title" && item.uniqueIdentifier == "id")
    item.attributeSet.associateAppEntity(entity, priority: 10)
    #expect(item.attributeSet.rankingHint == 10)
    #expect(item.attributeSet.relatedAppEntityIdentifier == EntityIdentifier(for: RecipeEntity.self, identifier: "a/1"))
    let copy = try #require(try archivedCopy(of: item))
    #expect(copy.relatedAppEntityIdentifier == EntityIdentifier(for: entity))
    item.relatedAppEntityIdentifier = nil
    #expect(item.relatedAppEntityIdentifier == nil)
  }

  @Test func `entities are added, replaced and deleted`() async throws {
    TestHome.prepare()
    let mark = UUID().uuidString
    let index = CSSearchableIndex(name: mark)
    func found() async throws -> [String: NSNumber?] {
      let context = CSSearchQueryContext()
      context.fetchAttributes = ["rankingHint"]
      var found: [String: NSNumber?] = [:]
      for try await result in CSSearchQuery(queryString: "title == '\(mark)*'", queryContext: context).results {
        found[result.item.uniqueIdentifier] = result.item.attributeSet.rankingHint
      }
      return found
    }
    var entities = ["a", "b", "c"].map { RecipeEntity(id: $0, title: "\(mark) \($0)") }
    let other = CSSearchableItem(uniqueIdentifier: "other", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    other.attributeSet.title = "\(mark) other"
    other.associateAppEntity(entities[0])
    try await index.indexSearchableItems([other])
    try await index.indexAppEntities(entities, priority: 3)
    #expect(try await found() == ["RecipeEntity/a": 3, "RecipeEntity/b": 3, "RecipeEntity/c": 3, "other": nil])
    entities[1].hideInSpotlight = true
    try await index.indexAppEntities(Array(entities[..<2]))
    #expect(try await found() == ["RecipeEntity/a": nil, "RecipeEntity/c": 3, "other": nil])
    try await index.deleteAppEntities(identifiedBy: ["a", "unknown"], ofType: RecipeEntity.self)
    #expect(try await found() == ["RecipeEntity/c": 3, "other": nil])
    try await index.deleteAppEntities(ofType: RecipeEntity.self)
    #expect(try await found() == ["other": nil])
  }
}

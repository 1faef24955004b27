// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import AttributeSets

extension CSSearchableItem {
  /// Creates an item with the attributes of an entity.
  ///
  /// The unique identifier consists of the entity's type and identifier, and the domain of its
  /// type, so that `CSSearchableIndex` can delete the item as an entity.
  public convenience init(appEntity: some IndexedEntity) { self.init(appEntity: appEntity, priority: 0) }

  /// Creates an item with the attributes of an entity, as ``init(appEntity:)`` does.
  ///
  /// - Parameter priority: The importance of the item compared with the other items of the program.
  ///   Any number other than 0 becomes the item's `rankingHint`.
  public convenience init<Entity: IndexedEntity>(appEntity: Entity, priority: Int) {
    let identifier = EntityIdentifier(for: appEntity)
    self.init(
      uniqueIdentifier: identifier.text, domainIdentifier: EntityIdentifier.domain(ofType: Entity.self),
      attributeSet: appEntity.indexedAttributeSet)
    associateAppEntity(appEntity, priority: priority)
  }

  /// The entity that the item belongs to; `nil` if there is none.
  public var relatedAppEntityIdentifier: EntityIdentifier? {
    get { attributeSet.relatedAppEntityIdentifier }
    set { attributeSet.relatedAppEntityIdentifier = newValue }
  }

  /// Associates an entity with the item. The attributes of the item do not change otherwise.
  ///
  /// - Parameter priority: The importance of the item compared with the other items of the program.
  ///   Any number other than 0 becomes the item's `rankingHint`.
  public func associateAppEntity(_ appEntity: some IndexedEntity, priority: Int = 0) {
    attributeSet.associateAppEntity(appEntity, priority: priority)
  }
}

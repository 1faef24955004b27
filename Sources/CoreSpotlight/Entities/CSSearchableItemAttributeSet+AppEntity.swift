// SPDX-License-Identifier: Apache-2.0

public import AppIntents
public import AttributeSets
internal import Foundation

extension CSSearchableItemAttributeSet {
  /// The entity that the item belongs to; `nil` if there is none. It is stored with the item.
  public var relatedAppEntityIdentifier: EntityIdentifier? {
    get {
      Self.entityKey.flatMap { value(forCustomKey: $0) as? NSString }.flatMap { EntityIdentifier(text: String($0)) }
    }
    set {
      if let key = Self.entityKey { setValue(newValue.map { NSString(string: $0.text) }, forCustomKey: key) }
    }
  }

  /// Associates an entity with the item, as its ``relatedAppEntityIdentifier``.
  ///
  /// - Parameter priority: The importance of the item compared with the other items of the program.
  ///   Any number other than 0 becomes the item's `rankingHint`.
  public func associateAppEntity(_ appEntity: some IndexedEntity, priority: Int = 0) {
    relatedAppEntityIdentifier = EntityIdentifier(for: appEntity)
    if priority != 0 { rankingHint = NSNumber(value: priority) }
  }

  private static var entityKey: CSCustomAttributeKey? { CSCustomAttributeKey(keyName: "searchlight_appEntityIdentifier") }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The identifier of an entity among the entities of all types.
public struct EntityIdentifier: Hashable, Sendable {
  /// The persistent identifier of the entity's type.
  package let type: String

  /// The entity's identifier as text.
  public let identifier: String

  /// The identifier of an entity.
  public init<Entity: AppEntity>(for entity: Entity) { self.init(for: Entity.self, identifier: entity.id) }

  /// The identifier of the entity that has a type and an identifier.
  public init<Entity: AppEntity>(for type: Entity.Type, identifier: Entity.ID) {
    self.type = Entity.persistentIdentifier
    self.identifier = identifier.entityIdentifierString
  }

  /// The identifier as one text: the type, a slash, and the entity's identifier.
  package var text: String { "\(Self.escaped(type))/\(identifier)" }

  /// The identifier with a form as one text; `nil` if the text is not one.
  package init?(text: String) {
    // The identifier may begin with a mark that forms one character with the slash.
    let scalars = text.unicodeScalars
    guard let slash = scalars.firstIndex(of: "/"), let type = String(scalars[..<slash]).removingPercentEncoding else { return nil }
    self.type = type
    identifier = String(scalars[scalars.index(after: slash)...])
  }

  /// The domain of the items of all entities with a type. It has two components.
  package static func domain(ofType type: any AppEntity.Type) -> String { "AppEntity.\(escaped(type.persistentIdentifier))" }

  /// A type without the characters that separate the parts of texts and domains.
  private static func escaped(_ type: String) -> String {
    type.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["_"])) ?? type
  }
}

extension EntityIdentifier: CustomStringConvertible {
  /// The type and the identifier, for a log.
  public var description: String { text }
}

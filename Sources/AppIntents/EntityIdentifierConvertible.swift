// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The type of an entity's identifier, which has a form as text.
public protocol EntityIdentifierConvertible: Hashable, Sendable {
  /// The identifier as text.
  var entityIdentifierString: String { get }

  /// The identifier with a form as text; `nil` if the text is not an identifier.
  static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
  /// The text itself.
  public var entityIdentifierString: String { self }

  /// The text itself.
  public static func entityIdentifier(for entityIdentifierString: String) -> String? { entityIdentifierString }
}

extension Int: EntityIdentifierConvertible {
  /// The number in decimal digits.
  public var entityIdentifierString: String { description }

  /// The number with some decimal digits.
  public static func entityIdentifier(for entityIdentifierString: String) -> Int? { Int(entityIdentifierString) }
}

extension UUID: EntityIdentifierConvertible {
  /// The UUID in upper case.
  public var entityIdentifierString: String { uuidString }

  /// The UUID with a form as text.
  public static func entityIdentifier(for entityIdentifierString: String) -> UUID? { UUID(uuidString: entityIdentifierString) }
}

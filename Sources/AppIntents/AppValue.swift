// SPDX-License-Identifier: Apache-2.0

/// A type with a name that stays the same in all versions of the program.
public protocol PersistentlyIdentifiable {
  /// The name; by default, that of the type in Swift.
  static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
  /// The name of the type in Swift, without its module.
  public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// A type of values that a program exchanges with the system.
public protocol AppValue: TypeDisplayRepresentable, PersistentlyIdentifiable, Sendable {}

// SPDX-License-Identifier: Apache-2.0

/// A type that can be shown to people.
public protocol TypeDisplayRepresentable {
  /// How the type is shown.
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A type whose values can be shown to people.
public protocol InstanceDisplayRepresentable {
  /// How the value is shown.
  var displayRepresentation: DisplayRepresentation { get }
}

/// A type that can be shown to people, as can its values.
public protocol DisplayRepresentable: TypeDisplayRepresentable, InstanceDisplayRepresentable {}

// SPDX-License-Identifier: Apache-2.0

/// How a type of entities is shown to people.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The name of the type, such as *Recipe*.
  public var name: LocalizedStringResource

  /// The name for a number of entities; `nil` if it is unknown.
  public var numericFormat: LocalizedStringResource?

  /// Other names of the type.
  public var synonyms: [LocalizedStringResource]

  /// Creates a representation.
  public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil, synonyms: [LocalizedStringResource] = []) {
    self.name = name
    self.numericFormat = numericFormat
    self.synonyms = synonyms
  }

  /// Creates a representation that is only a name.
  public init(stringLiteral value: String) { self.init(name: LocalizedStringResource(value)) }
}

// SPDX-License-Identifier: Apache-2.0

/// A uniform type: the type of a file or an item. Its supertypes determine how the item can be
/// used.
///
/// Source-compatible with Apple's `UTType`. Types come from a built-in table of published
/// identifiers and from shared-mime-info, including the user's own `~/.local/share/mime`. Two
/// values are equal if their identifiers are equal.
///
/// Deliberately absent: `referenceURL`, which would need Foundation and is unknown to all sources.
public struct UTType: Sendable {
  /// The uniform type identifier, such as `public.jpeg`.
  public let identifier: String

  /// Creates a value for an identifier that is known to be declared, dynamic or registered.
  init(known identifier: String) { self.identifier = identifier }

  /// Creates the type with an identifier.
  ///
  /// - Returns: `nil` if the identifier is neither declared, nor a dynamic identifier of this
  ///   system, nor registered in this process with `init(exportedAs:conformingTo:)` or
  ///   `init(importedAs:conformingTo:)`.
  public init?(_ identifier: String) {
    guard TypeDatabase.shared.parents(of: identifier) != nil else { return nil }
    self.init(known: identifier)
  }

  /// Registers a type that the program defines.
  ///
  /// There is no `Info.plist` for declarations, so this call registers the type for the life of the
  /// process. The first registration of an identifier takes effect; a declared type keeps its
  /// declaration. An empty identifier, and one that begins with `dyn.`, is not registered.
  ///
  /// - Parameter parentType: The type it conforms to; data by default.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    TypeDatabase.shared.register(identifier, parents: [parentType?.identifier ?? "public.data"])
    self.init(known: identifier)
  }

  /// Uses a type that another program defines. If it is unknown here, this works like
  /// `init(exportedAs:conformingTo:)`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType)
  }
}

extension UTType: Hashable {
  /// Whether the identifiers are the same.
  public static func == (left: UTType, right: UTType) -> Bool { left.identifier == right.identifier }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier.
  public var description: String { identifier }

  /// The identifier and further properties of the type.
  public var debugDescription: String {
    let facts = [isDynamic ? "dynamic" : nil, preferredMIMEType, localizedDescription].compactMap(\.self)
    return facts.isEmpty ? identifier : "\(identifier) (\(facts.joined(separator: ", ")))"
  }
}

extension UTType: Codable {
  /// Decodes an identifier. An identifier that is unknown here is kept, because it may be known
  /// where the value comes from.
  public init(from decoder: any Decoder) throws {
    self.init(known: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

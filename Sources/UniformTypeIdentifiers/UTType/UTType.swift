/// A uniform type: what a file or an item is, and through its supertypes what can be done with it.
///
/// Source-compatible with Apple's `UTType`. Types come from a built-in table of published identifiers and from shared-mime-info,
/// the user's own `~/.local/share/mime` included. Two values are equal when their identifiers are.
///
/// Deliberately absent: `referenceURL` (it would need Foundation, and no source here knows one).
public struct UTType: Sendable {
  /// The uniform type identifier, such as `public.jpeg`.
  public let identifier: String

  /// A value for an identifier that is known to be declared, dynamic or registered.
  init(known identifier: String) { self.identifier = identifier }

  /// The type with an identifier.
  ///
  /// - Returns: `nil` when the identifier is neither declared, nor a dynamic one of this system, nor one the process has stated
  ///   by `init(exportedAs:conformingTo:)` or `init(importedAs:conformingTo:)`.
  public init?(_ identifier: String) {
    guard TypeDatabase.shared.parents(of: identifier) != nil else { return nil }
    self.init(known: identifier)
  }

  /// A type that the program itself defines.
  ///
  /// There is no `Info.plist` to declare it in: this call is the declaration, and holds for the life of the process. The first
  /// statement of an identifier's parent holds; a type that is declared already keeps its declaration.
  ///
  /// - Parameter parentType: The type it conforms to; data when left out.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    TypeDatabase.shared.register(identifier, parents: [parentType?.identifier ?? "public.data"])
    self.init(known: identifier)
  }

  /// A type that another program defines; where that is not known here, as `init(exportedAs:conformingTo:)`.
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

  /// The identifier, and what says more about the type than it.
  public var debugDescription: String {
    let facts = [isDynamic ? "dynamic" : nil, preferredMIMEType, localizedDescription].compactMap(\.self)
    return facts.isEmpty ? identifier : "\(identifier) (\(facts.joined(separator: ", ")))"
  }
}

extension UTType: Codable {
  /// Decodes an identifier. One that is unknown here is kept as it is: it may be known where the value came from.
  public init(from decoder: any Decoder) throws {
    self.init(known: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

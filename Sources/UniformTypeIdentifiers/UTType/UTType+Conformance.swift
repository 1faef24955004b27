// SPDX-License-Identifier: Apache-2.0

extension UTType {
  /// All types that this one conforms to, directly or indirectly, without itself.
  public var supertypes: Set<UTType> {
    Set(contentTypeTree.dropFirst().map(UTType.init(known:)))
  }

  /// Whether this type equals the other one or conforms to it.
  public func conforms(to type: UTType) -> Bool {
    self == type || contentTypeTree.contains(type.identifier)
  }

  /// Whether the other type conforms to this one and is different.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// Whether this type conforms to the other one and is different.
  public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

  /// Whether the identifier was generated for an undeclared MIME type or extension.
  public var isDynamic: Bool { identifier.hasPrefix(DynamicIdentifier.prefix) }

  /// Whether the type is in the table of published identifiers or was registered by the program.
  public var isDeclared: Bool { !isDynamic && TypeDatabase.shared.parents(of: identifier) != nil }

  /// Whether the type belongs to the public domain: the identifiers that begin with `public.`.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// `kMDItemContentTypeTree`: the identifier, then the types it conforms to, depth first.
  package var contentTypeTree: [String] { TypeDatabase.shared.tree(forIdentifier: identifier) }

  /// `_kMDItemGroupId`: the Finder's kind of item; `nil` if it has none.
  package var groupID: Int? { PrimaryGroup(tree: contentTypeTree)?.rawValue }
}

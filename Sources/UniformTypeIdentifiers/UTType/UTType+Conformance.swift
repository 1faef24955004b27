extension UTType {
  /// Every type this one conforms to, directly or not; without itself.
  public var supertypes: Set<UTType> {
    Set(contentTypeTree.dropFirst().map(UTType.init(known:)))
  }

  /// Whether this is the other type or conforms to it.
  public func conforms(to type: UTType) -> Bool {
    self == type || contentTypeTree.contains(type.identifier)
  }

  /// Whether the other type conforms to this one, and is not this one.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// Whether this type conforms to the other one, and is not it.
  public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

  /// Whether the identifier was made up for a MIME type or an extension that nobody has declared.
  public var isDynamic: Bool { identifier.hasPrefix(DynamicIdentifier.prefix) }

  /// Whether the type is in the table of published identifiers or was stated by the program.
  public var isDeclared: Bool { !isDynamic && TypeDatabase.shared.parents(of: identifier) != nil }

  /// Whether the type belongs to the public domain: the identifiers that begin with `public.`.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// `kMDItemContentTypeTree`: the identifier, then what it conforms to, depth first.
  package var contentTypeTree: [String] { TypeDatabase.shared.tree(forIdentifier: identifier) }

  /// `_kMDItemGroupId`: the Finder's kind of item; `nil` if it has none.
  package var groupID: Int? { PrimaryGroup(tree: contentTypeTree)?.rawValue }
}

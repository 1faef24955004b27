// SPDX-License-Identifier: Apache-2.0

extension TypeDatabase {
  /// The identifiers of the types with a tag, the preferred one first; empty if the tag is unknown.
  func identifiers(tag: DynamicIdentifier.Tag) -> [String] {
    switch tag {
    case .mimeType(let type):
      let canonical = graph.hierarchy.canonical(type)
      if let declared = graph.declarations.index(forMIMEType: type, canonical: canonical) {
        return [graph.declarations.entries[declared].identifier]
      }
      return [DynamicIdentifier(mimeType: canonical).identifier]
    case .filenameExtension(let name):
      let files = candidates(forFileName: Array("a.\(name)".utf8).span).filter { $0.mimeType.map(hasExtension(name)) ?? true }
      // Directory types (`app`, `bundle`) have extensions, although they claim no files.
      let declared = graph.declarations.indexes(forExtension: name).map { graph.declarations.entries[$0].identifier }
      return files.map(\.identifier) + declared
    }
  }

  /// Whether a MIME type has exactly this extension: `.gz` also matches the name `a.x.gz`, but its
  /// extension is `x.gz`.
  private func hasExtension(_ name: String) -> (String) -> Bool {
    { mimeType in
      self.extensions[mimeType.asciiLowered]?.contains(name) ?? false
        || self.graph.declarations.indexes(forExtension: name).contains { self.graph.declarations.entries[$0].mimeTypes.contains(mimeType) }
    }
  }

  /// The extensions and MIME types of a type, the preferred ones first.
  func tags(of identifier: String) -> (extensions: [String], mimeTypes: [String]) {
    if let entry = graph.declarations[identifier] {
      var extensions = entry.extensions
      for type in entry.mimeTypes {
        for name in self.extensions[graph.hierarchy.canonical(type).asciiLowered] ?? []
        where belongs(name, to: entry) && !extensions.contains(name) {
          extensions.append(name)
        }
      }
      return (extensions, entry.mimeTypes)
    }
    guard let dynamic = DynamicIdentifier(identifier) else { return ([], []) }
    switch dynamic.tag {
    case .filenameExtension(let name): return ([name], [])
    case .mimeType(let type): return (preferredOrder(extensions[type] ?? [], for: type), [graph.hierarchy.canonical(type)])
    }
  }

  /// Whether an extension belongs to this declaration, if several declarations share a MIME type.
  private func belongs(_ name: String, to entry: DeclarationTable.Entry) -> Bool {
    let owners = graph.declarations.indexes(forExtension: name)
    return owners.isEmpty || owners.contains { graph.declarations.entries[$0].identifier == entry.identifier }
  }

  /// Extensions that occur in the name of the MIME type come first, then shorter before longer
  /// ones, because caches do not store an order of preference.
  private func preferredOrder(_ extensions: [String], for mimeType: String) -> [String] {
    extensions.sorted { left, right in
      let (leftNamed, rightNamed) = (mimeType.hasSuffix(left), mimeType.hasSuffix(right))
      guard leftNamed == rightNamed else { return leftNamed }
      return (left.utf8.count, left) < (right.utf8.count, right)
    }
  }

  /// The name of a type for people; `nil` for a type that only a program has registered.
  func name(of identifier: String) -> String? {
    if let entry = graph.declarations[identifier] { return entry.name }
    guard let dynamic = DynamicIdentifier(identifier) else { return nil }
    switch dynamic.tag {
    case .mimeType(let type): return self.type(forMIME: type)?.kind
    case .filenameExtension(let name): return "\(name) file"
    }
  }
}

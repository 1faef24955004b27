extension TypeDatabase {
  /// The identifiers of the types that have a tag, the preferred one first; empty when no source knows the tag.
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
      // Directory types (`app`, `bundle`) claim no files, but they have extensions.
      let declared = graph.declarations.indexes(forExtension: name).map { graph.declarations.entries[$0].identifier }
      return files.map(\.identifier) + declared
    }
  }

  /// Whether a MIME type has the extension itself: the name `a.x.gz` is matched by `.gz` too, but the extension is `x.gz`.
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

  /// Whether an extension of a MIME type that several declarations share is this one's.
  private func belongs(_ name: String, to entry: DeclarationTable.Entry) -> Bool {
    let owners = graph.declarations.indexes(forExtension: name)
    return owners.isEmpty || owners.contains { graph.declarations.entries[$0].identifier == entry.identifier }
  }

  /// The extension that occurs in the MIME type's own name first, then short before long: caches keep no order of preference.
  private func preferredOrder(_ extensions: [String], for mimeType: String) -> [String] {
    extensions.sorted { left, right in
      let (leftNamed, rightNamed) = (mimeType.hasSuffix(left), mimeType.hasSuffix(right))
      guard leftNamed == rightNamed else { return leftNamed }
      return (left.utf8.count, left) < (right.utf8.count, right)
    }
  }

  /// What a person calls a type; `nil` for one that only a program has stated.
  func name(of identifier: String) -> String? {
    if let entry = graph.declarations[identifier] { return entry.name }
    guard let dynamic = DynamicIdentifier(identifier) else { return nil }
    switch dynamic.tag {
    case .mimeType(let type): return self.type(forMIME: type)?.kind
    case .filenameExtension(let name): return "\(name) file"
    }
  }
}

/// What makes two file types one: the declaration, if any, and the canonical MIME type, if any.
struct TypeKey: Hashable, Sendable {
  /// The index of the declaration, `nil` for a type with a dynamic identifier.
  let declared: Int?
  let mimeType: String?

  func makeType(index: Int, graph: TypeGraph, directories: [String]) -> FileType {
    if let declared {
      let entry = graph.declarations.entries[declared]
      return FileType(
        index: index, identifier: entry.identifier, mimeType: mimeType, tree: graph.tree(of: entry.identifier), declaredName: entry.name,
        directories: directories)
    }
    let identifier = DynamicIdentifier(mimeType: mimeType ?? "application/octet-stream").identifier
    return FileType(
      index: index, identifier: identifier, mimeType: mimeType, tree: graph.tree(of: identifier),
      declaredName: UndeclaredFormat.supplements.first { $0.mimeType == mimeType }?.name, directories: directories)
  }
}

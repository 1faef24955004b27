internal import IndexStore
internal import WorkerProtocol

extension FileIndexer {
  /// Has the content of documents read again: of everything that an importer reads, or of one type and what conforms to it.
  ///
  /// - Parameter name: An importer's name, or a type's identifier.
  /// - Returns: Number of files of the importer or type that wait to be read; `nil` if neither has this name.
  package func markForReading(_ name: String) throws -> Int? {
    if let importer = importers.descriptions.first(where: { $0.name == name }) {
      return try importers.invalidate(ClaimedTypes([importer]), in: store)
    }
    let isKnown = try store.read { snapshot throws(StoreError) in
      try snapshot.contentTypes().values.contains { $0.tree.contains(name) }
    }
    guard isKnown else { return nil }
    let type = ImporterDescription(name: name, version: 0, contentTypes: [name])
    return try importers.invalidate(ClaimedTypes([type]), in: store)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import WorkerProtocol

extension FileIndexer {
  /// Marks documents to be read again: those that an importer reads, or those of a type and the
  /// types that conform to it.
  ///
  /// The importer of text in pictures is no importer of theirs: its results are forgotten, and their pictures are searched again.
  ///
  /// - Parameter name: The name of an importer or the identifier of a type.
  /// - Returns: Number of files of the importer or type that wait to be read.
  /// - Throws: ``UnknownImporterError`` if neither an importer nor a type has this name.
  package func markForReading(_ name: String) throws -> Int {
    if name == TextOrigin.importerName { return try store.forgetRecognitions() }
    if let importer = importers.descriptions.first(where: { $0.name == name }) {
      return try importers.invalidate(ClaimedTypes([importer]), in: store)
    }
    let types = try store.read { snapshot throws(StoreError) in Set(try snapshot.contentTypes().values.flatMap(\.tree)) }
    guard types.contains(name) else { throw UnknownImporterError(name, importers: importers.descriptions, types: types) }
    let type = ImporterDescription(name: name, version: 0, contentTypes: [name])
    return try importers.invalidate(ClaimedTypes([type]), in: store)
  }
}

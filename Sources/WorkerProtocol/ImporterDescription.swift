/// An importer as its worker announces it.
package struct ImporterDescription: Hashable, Sendable {
  /// Name of the importer, shown to the user and recorded with what it produced: `Document`.
  package var name: String
  /// Grows when the importer would produce other attributes than before; files are then imported again.
  package var version: Int
  /// Identifiers of the types it reads, and so of everything that conforms to them.
  package var contentTypes: [String]

  package init(name: String, version: Int, contentTypes: [String]) {
    self.name = name
    self.version = version
    self.contentTypes = contentTypes
  }
}

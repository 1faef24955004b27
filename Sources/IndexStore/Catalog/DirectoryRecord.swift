/// A directory of the catalog. A rename or move changes this one entry, whatever the number of documents below.
package struct DirectoryRecord: Sendable, Equatable {
  package var id: DirectoryID
  package var parent: DirectoryID
  package var name: [UInt8]
  /// The directory's own document, in its parent; `nil` for a bare ancestor of an indexed directory.
  package var document: DocumentID?
  package var filesystem: FilesystemID
  /// Whether its entries are kept; otherwise it only leads to a directory whose entries are.
  package var isIndexed: Bool
  /// Whether it and everything below is left out of answers: one bit hides a tree at once.
  package var isHidden: Bool
  /// The directory's modification time, in nanoseconds since 1970, when it was last listed; 0 before that.
  package var listed: Int64
  /// When it was first listed, in seconds since 1970: the date of addition of what was then in it.
  package var firstListed: Int64
  /// Whether ``CatalogTable/names`` has the names of its documents.
  var isNamed = false

  /// Whether paths through both are put together in the same way.
  func lies(like other: DirectoryRecord) -> Bool { parent == other.parent && isHidden == other.isHidden && name == other.name }
}

// SPDX-License-Identifier: Apache-2.0

/// A directory of the catalog.
///
/// Renaming or moving a directory changes only this record, however many documents are below it.
package struct DirectoryRecord: Sendable, Equatable {
  package var id: DirectoryID
  package var parent: DirectoryID
  package var name: [UInt8]
  /// The directory's own document, an entry of its parent; `nil` for a directory that only leads to
  /// an indexed one.
  package var document: DocumentID?
  package var filesystem: FilesystemID
  /// Whether the catalog keeps the directory's entries. Otherwise the directory only leads to one
  /// whose entries are kept.
  package var isIndexed: Bool
  /// Modification time of the directory when it was last listed, in nanoseconds since 1970; 0
  /// before the first listing.
  package var listed: Int64
  /// Time of the first listing in seconds since 1970; 0 before it. It is the date of addition of
  /// the entries in that listing.
  package var firstListed: Int64
  /// Whether the contents of the directory's files are not read, and only their names, sizes, dates and
  /// types are known.
  package var isNamesOnly = false
  /// Whether the directory contains sidecars, or has contained some; see ``Sidecar``.
  var hasSidecars = false
  /// Whether ``CatalogTable/names`` contains the names of the directory's documents.
  var isNamed = false

  /// Whether both records give the directory the same path.
  func lies(like other: DirectoryRecord) -> Bool { parent == other.parent && name == other.name }
}

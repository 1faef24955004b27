// SPDX-License-Identifier: Apache-2.0

/// Identifies a document for its whole life. Updates, renames and moves keep it, and it is never
/// reused.
package struct DocumentID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static func < (left: DocumentID, right: DocumentID) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a directory of one catalog; never reused.
///
/// A crawl assigns ascending numbers, so the rows of its documents are appended to the table.
package struct DirectoryID: Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The directory `/`, present in every catalog.
  package static let root = DirectoryID(rawValue: 1)

  /// The parent of `/`, and of a detached tree whose rows are not removed yet.
  static let nowhere = DirectoryID(rawValue: 0)

  package static func < (left: DirectoryID, right: DirectoryID) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a row of the table of content types.
package struct TypeID: Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The type is not known.
  package static let unknown = TypeID(rawValue: 0)
}

/// Identifies a file system by its number in the catalog's table of identifiers, so remounts and changed
/// device numbers have no effect if it has an identifier of its own. Only recorded in an index of several
/// users' files, where access depends on it.
package struct FilesystemID: Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The file system was not determined.
  package static let unknown = FilesystemID(rawValue: 0)
}

/// The key of a document's row, which finds the row with a single lookup.
///
/// Moving a document to another directory changes its reference but not its DocumentID.
package struct DocumentReference: Hashable, Comparable, Sendable {
  package let directory: DirectoryID
  package let document: DocumentID

  package init(directory: DirectoryID, document: DocumentID) {
    self.directory = directory
    self.document = document
  }

  package static func < (left: DocumentReference, right: DocumentReference) -> Bool {
    (left.directory, left.document) < (right.directory, right.document)
  }
}

/// Names a document for as long as it exists: stable over updates, renames and moves, and never given to another.
package struct DocumentID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static func < (left: DocumentID, right: DocumentID) -> Bool { left.rawValue < right.rawValue }
}

/// Names a directory of the catalog; never given to another. A crawl gives growing numbers, so that its documents are appended.
package struct DirectoryID: Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The directory `/`, present in every catalog.
  package static let root = DirectoryID(rawValue: 1)

  /// The parent of `/`, and of a tree that was taken out and waits to be swept.
  static let nowhere = DirectoryID(rawValue: 0)

  package static func < (left: DirectoryID, right: DirectoryID) -> Bool { left.rawValue < right.rawValue }
}

/// Names a row of the table of content types.
package struct TypeID: Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// No type is known.
  package static let unknown = TypeID(rawValue: 0)
}

/// Names a file system by its place in the catalog's table of UUIDs, so that remounts and renumbered devices change nothing.
package struct FilesystemID: Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The file system has no UUID or nobody asked for it.
  package static let unknown = FilesystemID(rawValue: 0)
}

/// Where a document's row is: one look-up, without any second tree. A move to another directory changes the reference, not the document.
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

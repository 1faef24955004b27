// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// What the catalog knows about a document's content.
package enum ContentState: UInt8, Sendable, CaseIterable {
  /// The content has not been read since the file appeared or changed.
  case pending = 0
  /// Attributes and text belong to the recorded status.
  case current
  /// There is no content to read: no importer handles the type, or the document is not a regular
  /// file. It has no indexed extended attributes either.
  case none
  /// The import failed. ``CatalogTable/failures`` has the reason.
  case failed
  /// The attributes are current, but the text must be read again.
  case textPending
}

/// The name of an entry of a directory.
package struct ListedName: Sendable, Equatable {
  package var bytes: [UInt8]
  /// `nil` if it is not known. Then the entry counts as one of any kind.
  package var kind: FileStatus.Kind?

  package init(bytes: [UInt8], kind: FileStatus.Kind?) {
    self.bytes = bytes
    self.kind = kind
  }

  func isOfKind(_ other: FileStatus.Kind) -> Bool { kind == nil || kind == other }
}

/// One entry of a directory listing, as the crawler reports it.
package struct ListedFile: Sendable, Equatable {
  /// The longest name of a usual file system in bytes.
  package static let maximumNameLength = 255

  /// Bytes of the name: 1 to ``maximumNameLength``, without a slash.
  package var name: [UInt8]
  package var status: FileStatus
  /// The type as far as the name determines it.
  package var type: TypeID
  /// The initial content state of a new or changed file: `.none` when no importer handles the type.
  package var content: ContentState
  /// Whether indexed extended attributes were found, or were not looked for.
  ///
  /// Renaming a file and setting an extended attribute change the status in the same way, so the
  /// status alone cannot tell them apart.
  package var mayHaveExtendedAttributes: Bool

  package init(
    name: [UInt8], status: FileStatus, type: TypeID, content: ContentState? = nil, mayHaveExtendedAttributes: Bool = false
  ) {
    self.name = name
    self.status = status
    self.type = type
    self.content = content ?? (status.kind == .regular ? .pending : .none)
    self.mayHaveExtendedAttributes = mayHaveExtendedAttributes
  }
}

/// A document: one directory entry. Two hard links are two documents.
package struct FileRecord: Sendable, Equatable {
  package var document: DocumentID
  /// The directory that holds the entry.
  package var directory: DirectoryID
  package var name: [UInt8]
  package var status: FileStatus
  package var type: TypeID
  package var content: ContentState
  /// When the document was added to its directory, to the second.
  package var added: Timestamp
  /// The DirectoryID of a document that is a directory; `nil` for other documents.
  package var subdirectory: DirectoryID?

  package var reference: DocumentReference { DocumentReference(directory: directory, document: document) }
}

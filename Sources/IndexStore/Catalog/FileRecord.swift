package import Attributes

/// What is known of a document's content.
package enum ContentState: UInt8, Sendable, CaseIterable {
  /// Nobody has looked into the file since it appeared or changed.
  case pending = 0
  /// Attributes and text are those of the recorded status.
  case current
  /// No importer claims the type, or the document is no regular file, and it has no extended attributes that are indexed.
  case none
  /// The importer failed; the reason is in the catalog's list of failures.
  case failed
  /// Attributes are known, the text has to be read again.
  case textPending
}

/// One entry of a directory listing, as a crawler gives it.
package struct ListedFile: Sendable, Equatable {
  /// The name's bytes: not empty, no slash, at most 255.
  package var name: [UInt8]
  package var status: FileStatus
  /// The type as far as the name tells it.
  package var type: TypeID
  /// The state that a new or changed file starts in: `.none` when it is known that no importer claims the type.
  package var content: ContentState
  /// Whether extended attributes that are indexed were seen, or not looked for. Renaming a file and setting one leave the same trace in the status.
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

/// A document of the files' store: one directory entry. Two hard links are two documents.
package struct FileRecord: Sendable, Equatable {
  package var document: DocumentID
  /// The directory that holds the entry.
  package var directory: DirectoryID
  package var name: [UInt8]
  package var status: FileStatus
  package var type: TypeID
  package var content: ContentState
  /// When the document came into its directory, to the second.
  package var added: Timestamp
  /// The directory that this document is; `nil` for anything else.
  package var subdirectory: DirectoryID?

  package var reference: DocumentReference { DocumentReference(directory: directory, document: document) }
}

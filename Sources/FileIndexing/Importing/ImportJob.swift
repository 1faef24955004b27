package import Attributes
package import IndexStore
package import WorkerProtocol

/// One file whose content is to be imported.
package struct ImportJob<Tag: Sendable>: Sendable {
  /// Whatever the caller needs to know the file again.
  package var tag: Tag
  package var path: [UInt8]
  /// The type that the name says; `nil` when it says nothing.
  package var typeIdentifier: String?
  /// Whether the name leaves no doubt about the type.
  package var isTypeCertain: Bool
  /// Whether a worker is to look into it; else only its extended attributes are read, which any file and any folder may have.
  package var needsWorker: Bool

  package init(tag: Tag, path: [UInt8], typeIdentifier: String?, isTypeCertain: Bool, needsWorker: Bool = true) {
    self.tag = tag
    self.path = path
    self.typeIdentifier = typeIdentifier
    self.isTypeCertain = isTypeCertain
    self.needsWorker = needsWorker
  }
}

/// What became of a job.
package struct FinishedJob<Tag: Sendable>: Sendable {
  package enum Content: Sendable {
    /// The import brought something; `status` is that of the file as it was opened.
    case finished(status: FileStatus, result: ImportResult, record: AttributeRecord)
    /// No worker has looked into it.
    case unread(status: FileStatus)
    /// The import failed; `status` is `nil` when the file could not even be opened.
    case failed(status: FileStatus?, ImportProblem)
    /// There is no file at the path any more, or something else than a file.
    case vanished
  }

  package var tag: Tag
  package var content: Content
  /// What the file's extended attributes say, read after its status was.
  package var extended = AttributeRecord()
}

/// Why a file could not be imported; stored with the document and shown by `mdutil`.
package struct ImportProblem: Hashable, Sendable, CustomStringConvertible {
  package var importer: String?
  package var reason: String
  package var description: String { reason }
}

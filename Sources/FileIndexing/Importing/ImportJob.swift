package import Attributes
package import IndexStore
package import WorkerProtocol

/// A file to import.
package struct ImportJob<Tag: Sendable>: Sendable {
  /// Identifies the job to the caller. The pool does not use it.
  package var tag: Tag
  package var path: [UInt8]
  /// The type according to the name; `nil` if the name indicates none.
  package var typeIdentifier: String?
  /// Whether the name determines the type.
  package var isTypeCertain: Bool
  /// Whether a worker opens the file. If not, only the extended attributes are read, which
  /// directories may have too.
  package var needsWorker: Bool

  package init(tag: Tag, path: [UInt8], typeIdentifier: String?, isTypeCertain: Bool, needsWorker: Bool = true) {
    self.tag = tag
    self.path = path
    self.typeIdentifier = typeIdentifier
    self.isTypeCertain = isTypeCertain
    self.needsWorker = needsWorker
  }
}

/// A job with its result.
package struct FinishedJob<Tag: Sendable>: Sendable {
  package enum Content: Sendable {
    /// An importer read the file, or the worker found that none does. `status` is that of the open
    /// file.
    case finished(status: FileStatus, result: ImportResult, record: AttributeRecord)
    /// The job needed no worker.
    case unread(status: FileStatus)
    /// The import failed. `status` is `nil` if the file could not be opened.
    case failed(status: FileStatus?, ImportProblem)
    /// There is no file at the path, or something else than a file.
    case vanished
  }

  package var tag: Tag
  package var content: Content
  /// The indexed extended attributes, read after the status.
  package var extended = AttributeRecord()
}

/// Why a file could not be imported. Stored with the document; `mdutil` shows it.
package struct ImportProblem: Hashable, Sendable, CustomStringConvertible {
  package var importer: String?
  package var reason: String
  package var description: String { reason }
}

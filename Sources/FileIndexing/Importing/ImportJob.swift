// SPDX-License-Identifier: Apache-2.0

internal import Applications
package import Attributes
package import IndexStore
package import UniformTypeIdentifiers
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
  /// Whether the file was empty when it was last seen. A worker opens it only if it is not empty
  /// any more.
  var wasEmpty = false
  /// The installed importer that reads the file; `nil` if a worker does.
  var installedImporter: InstalledImporter?
  /// The MIME type of the content, if a worker has detected it before.
  var mimeType: String?
  /// The sidecar whose attributes count for the file if it is of a described type; `nil` if there is none.
  package var sidecar: SidecarFile?
  /// Whether text is imported, and not only attributes.
  var wantsText = true

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
    /// The system has no resources to open the file at present, somebody else has a lease on it, or
    /// the pool was paused.
    case postponed(code: Int32)
    /// There is no file at the path, or something else than a file.
    case vanished
  }

  package var tag: Tag
  package var content: Content
  /// The indexed extended attributes, read after the status. If no importer has read the file, those of its sidecar
  /// are among them.
  package var extended = AttributeRecord()
  /// Processor time that the worker used.
  var processorTime = Duration.zero
}

/// A sidecar to read together with the file that it describes; see `Sidecar`.
package struct SidecarFile: Sendable, Equatable {
  package var path: [UInt8]
  /// The type according to the name; `nil` if the name indicates none.
  var typeIdentifier: String?
  var isTypeCertain: Bool

  /// - Parameter path: Absolute, or relative to the current directory.
  package init(path: [UInt8], _ types: TypeDatabase) {
    let known = types.type(forFileName: path.lastComponent.span)
    self.path = path
    typeIdentifier = known?.type.identifier
    isTypeCertain = known?.isCertain ?? false
  }

  /// The sidecar that a file has on the disk; `nil` if there is none.
  package init?(of path: [UInt8], _ types: TypeDatabase) {
    let name = path.lastComponent
    let folder = path.dropLast(name.count)
    let sidecar = Sidecar.names(for: name, types).lazy.map { folder + $0 }.first { FileStatus(at: Array($0))?.kind == .regular }
    guard let sidecar else { return nil }
    self.init(path: Array(sidecar), types)
  }
}

/// Why a file could not be imported. Stored with the document; `mdutil` shows it.
package struct ImportProblem: Hashable, Sendable, CustomStringConvertible {
  package var importer: String?
  package var reason: String
  package var description: String { reason }
}

extension ImportJob {
  /// The job with the installed importer that its name determines.
  func assigned(by choice: ImporterChoice?) -> Self {
    guard installedImporter == nil, isTypeCertain, let typeIdentifier else { return self }
    var job = self
    job.installedImporter = choice?.installed(for: typeIdentifier)
    return job
  }

  /// The job for an installed importer, if a worker found that the content is of a type of that
  /// importer; otherwise `nil`.
  func redirected(by content: FinishedJob<Tag>.Content, _ choice: ImporterChoice?) -> Self? {
    guard installedImporter == nil, case .finished(let status, let result, _) = content, status.size > 0, result.importer == nil,
      let type = result.typeIdentifier, let importer = choice?.installed(for: type)
    else { return nil }
    var job = self
    job.typeIdentifier = type
    job.isTypeCertain = true
    job.installedImporter = importer
    job.mimeType = result.mimeType
    return job
  }
}

extension ImportResult {
  /// A result without what an installed importer is not believed: who it is, the type, and that the
  /// text need not be stored.
  func attributed(to importer: InstalledImporter, for typeIdentifier: String?, _ mimeType: String?) -> Self {
    var result = self
    result.importer = importer.identifier
    result.typeIdentifier = typeIdentifier
    result.mimeType = mimeType
    result.textIsFileContent = false
    return result
  }
}

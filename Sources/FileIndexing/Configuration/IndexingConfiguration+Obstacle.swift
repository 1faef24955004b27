// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import LogMessages
internal import SystemPlatform
internal import WorkerProtocol

extension IndexingConfiguration {
  /// A line for users that says why an indexer with a configuration file never indexes an existing
  /// path, and what to do.
  ///
  /// - Returns: `nil` if it does index the path.
  package static func obstacle(to path: [UInt8], file: String, home: [UInt8]) throws(ConfigurationError) -> String? {
    let configuration = try load(file, home: home)
    guard let status = FileStatus(at: path), status.kind != .other else { return FileKindError.reason }
    let isDirectory = status.kind == .directory
    let rules = configuration.exclusions
    if let exclusion = rules.exclusion(of: path, isDirectory: isDirectory) {
      return try explanation(of: exclusion, for: path, isDirectory: isDirectory, file: file, home: home)
    }
    let directory = isDirectory ? path : path.parent
    if isVirtual(directory) { return virtualNotice }
    let possibleRoots = isDirectory ? rules.roots : rules.roots.filter { $0 != path }
    guard let root = possibleRoots.nearest(to: path) else {
      if rules.roots.contains(path) {
        let line = line(of: .root, path, in: try text(ofFile: file) ?? "", home: home).map { "line \($0) of \(file)" } ?? file
        return "\(line) names a file, and only a folder can be a root; "
          + "'mdutil -i on \(PrintableText.argument(directory))' indexes its folder"
      }
      let roots =
        try text(ofFile: file) == nil ? "not in the home folder, the only root without \(file)" : "not in a root named in \(file)"
      guard name(of: directory) != nil else { return "\(roots), and \(unwritableNotice)" }
      return "\(roots); 'mdutil -i on \(PrintableText.argument(directory))' adds it"
    }
    switch fileSystem(of: directory, below: root) {
    case .local?: break
    case .remote?: return "on a network or user-space file system; 'mdutil -i on \(PrintableText.argument(directory))' indexes it anyway"
    case .automount?:
      return "on a file system that is mounted when it is used; 'mdutil -i on \(PrintableText.argument(directory))' indexes it anyway"
    case .pseudo?: return Self.virtualNotice
    case nil: return "\(SystemError.current("statx", path: directory))"
    }
    return nil
  }

  /// A path as the value of a setting; `nil` if the configuration cannot have it. White space around a
  /// value is not part of it.
  package static func name(of path: [UInt8]) -> String? {
    guard let name = String(validating: path, as: UTF8.self), !name.contains(where: \.isNewline), name.last?.isWhitespace == false else {
      return nil
    }
    return name
  }

  package static let unwritableNotice = "the configuration cannot name a path that is not UTF-8, contains a newline or ends in white space"

  private static let virtualNotice = "on a virtual file system of the kernel"

  /// Why a folder can never be indexed, whatever the configuration says; `nil` if it can be.
  ///
  /// - Parameter store: The folder of the index.
  package static func obstacle(toRoot path: [UInt8], store: String) -> String? {
    if path.isAtOrBelow(Array(store.utf8).realPath) { return "the index itself, which is never indexed" }
    // A crawl reports a folder that cannot be examined.
    return isVirtual(path) ? virtualNotice : nil
  }

  private static func isVirtual(_ directory: [UInt8]) -> Bool {
    guard let device = device(of: directory) else { return false }
    return MountTable.shared.kind(ofDevice: device) == .pseudo
  }

  /// Whether an existing directory is in the tree of a root and is crawled with it.
  package func includes(directory: [UInt8]) -> Bool {
    guard exclusions.isIndexed(directory), let root = exclusions.roots.nearest(to: directory) else { return false }
    return Self.fileSystem(of: directory, below: root) == .local
  }

  /// The kind of file system that a directory is on. ``FileSystemKind/local`` if it is the same
  /// file system as that of the root, because a crawl never leaves that one out.
  ///
  /// - Returns: `nil` if the directory cannot be examined; `errno` then has the reason.
  private static func fileSystem(of directory: [UInt8], below root: [UInt8]) -> FileSystemKind? {
    guard let own = device(of: directory) else { return nil }
    return own == device(of: root) ? .local : MountTable.shared.kind(ofDevice: own)
  }

  /// Device number of the file system of the entry at a path, without asking that file system.
  private static func device(of path: [UInt8]) -> UInt64? {
    var status = file_status()
    return unsafe withCPath(path) { unsafe file_cached_status_at(FileDescriptor.workingFolder.rawValue, $0, &status) } == 0
      ? status.device : nil
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import SystemPlatform
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Single entries.
extension DirectoryReader {
  /// The entry at an absolute path. Exclusion rules are not applied, because the user named the
  /// path.
  ///
  /// - Throws: `SystemError` if there is nothing at the path, or if that cannot be determined;
  ///   `FileKindError` if the entry is neither a file, a directory nor a symbolic link.
  func entry(at path: [UInt8]) throws -> DirectoryListing.Entry {
    var raw = file_status()
    guard unsafe withCPath(path, { unsafe file_status_at(FileDescriptor.workingFolder.rawValue, $0, &raw) }) == 0 else {
      throw SystemError.current("statx", path: path)
    }
    let status = FileStatus(raw)
    guard status.kind != .other else { throw FileKindError(path: path) }
    let name = path.lastComponent
    let (type, isCertain) = typeIndex(of: name, status, among: types.names)
    return DirectoryListing.Entry(
      name: name, status: status, typeIndex: type, isTypeCertain: isCertain,
      extendedAttributes: status.kind == .symbolicLink ? .absent : ExtendedAttributes.presence(at: path))
  }

  /// An open directory, for looking up single entries.
  struct OpenDirectory: ~Copyable {
    fileprivate let path: [UInt8]
    fileprivate let descriptor: OwnedDescriptor
    /// Device number of the file system that the directory is on.
    fileprivate let device: UInt64
    /// Whether the directory contains a marker.
    let isMarked: Bool
    fileprivate let rules: EntryRules
  }

  /// Opens the directory at a path. The directory need not be readable.
  ///
  /// - Parameter inode: The inode number that the directory must have; `nil` for any.
  /// - Returns: `nil` if the path leads to nothing, to something else, or to another directory.
  /// - Throws: `SystemError` if that cannot be determined.
  func openDirectory(at path: [UInt8], inode: UInt64?) throws(SystemError) -> OpenDirectory? {
    let number = unsafe withCPath(path) { unsafe file_open_exactly($0, OpenOptions([.onlyPath, .directory, .noFollow]).rawValue) }
    guard number >= 0 else {
      let error = SystemError.current("open", path: path)
      guard error.code.isMissingOrLink else { throw error }
      return nil
    }
    let descriptor = OwnedDescriptor(owning: number)
    var own = file_status()
    guard unsafe withCPath([UInt8(ascii: ".")], { unsafe file_cached_status_at(descriptor.rawValue, $0, &own) }) == 0 else {
      throw .current("statx", path: path)
    }
    if let inode, own.inode != inode { return nil }
    let isMarked = FolderMarker.inDirectory(descriptor.rawValue, by: rules.markerAuthors) != nil
    return OpenDirectory(path: path, descriptor: descriptor, device: own.device, isMarked: isMarked, rules: rules.entries(of: path))
  }

  /// The entry with a name in an open directory; `nil` if there is none, or if it is excluded.
  ///
  /// - Throws: `SystemError` if that cannot be determined. It has the path of the directory if this
  ///   user may not search the directory, and otherwise that of the entry.
  func entryIfIncluded(_ name: [UInt8], in directory: borrowing OpenDirectory) throws(SystemError) -> DirectoryListing.Entry? {
    var raw = file_status()
    let isRemote = MountTable.shared.kind(ofDevice: directory.device) == .remote
    if var failure = status(of: name, in: directory.descriptor, at: directory.path, asksServer: isRemote, &raw) {
      if failure.code.isMissingOrLink { return nil }
      if isDenied(failure, by: directory.descriptor) { failure.path = Path(directory.path) }
      throw failure
    }
    let status = FileStatus(raw)
    if directory.isMarked, !directory.rules.isRoot(name) { return nil }
    // Named pipes, sockets and devices are never indexed.
    if status.kind == .other || directory.rules.excludes(name, isDirectory: status.kind == .directory) { return nil }
    let (type, isCertain) = typeIndex(of: name, status, among: types.names)
    return DirectoryListing.Entry(
      name: name, status: status, typeIndex: type, isTypeCertain: isCertain,
      extendedAttributes: status.kind == .symbolicLink || isForeign(raw, in: directory.device)
        ? .absent : ExtendedAttributes.presence(on: name, in: directory.descriptor.rawValue, at: directory.path))
  }
}

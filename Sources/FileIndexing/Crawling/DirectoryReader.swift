internal import CSystem
internal import Glibc
internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Lists directories: the entries that are to be indexed, each with its status and the type that
/// its name and status indicate.
struct DirectoryReader: Sendable {
  let rules: ExclusionRules
  let types: TypeDatabase
  /// The types that importers read. Set in the first crawl of a tree; `nil` in later crawls.
  ///
  /// If set, ``read(_:at:)`` checks directories, and files that no worker needs to open, for
  /// extended attributes, so that files without any need not be opened. In later crawls most
  /// entries are unchanged, so only directories are checked, which are few.
  var claimed: ClaimedTypes?

  /// How a directory was found. This decides whether a crawl enters it.
  enum Position: Sendable {
    /// Named by the user. It is read whatever file system it is on.
    case root
    /// Recorded in the catalog as a directory with entries. It is read whatever file system it is
    /// on, if it still has this inode number.
    case known(inode: UInt64)
    /// Found in a directory on this device. If it is on another device, it is a mount point, and is
    /// read only if its file system is local.
    case below(device: UInt64, inode: UInt64)
  }

  enum ReadError: Error {
    case problem(CrawlProblem)
    /// The path no longer leads to this directory: there is nothing, or something else. This is not
    /// a problem to report, because the listing of the parent directory will show the change.
    case vanished
  }

  /// Lists a directory.
  ///
  /// - Throws: ``ReadError`` if the entries could not be read, or only some of them.
  func read(_ path: [UInt8], at position: Position) throws(ReadError) -> DirectoryListing {
    let number = unsafe withCPath(path) { unsafe open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    guard number >= 0 else { throw error(.current("open", path: path)) }
    let directory = OwnedDescriptor(owning: number)
    var own = file_status()
    guard unsafe file_status_of(directory.rawValue, &own) == 0 else { throw error(.current("statx", path: path)) }
    var listing = DirectoryListing(path: path, device: own.device, watch: nil, entries: [])
    guard position.mayBe(own) else { throw .vanished }
    if try isCrossed(directory, own, at: position, path) { return listing }
    var names = try names(in: directory, path)
    if names.contains(ExclusionRules.neverIndexMarker) { names.removeAll { !rules.isRoot($0, in: path) } }
    listing.entries.reserveCapacity(names.count)
    var hasExtendedAttributes = true
    for name in names {
      var raw = file_status()
      guard unsafe withCPath(name, { unsafe file_status_at(directory.rawValue, $0, &raw) }) == 0 else {
        // The entry was removed after `readdir`. Any other error must not look like a removal.
        if errno == ENOENT { continue }
        throw error(.current("statx", path: path.appending(component: name)))
      }
      let status = FileStatus(raw)
      if status.kind == .other || rules.excludes(name, in: path, isDirectory: status.kind == .directory) { continue }
      let (type, isCertain) = type(of: name, status)
      var attributes = ExtendedAttributes.Presence.unknown
      if status.kind == .symbolicLink || !hasExtendedAttributes {
        attributes = .absent
      } else if status.kind == .directory || claimed.map({ !$0.needWorker(for: type, isCertain: isCertain, status) }) ?? false {
        attributes = ExtendedAttributes.presence(on: name, in: directory.rawValue, at: path)
        if attributes == .unsupported { hasExtendedAttributes = false }
      }
      listing.entries.append(
        DirectoryListing.Entry(name: name, status: status, type: type, isTypeCertain: isCertain, extendedAttributes: attributes))
    }
    return listing
  }

  /// The error with which listing a directory would fail for lack of permission; `nil` if this user
  /// may list it. faccessat(2)
  func obstacle(at path: [UInt8]) -> SystemError? {
    guard unsafe withCPath(path, { unsafe faccessat(AT_FDCWD, $0, R_OK | X_OK, AT_EACCESS) }) != 0 else { return nil }
    return .current("open", path: path)
  }

  /// The entry at an absolute path. Exclusion rules are not applied, because the user named the
  /// path.
  ///
  /// - Throws: `SystemError` if there is nothing at the path, or if that cannot be determined;
  ///   `FileKindError` if the entry is neither a file, a directory nor a symbolic link.
  func entry(at path: [UInt8]) throws -> DirectoryListing.Entry {
    var raw = file_status()
    guard unsafe withCPath(path, { unsafe file_status_at(AT_FDCWD, $0, &raw) }) == 0 else {
      throw SystemError.current("statx", path: path)
    }
    let status = FileStatus(raw)
    guard status.kind != .other else { throw FileKindError(path: path) }
    let name = path.lastComponent
    let (type, isCertain) = type(of: name, status)
    return DirectoryListing.Entry(
      name: name, status: status, type: type, isTypeCertain: isCertain,
      extendedAttributes: status.kind == .symbolicLink ? .absent : ExtendedAttributes.presence(at: path))
  }

  /// An open directory, for looking up single entries.
  struct OpenDirectory: ~Copyable {
    fileprivate let path: [UInt8]
    fileprivate let descriptor: OwnedDescriptor
    /// Whether the directory contains a never-index marker.
    let isMarked: Bool
  }

  /// Opens the directory at a path. The directory need not be readable.
  ///
  /// - Parameter inode: The inode number that the directory must have; `nil` for any.
  /// - Returns: `nil` if the path leads to nothing, to something else, or to another directory.
  /// - Throws: `SystemError` if that cannot be determined.
  func openDirectory(at path: [UInt8], inode: UInt64?) throws(SystemError) -> OpenDirectory? {
    // glibc defines O_PATH only with _GNU_SOURCE.
    let onlyPath: Int32 = 0o10000000
    let number = unsafe withCPath(path) { unsafe open($0, onlyPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard number >= 0 else {
      guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else { throw .current("open", path: path) }
      return nil
    }
    let descriptor = OwnedDescriptor(owning: number)
    if let inode {
      var own = file_status()
      guard unsafe file_status_of(descriptor.rawValue, &own) == 0 else { throw .current("statx", path: path) }
      if own.inode != inode { return nil }
    }
    let isMarked = unsafe withCPath(ExclusionRules.neverIndexMarker) {
      unsafe faccessat(descriptor.rawValue, $0, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }
    return OpenDirectory(path: path, descriptor: descriptor, isMarked: isMarked)
  }

  /// The entry with a name in an open directory; `nil` if there is none, or if it is excluded.
  ///
  /// - Throws: `SystemError` if that cannot be determined.
  func entryIfIncluded(_ name: [UInt8], in directory: borrowing OpenDirectory) throws(SystemError) -> DirectoryListing.Entry? {
    var raw = file_status()
    guard unsafe withCPath(name, { unsafe file_status_at(directory.descriptor.rawValue, $0, &raw) }) == 0 else {
      guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else { throw .current("statx", path: directory.path.appending(component: name)) }
      return nil
    }
    let status = FileStatus(raw)
    if directory.isMarked, !rules.isRoot(name, in: directory.path) { return nil }
    // Named pipes, sockets and devices are never indexed.
    if status.kind == .other || rules.excludes(name, in: directory.path, isDirectory: status.kind == .directory) { return nil }
    let (type, isCertain) = type(of: name, status)
    return DirectoryListing.Entry(
      name: name, status: status, type: type, isTypeCertain: isCertain,
      extendedAttributes: status.kind == .symbolicLink
        ? .absent : ExtendedAttributes.presence(on: name, in: directory.descriptor.rawValue, at: directory.path))
  }

  private func error(_ error: SystemError) -> ReadError {
    [ENOENT, ENOTDIR, ELOOP].contains(error.code)
      ? .vanished : .problem(CrawlProblem(path: error.path ?? [], reason: .unreadable(error)))
  }

  /// Whether a directory is a mount point of a virtual file system such as `/proc`, which is
  /// skipped without a report.
  ///
  /// - Throws: A problem if it is a mount point of a network or user-space file system.
  private func isCrossed(
    _ directory: borrowing OwnedDescriptor, _ status: file_status, at position: Position, _ path: [UInt8]
  ) throws(ReadError) -> Bool {
    guard case .below(let device, _) = position, device != status.device else { return false }
    let kind: FileSystemKind
    do { kind = try FileSystemKind(of: directory.rawValue) } catch { throw self.error(error) }
    switch kind {
    case .local: return false
    case .pseudo: return true
    case .remote: throw .problem(CrawlProblem(path: path, reason: .remote))
    }
  }

  /// The names of the entries that may be indexed, sorted bytewise. Entries that the rules exclude
  /// may be among them, but hidden ones only if they are indexed, are roots, or are the never-index
  /// marker.
  private func names(in directory: borrowing OwnedDescriptor, _ path: [UInt8]) throws(ReadError) -> [[UInt8]] {
    // `closedir` closes the descriptor of the stream, and the caller still needs its own.
    let copy = fcntl(directory.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw error(.current("fcntl", path: path)) }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      throw error(.current("fdopendir", path: path))
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe Self.name(of: entry)
      if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
      let kind = unsafe Int32(entry.pointee.d_type)
      if [Int32(DT_FIFO), Int32(DT_SOCK), Int32(DT_CHR), Int32(DT_BLK)].contains(kind) { continue }
      // Skipping hidden entries here saves a system call for each. The caller looks for the marker
      // in the list.
      if name.first == UInt8(ascii: "."), !rules.includesHidden, name != ExclusionRules.neverIndexMarker, !rules.isRoot(name, in: path) {
        continue
      }
      names.append(name)
    }
    guard errno == 0 else { throw error(.current("readdir", path: path)) }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
  }

  private func type(of name: [UInt8], _ status: FileStatus) -> (FileType, isCertain: Bool) {
    switch status.kind {
    case .directory: return (types.folder, true)
    case .symbolicLink: return (types.symbolicLink, true)
    case .regular, .other:
      if let found = types.type(forFileName: name.span) { return found }
      if status.size == 0 { return (types.emptyFile, true) }
      return (status.mode & 0o111 != 0 ? types.unixExecutable : types.data, false)
    }
  }
}

extension DirectoryReader.Position {
  /// Whether a directory that was opened may be the one that was to be read, and not one that has
  /// since been moved to its path.
  fileprivate func mayBe(_ opened: file_status) -> Bool {
    switch self {
    case .root: true
    case .known(let inode): opened.inode == inode
    // The root of a mounted file system has another inode number than the directory that it covers.
    case .below(let device, let inode): opened.inode == inode || opened.device != device
    }
  }
}

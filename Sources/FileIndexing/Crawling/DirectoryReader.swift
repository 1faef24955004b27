internal import CSystem
internal import Glibc
internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Reads directories: every entry that is to be indexed, with its status and the type that its name tells.
struct DirectoryReader: Sendable {
  let rules: ExclusionRules
  let types: TypeDatabase
  /// What importers read: ``read(_:at:)`` then looks for the extended attributes of everything else. It is for a tree of which nothing is known. In
  /// one that is known most entries have not changed, and nobody need look again: `nil`, and only folders are looked at, which are few.
  var claimed: ClaimedTypes?

  /// Where a directory stands in a crawl.
  enum Position: Sendable {
    /// The user named it: it is read whatever file system it is on.
    case root
    /// The catalog has it, and looked for its entries: it is read whatever file system it is on.
    case known(inode: UInt64)
    /// Found in a directory on this device.
    case below(device: UInt64, inode: UInt64)
  }

  enum ReadError: Error {
    case problem(CrawlProblem)
    /// It is not at its path any more, where nothing may be, or another directory: nothing to report, its parent's listing will show it.
    case vanished
  }

  /// - Throws: ``ReadError`` when the entries could not be read; a directory of which only a part can be read throws, too.
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
        // Gone between the two calls. Anything else (an unreadable status needs a damaged disk) must not look like a removal.
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

  /// Why a directory cannot be read by this user; `nil` when it can.
  func obstacle(at path: [UInt8]) -> SystemError? {
    guard unsafe withCPath(path, { unsafe faccessat(AT_FDCWD, $0, R_OK | X_OK, AT_EACCESS) }) != 0 else { return nil }
    return .current("open", path: path)
  }

  /// One entry by its absolute path, whatever the rules say of it: what the user names is indexed.
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

  /// A directory in which single entries are looked at.
  struct Folder: ~Copyable {
    fileprivate let path: [UInt8]
    fileprivate let descriptor: OwnedDescriptor
    /// Whether it holds a never-index marker.
    let isMarked: Bool
  }

  /// Finds a directory at its path.
  ///
  /// - Parameter inode: The directory's; `nil` for any.
  /// - Returns: `nil` when it is not there any more: there may be nothing, or another one.
  /// - Throws: when it cannot be told.
  func folder(at path: [UInt8], inode: UInt64?) throws(SystemError) -> Folder? {
    // O_PATH is hidden behind _GNU_SOURCE.
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
    return Folder(path: path, descriptor: descriptor, isMarked: isMarked)
  }

  /// One entry of a directory, looked at by itself; `nil` when there is none, or the rules leave it out.
  ///
  /// - Throws: when it cannot be told whether there is one.
  func entryIfIncluded(_ name: [UInt8], in folder: borrowing Folder) throws(SystemError) -> DirectoryListing.Entry? {
    var raw = file_status()
    guard unsafe withCPath(name, { unsafe file_status_at(folder.descriptor.rawValue, $0, &raw) }) == 0 else {
      guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else { throw .current("statx", path: folder.path.appending(component: name)) }
      return nil
    }
    let status = FileStatus(raw)
    if folder.isMarked, !rules.isRoot(name, in: folder.path) { return nil }
    // A socket or the like may have taken the name.
    if status.kind == .other || rules.excludes(name, in: folder.path, isDirectory: status.kind == .directory) { return nil }
    let (type, isCertain) = type(of: name, status)
    return DirectoryListing.Entry(
      name: name, status: status, type: type, isTypeCertain: isCertain,
      extendedAttributes: status.kind == .symbolicLink
        ? .absent : ExtendedAttributes.presence(on: name, in: folder.descriptor.rawValue, at: folder.path))
  }

  private func error(_ error: SystemError) -> ReadError {
    [ENOENT, ENOTDIR, ELOOP].contains(error.code)
      ? .vanished : .problem(CrawlProblem(path: error.path ?? [], reason: .unreadable(error)))
  }

  /// Whether a mount point leads to where crawls do not go: `/proc` and the like silently, other machines with a report.
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

  /// The names of the entries that may be indexed, sorted bytewise.
  private func names(in directory: borrowing OwnedDescriptor, _ path: [UInt8]) throws(ReadError) -> [[UInt8]] {
    // The stream closes what it is given, and the descriptor is still needed.
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
      // Hidden entries are passed over before they cost a system call; the marker is looked for in the list.
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
  /// Whether a directory that was opened is the one that was to be read, not one that was moved into its place meanwhile.
  fileprivate func mayBe(_ opened: file_status) -> Bool {
    switch self {
    case .root: true
    case .known(let inode): opened.inode == inode
    // What is mounted on a directory has an inode of its own.
    case .below(let device, let inode): opened.inode == inode || opened.device != device
    }
  }
}

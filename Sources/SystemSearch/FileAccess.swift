internal import CSystem
internal import Glibc
internal import IndexStore

/// What the user at the other end of a connection may see, as the kernel decides it.
///
/// Whoever may list and search a folder sees the names, the sizes, the owners and the dates of what is
/// in it, as with ls(1). Everything else is visible to whoever may read the file, and only as long as
/// the file is the one that was indexed: another one in its place may have other readers.
struct FileAccess {
  enum Visibility: Comparable { case hidden, listed, readable }

  private let user: UInt32
  /// Whether this process has other rights than the user.
  private let isForeign: Bool
  /// Whether the user is the superuser, who may read everything. This process may have fewer rights.
  private var isSuperuser: Bool { user == 0 }
  /// Whether folders may be listed, by their paths.
  private var listable: [[UInt8]: Bool] = [:]

  /// The paths of more folders than this are not kept.
  private static let maximumFolderCount = 100_000

  /// Takes on the groups of the user, for good.
  ///
  /// - Throws: ``CallerError`` if this process may not check the rights of that user.
  init(ofCallerAt connection: Connection) throws(CallerError) {
    var (user, group) = (UInt32.max, UInt32.max)
    guard unsafe local_caller(connection.socket, &user, &group) == 0 else { throw .unknown(errno) }
    self.user = user
    isForeign = user != geteuid()
    guard isForeign else { return }
    let capacity: Int32 = 65536
    var count: Int32 = 0
    let groups = unsafe [UInt32](unsafeUninitializedCapacity: Int(capacity)) { buffer, initialized in
      count = unsafe local_caller_groups(connection.socket, buffer.baseAddress, capacity)
      initialized = Int(max(count, 0))
    }
    guard count >= 0 else { throw .unknown(errno) }
    guard unsafe process_become_member(group, groups, count) == 0, thread_set_file_user(user) == 0 else { throw .forbidden(user) }
    guard thread_set_file_user(geteuid()) == 0 else { throw .forbidden(geteuid()) }
  }

  /// A file of the index.
  struct Candidate {
    let path: [UInt8]
    let status: FileStatus
    /// Whether the index has the content that the file had with this status.
    let isCurrent: Bool
  }

  /// Whether the user may list the folder at a path.
  mutating func mayList(_ folder: [UInt8]) -> Bool {
    isSuperuser || withRightsOfUser { access in access.isListable(folder) }
  }

  /// - Complexity: Three system calls for each file, and one for each folder.
  mutating func visibilities(of files: [Candidate]) -> [Visibility] {
    isSuperuser ? files.map { _ in .readable } : withRightsOfUser { access in files.map { access.visibility(of: $0) } }
  }

  private mutating func withRightsOfUser<Result>(_ body: (inout FileAccess) -> Result) -> Result {
    guard isForeign else { return body(&self) }
    let own = geteuid()
    guard thread_set_file_user(user) == 0 else { fatalError("the rights of a user were taken on before") }
    defer { if thread_set_file_user(own) != 0 { fatalError("a process may return to its own user") } }
    return body(&self)
  }

  private mutating func isListable(_ folder: [UInt8]) -> Bool {
    if let known = listable[folder] { return known }
    let isListable = Self.allows(folder, R_OK | X_OK)
    if listable.count < Self.maximumFolderCount { listable[folder] = isListable }
    return isListable
  }

  private mutating func visibility(of file: Candidate) -> Visibility {
    guard isListable(Self.folder(of: file.path)) else { return .hidden }
    var found = file_status()
    guard unsafe Self.withPath(file.path, { unsafe file_status_at(AT_FDCWD, $0, &found) }) == 0,
      found.inode == file.status.inode, found.born == file.status.born
    else { return .hidden }
    // The date of a folder changes with each entry.
    let isSame = file.isCurrent && (file.status.kind == .directory || found.changed == file.status.changed)
    return isSame && Self.allows(file.path, R_OK) ? .readable : .listed
  }

  /// The path of the folder that contains a file.
  static func folder(of path: [UInt8]) -> [UInt8] {
    let folder = path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    return folder.isEmpty ? [UInt8(ascii: "/")] : Array(folder)
  }

  private static func allows(_ path: [UInt8], _ rights: Int32) -> Bool {
    unsafe withPath(path) { unsafe faccessat(AT_FDCWD, $0, rights, AT_EACCESS | AT_SYMLINK_NOFOLLOW) } == 0
  }

  private static func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let path: [CChar] = path.map { CChar(bitPattern: $0) } + [0]
    return unsafe body(path)
  }
}

/// The service cannot answer a caller.
enum CallerError: Error, CustomStringConvertible {
  case unknown(Int32)
  case forbidden(UInt32)

  var description: String {
    switch self {
    case .unknown(let code): "the caller is unknown (\(unsafe String(cString: strerror(code))))"
    case .forbidden(let user): "mdqueryd runs without the right to check what user \(user) may read; start it as root"
    }
  }
}

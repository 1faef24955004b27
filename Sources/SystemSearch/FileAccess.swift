internal import CSystem
internal import Glibc
internal import IndexStore

/// What the user at the other end of a connection may see, as the kernel decides it.
///
/// Whoever may list and search a folder sees the names, the sizes, the owners and the dates of what is
/// in it, as with ls(1). Everything else is visible to whoever may read the file, and only as long as
/// the file is the one that was indexed: another one in its place may have other readers.
///
/// Folders are opened once for all their files, without following symbolic links, and files are
/// examined through one descriptor. So no exchange of files or folders between two checks helps.
struct FileAccess {
  enum Visibility: Comparable { case hidden, listed, readable }

  private let user: UInt32
  /// Whether this process has other rights than the user.
  private let isForeign: Bool
  /// Whether the user is the superuser, who may read everything. This process may have fewer rights.
  private var isSuperuser: Bool { user == 0 }

  /// Takes on the groups of the user, for good.
  ///
  /// - Throws: ``CallerError`` if this process cannot check the rights of that user.
  init(ofCallerAt connection: Connection) throws(CallerError) {
    var (user, group) = (UInt32.max, UInt32.max)
    guard unsafe local_caller(connection.socket, &user, &group) == 0 else { throw .unknown(errno) }
    guard access_is_possible() else { throw .oldKernel }
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
  func mayList(_ path: [UInt8]) -> Bool {
    if isSuperuser { return true }
    return withRightsOfUser { Folder(path) != nil }
  }

  /// - Complexity: Four system calls for each file, and three for each change of the folder.
  func visibilities(of files: [Candidate]) -> [Visibility] {
    if isSuperuser { return files.map { _ in .readable } }
    return withRightsOfUser {
      var (path, folder): ([UInt8]?, Folder?) = (nil, nil)
      return files.map { file in
        let parent = file.path.parent
        if parent != path { (path, folder) = (parent, Folder(parent)) }
        return folder?.visibility(of: file) ?? .hidden
      }
    }
  }

  private func withRightsOfUser<Result>(_ body: () -> Result) -> Result {
    guard isForeign else { return body() }
    let own = geteuid()
    guard thread_set_file_user(user) == 0 else { fatalError("the rights of a user were taken on before") }
    defer { if thread_set_file_user(own) != 0 { fatalError("a process may return to its own user") } }
    return body()
  }

  /// An open folder that the user may list.
  private final class Folder {
    private let descriptor: Int32

    /// - Returns: `nil` if the user may not list the folder, or there is none.
    init?(_ path: [UInt8]) {
      descriptor = unsafe FileAccess.withCString(path) { unsafe access_open_folder($0) }
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    func visibility(of file: Candidate) -> Visibility {
      var found = access_of_file()
      let name = Array(file.path[file.path.parentEnd...].drop { $0 == UInt8(ascii: "/") })
      guard unsafe FileAccess.withCString(name, { unsafe access_examine(descriptor, $0, &found) }) == 0,
        found.inode == file.status.inode, found.born == file.status.born
      else { return .hidden }
      // The date of a folder changes with each entry.
      let isSame = file.isCurrent && (file.status.kind == .directory || found.changed == file.status.changed)
      return isSame && found.may_read ? .readable : .listed
    }
  }

  private static func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let string: [CChar] = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe body(string)
  }
}

extension [UInt8] {
  /// The index of the last slash of a path.
  fileprivate var parentEnd: Int { lastIndex(of: UInt8(ascii: "/")) ?? 0 }

  /// The path of the folder that contains a file.
  var parent: [UInt8] { parentEnd == 0 ? [UInt8(ascii: "/")] : Array(self[..<parentEnd]) }
}

/// The service cannot answer a caller.
enum CallerError: Error, CustomStringConvertible {
  case unknown(Int32)
  case forbidden(UInt32)
  case oldKernel

  var description: String {
    switch self {
    case .unknown(let code): "the caller is unknown (\(unsafe String(cString: strerror(code))))"
    case .forbidden(let user): "mdqueryd runs without the right to check what user \(user) may read; start it as root"
    case .oldKernel: "the kernel cannot check what a user may read; Linux 5.8 or later is needed"
    }
  }
}

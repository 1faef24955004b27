// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import SystemPlatform

/// What the user at the other end of a connection may see, as the kernel decides it.
///
/// Whoever may list and search a folder sees the names, the sizes, the owners and the dates of what is
/// in it, as with ls(1). Everything else is visible to whoever may read the file, and only as long as
/// the file is the one that was indexed: another one in its place may have other readers. It is the one
/// with the same inode number, birth time and file system: whoever mounts a file system decides about all numbers and rights
/// in it, and users may mount those of FUSE.
///
/// Folders are opened once for all their files, without following symbolic links, and files are
/// examined through one descriptor. So no exchange of files or folders between two checks helps.
struct FileAccess: Sendable {
  enum Visibility: Comparable { case hidden, listed, readable }

  private let user: UInt32
  private let groups: Set<UInt32>
  /// Whether this process has other rights than the user.
  private let isForeign: Bool
  /// Whether the user is the superuser, who may read everything. This process may have fewer rights.
  var isSuperuser: Bool { user == 0 }

  /// Takes on the groups of the user, for good.
  ///
  /// - Throws: ``CallerError`` if this process cannot check the rights of that user.
  init(ofCallerAt connection: Connection) throws(CallerError) {
    var (user, group) = (UInt32.max, UInt32.max)
    guard unsafe local_caller(connection.socket, &user, &group) == 0 else { throw .unknown(.current) }
    guard access_is_possible() else { throw .oldKernel }
    self.user = user
    isForeign = user != ProcessFacts.effectiveUser
    let capacity: Int32 = 65536
    var count: Int32 = 0
    let groups = unsafe [UInt32](unsafeUninitializedCapacity: Int(capacity)) { buffer, initialized in
      count = unsafe local_caller_groups(connection.socket, buffer.baseAddress, capacity)
      initialized = Int(max(count, 0))
    }
    guard count >= 0 else { throw .unknown(.current) }
    self.groups = Set(groups + [group])
    guard isForeign else { return }
    guard unsafe process_become_member(group, groups, count) == 0, thread_set_file_user(user) == 0 else { throw .forbidden(user) }
    let own = ProcessFacts.effectiveUser
    guard thread_set_file_user(own) == 0 else { throw .forbidden(own) }
  }

  /// A file of the index.
  struct Candidate {
    let path: [UInt8]
    let status: FileStatus
    /// Whether the index has the content that the file had with this status.
    let isCurrent: Bool
    /// The identifier of the file system that the file was on; 0 if it is not known.
    let filesystem: UInt64
  }

  /// The user, for searches of what this user may see; `nil` if that is everything.
  func viewer(_ right: Viewer.Right) -> Viewer? {
    isSuperuser ? nil : Viewer(user: user, groups: groups, right: right, kernel: self)
  }

  /// Whether the user may list the folder at a path.
  func mayList(_ path: [UInt8]) -> Bool { mayList([path])[0] }

  /// - Complexity: Four system calls for each file, and three for each part of a path that differs from the
  ///   one before.
  func visibilities(of files: [Candidate]) -> [Visibility] {
    if isSuperuser { return files.map { _ in .readable } }
    return withRightsOfUser {
      let folders = FolderChain()
      var found = access_of_file()
      return files.map { file in
        guard let folder = folders.open(file.path.parent),
          unsafe Self.withCString(file.path.name, { unsafe access_examine(folder, $0, &found) }) == 0
        else { return .hidden }
        return Self.visibility(of: file, found)
      }
    }
  }

  private func withRightsOfUser<Result>(_ body: () -> Result) -> Result {
    guard isForeign else { return body() }
    let own = ProcessFacts.effectiveUser
    guard thread_set_file_user(user) == 0 else { fatalError("the rights of a user were taken on before") }
    defer { if thread_set_file_user(own) != 0 { fatalError("a process may return to its own user") } }
    return body()
  }

  /// The folders on the way to one that the user may list. Each was opened in the one before, and the user
  /// may list them all, because their entries are parts of the path.
  private final class FolderChain {
    private var parts: [ArraySlice<UInt8>] = []
    /// The descriptors of the root and of the folder for each part.
    private var descriptors: [Int32] = []

    deinit { leave(0) }

    private func leave(_ count: Int) {
      while descriptors.count > count { FileDescriptor(descriptors.removeLast()).close() }
    }

    /// - Returns: A descriptor that is valid until the next call; `nil` if the user may not list the folder
    ///   or one above it, there is none, or a symbolic link is on the way.
    func open(_ path: [UInt8]) -> Int32? {
      let wanted = path.split(separator: UInt8(ascii: "/"))
      let common = zip(wanted, parts).prefix { $0 == $1 }.count
      leave(min(common + 1, descriptors.count))
      parts.removeSubrange(min(common, max(0, descriptors.count - 1))...)
      if descriptors.isEmpty, !enter(FileDescriptor.workingFolder.rawValue, [UInt8(ascii: "/")]) { return nil }
      for part in wanted[parts.count...] {
        guard let parent = descriptors.last, enter(parent, Array(part)) else { return nil }
        parts.append(part)
      }
      return descriptors.last
    }

    private func enter(_ parent: Int32, _ name: [UInt8]) -> Bool {
      let folder = unsafe FileAccess.withCString(name) { unsafe access_open_folder(parent, $0) }
      guard folder >= 0 else { return false }
      descriptors.append(folder)
      return true
    }
  }

  /// - Parameter found: What the kernel says about the file at the path.
  static func visibility(of file: Candidate, _ found: access_of_file) -> Visibility {
    guard found.inode == file.status.inode, found.born == file.status.born,
      file.filesystem == 0 || file.filesystem == found.file_system
    else { return .hidden }
    // The date of a folder changes with each entry.
    let isSame = file.isCurrent && (file.status.kind == .directory || found.changed == file.status.changed)
    return isSame && found.may_read ? .readable : .listed
  }

  private static func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let string: [CChar] = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe body(string)
  }
}

extension FileAccess: FilePermissions {
  func mayList(_ paths: [[UInt8]]) -> [Bool] {
    if isSuperuser { return paths.map { _ in true } }
    return withRightsOfUser {
      let folders = FolderChain()
      return paths.map { folders.open($0) != nil }
    }
  }

  func mayRead(_ paths: [[UInt8]]) -> [Bool] {
    if isSuperuser { return paths.map { _ in true } }
    return withRightsOfUser {
      let folders = FolderChain()
      var found = access_of_file()
      return paths.map { path in
        guard let folder = folders.open(path.parent) else { return false }
        return unsafe Self.withCString(path.name, { unsafe access_examine(folder, $0, &found) }) == 0 && found.may_read
      }
    }
  }
}

extension [UInt8] {
  /// The index of the last slash of a path.
  fileprivate var parentEnd: Int { lastIndex(of: UInt8(ascii: "/")) ?? 0 }

  /// The last component of a path.
  fileprivate var name: [UInt8] { Array(self[parentEnd...].drop { $0 == UInt8(ascii: "/") }) }

  /// The path of the folder that contains a file.
  var parent: [UInt8] { parentEnd == 0 ? [UInt8(ascii: "/")] : Array(self[..<parentEnd]) }
}

/// The service cannot answer a caller.
enum CallerError: Error, CustomStringConvertible {
  case unknown(Errno)
  case forbidden(UInt32)
  case oldKernel

  var description: String {
    switch self {
    case .unknown(let code): "the caller is unknown (\(code))"
    case .forbidden(let user): "mdqueryd runs without the right to check what user \(user) may read; start it as root"
    case .oldKernel: "the kernel cannot check what a user may read; Linux 5.8 or later is needed"
    }
  }
}

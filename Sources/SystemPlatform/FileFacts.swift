// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the kernel knows of a file or folder, apart from its names and its content. stat(2)
package struct FileFacts: Hashable, Sendable {
  package enum Kind: Sendable {
    case regular, directory, symbolicLink, fifo, other

    /// - Parameter mode: `st_mode` of stat(2), or `stx_mode` of statx(2).
    @inlinable
    package init(mode: UInt32) {
      self =
        switch mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .directory
        case S_IFLNK: .symbolicLink
        case S_IFIFO: .fifo
        default: .other
        }
    }
  }

  /// The file itself, whatever its names are. Another file may have the same identity after this one was removed.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
  }

  /// A moment of the system's clock.
  package struct Time: Hashable, Sendable {
    /// Since 1970.
    package let seconds: Int
    /// Less than a second.
    package let nanoseconds: Int

    /// In nanoseconds since 1970.
    package var sinceEpoch: Int64 { Int64(seconds) * 1_000_000_000 + Int64(nanoseconds) }
  }

  package let kind: Kind
  /// Who may read, write and execute, with the bits of set-user-ID, set-group-ID and the sticky bit.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let identity: Identity
  /// The length of a file, in bytes. 0 for the files in which the kernel shows its state.
  package let byteCount: Int
  /// The bytes that the content takes on the disk: fewer than `byteCount` if the file has holes.
  package let allocatedByteCount: Int
  /// When the content was last changed; programs may set this.
  package let modified: Time
  /// When the content, the permissions or the names were last changed.
  package let changed: Time

  private init(_ status: stat) {
    kind = Kind(mode: status.st_mode)
    permissions = status.st_mode & 0o7777
    (owner, group) = (status.st_uid, status.st_gid)
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    byteCount = Int(status.st_size)
    allocatedByteCount = Int(status.st_blocks) * 512
    modified = Time(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    changed = Time(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
  }

  /// The facts of what a path leads to. stat(2), lstat(2), fstatat(2)
  ///
  /// - Parameters:
  ///   - followsLink: Whether those of the file to which a symbolic link at the end of the path leads; otherwise those of the link.
  ///   - folder: Where a relative path begins.
  package init(of path: Path, followsLink: Bool = true, in folder: FileDescriptor = .workingFolder) throws(SystemError) {
    var status = stat()
    let result = unsafe path.withCString { name in
      unsafe fstatat(folder.rawValue, name, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { throw .current(followsLink ? "stat" : "lstat", path: path) }
    self.init(status)
  }

  /// The facts of an open file. fstat(2)
  ///
  /// - Parameter path: That of the file, for errors.
  package init(of descriptor: FileDescriptor, path: Path? = nil) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw .current("fstat", path: path) }
    self.init(status)
  }

  /// The facts of what a path leads to; `nil` if the kernel does not tell them, for whatever reason. stat(2), lstat(2)
  package init?(at path: Path, followsLink: Bool = true) {
    do throws(SystemError) { try self.init(of: path, followsLink: followsLink) } catch { return nil }
  }

  /// The facts of an open file; `nil` if the kernel does not tell them. fstat(2)
  package init?(at descriptor: FileDescriptor) {
    do throws(SystemError) { try self.init(of: descriptor) } catch { return nil }
  }

  package var isRegular: Bool { kind == .regular }

  package var isDirectory: Bool { kind == .directory }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Replaces files, and changes folders, so that the result survives a power failure.
///
/// A disk receives the content of a new file, its name and other names in any order. After a power failure,
/// a file that was renamed without being flushed is empty on XFS, and one whose folder was not flushed is
/// missing on ext4, or has its old content on Btrfs. Every file that a tool or a store replaces is written
/// here.
package enum DurableFile {
  /// A system call that failed.
  package struct Failure: Error {
    package let call: StaticString
    package let path: [UInt8]
    /// The value of `errno`.
    package let code: Int32
  }

  /// Who may use a file.
  package struct Access {
    let mode, user, group: UInt32

    package init(mode: UInt32, user: UInt32, group: UInt32) { (self.mode, self.user, self.group) = (mode, user, group) }
  }

  /// A step of ``replace(_:with:through:for:onStep:)`` after which a process may die.
  package enum Step { case written, renamed }

  /// Replaces a file, or creates it. After a power failure at any moment it has the old or the new content,
  /// and the new one once this has returned.
  ///
  /// - Parameters:
  ///   - temporary: Where the new file is written first, in the same folder. A file there is removed.
  ///   - access: The owner and permissions of the new file; `nil` if only the user may read and write it.
  package static func replace(
    _ path: [UInt8], with bytes: [UInt8], through temporary: [UInt8], for access: Access? = nil, onStep: (Step) -> Void = { _ in }
  ) throws(Failure) {
    unsafe unlink(cPath(temporary))
    let file = unsafe open(cPath(temporary), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    do throws(Failure) {
      if let access {
        guard fchmod(file, access.mode) == 0 else { throw failure("fchmod", path) }
        // Root may change a file of another user, who must be able to change it again.
        guard access.user == geteuid() || fchown(file, access.user, access.group) == 0 else { throw failure("fchown", path) }
      }
      try write(bytes, to: file, path)
      try synchronize(file, path)
      onStep(.written)
      guard unsafe rename(cPath(temporary), cPath(path)) == 0 else { throw failure("rename", path) }
    } catch {
      unsafe unlink(cPath(temporary))
      throw error
    }
    onStep(.renamed)
    try synchronizeEntry(path)
  }

  /// Removes a file.
  package static func remove(_ path: [UInt8]) throws(Failure) {
    guard unsafe unlink(cPath(path)) == 0 else { throw failure("unlink", path) }
    try synchronizeEntry(path)
  }

  /// Flushes an open file or folder. Does nothing if its file system cannot do that.
  package static func synchronize(_ file: Int32, _ path: [UInt8]) throws(Failure) {
    guard fsync(file) == 0 || [EINVAL, ENOSYS, ENOTSUP, EROFS].contains(errno) else { throw failure("fsync", path) }
  }

  /// Flushes the name of a file or folder that was created, renamed or removed.
  package static func synchronizeEntry(_ path: [UInt8]) throws(Failure) {
    let parent = path.contains(UInt8(ascii: "/")) ? parent(of: path) + [UInt8(ascii: "/")] : [UInt8(ascii: ".")]
    let folder = unsafe open(cPath(parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      // Whoever may write to a folder need not be allowed to read it.
      guard errno == EACCES else { throw failure("open", parent) }
      return sync()
    }
    defer { close(folder) }
    try synchronize(folder, parent)
  }

  /// Flushes the names of a file or folder and of all folders that contain it, as far as they are on the
  /// same disk. Another process may have created them, and died.
  package static func synchronizeEntries(leadingTo path: [UInt8]) throws(Failure) {
    var (status, above) = (stat(), stat())
    guard unsafe stat(cPath(path), &status) == 0 else { throw failure("stat", path) }
    var entry = path
    while !entry.isEmpty {
      let parent = parent(of: entry)
      guard unsafe stat(cPath(parent + [UInt8(ascii: "/")]), &above) == 0, above.st_dev == status.st_dev else { return }
      // A folder that this process may not even read existed before.
      if unsafe access(cPath(parent + [UInt8(ascii: "/")]), R_OK) == 0 { try synchronizeEntry(entry) }
      entry = parent
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32, _ path: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw failure("write", path) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Without the slash at the end; empty for a file in the root folder.
  private static func parent(of path: [UInt8]) -> [UInt8] { Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) }

  private static func failure(_ call: StaticString, _ path: [UInt8]) -> Failure { Failure(call: call, path: path, code: errno) }

  private static func cPath(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}

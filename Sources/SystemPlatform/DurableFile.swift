// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Replaces files, and changes folders, so that the result survives a power failure.
///
/// A disk receives the content of a new file, its name and other names in any order. After a power failure,
/// a file that was renamed without being flushed is empty on XFS, and one whose folder was not flushed is
/// missing on ext4, or has its old content on Btrfs. Every file that a tool or a store replaces is written
/// here.
package enum DurableFile {
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
    _ path: Path, with bytes: [UInt8], through temporary: Path, for access: Access? = nil, onStep: (Step) -> Void = { _ in }
  ) throws(SystemError) {
    temporary.removeIfPossible()
    let file = try create(temporary, for: path)
    do throws(SystemError) {
      if let access {
        guard fchmod(file.rawValue, access.mode) == 0 else { throw .current("fchmod", path: path) }
        // Root may change a file of another user, who must be able to change it again.
        guard access.user == geteuid() || fchown(file.rawValue, access.user, access.group) == 0 else {
          throw .current("fchown", path: path)
        }
      }
      try file.write(bytes, path: path)
      try synchronize(file.rawValue, path)
      onStep(.written)
      if let code = temporary.renameIfPossible(to: path) { throw SystemError(code: code, call: "rename", path: path) }
    } catch {
      temporary.removeIfPossible()
      throw error
    }
    onStep(.renamed)
    try synchronizeEntry(path)
  }

  /// - Parameter path: That of the file for errors.
  private static func create(_ temporary: Path, for path: Path) throws(SystemError) -> OwnedDescriptor {
    do throws(SystemError) {
      return try OwnedDescriptor(opening: temporary, [.write, .createNew])
    } catch {
      throw SystemError(code: error.code, call: error.call, path: path)
    }
  }

  /// Removes a file.
  package static func remove(_ path: Path) throws(SystemError) {
    try path.remove()
    try synchronizeEntry(path)
  }

  /// Flushes an open file or folder. Does nothing if its file system cannot do that.
  package static func synchronize(_ file: Int32, _ path: Path) throws(SystemError) {
    guard fsync(file) == 0 || [EINVAL, ENOSYS, ENOTSUP, EROFS].contains(errno) else { throw .current("fsync", path: path) }
  }

  /// Flushes the name of a file or folder that was created, renamed or removed.
  package static func synchronizeEntry(_ path: Path) throws(SystemError) {
    let parent = path.parent
    let folder: OwnedDescriptor
    do throws(SystemError) {
      folder = try OwnedDescriptor(opening: parent, .directory)
    } catch {
      // Whoever may write to a folder need not be allowed to read it.
      guard error.code == .permissionDenied else { throw error }
      return sync()
    }
    try synchronize(folder.rawValue, parent)
  }

  /// Flushes the names of a file or folder and of all folders that contain it, as far as they are on the
  /// same disk. Another process may have created them, and died.
  package static func synchronizeEntries(leadingTo path: Path) throws(SystemError) {
    let device = try FileFacts(of: path).identity.device
    var entry = path
    while entry.parent != entry {
      let parent = entry.parent
      guard FileFacts(at: parent)?.identity.device == device else { return }
      // A folder that this process may not even read existed before.
      if parent.accessError(for: .read) == nil { try synchronizeEntry(entry) }
      entry = parent
    }
  }
}

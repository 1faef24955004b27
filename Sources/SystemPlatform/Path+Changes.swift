// SPDX-License-Identifier: Apache-2.0

internal import Glibc

// Changes of names, which a power failure may undo. `DurableFile` makes changes that last.
extension Path {
  /// Removes a file, or a symbolic link. unlink(2)
  package func remove() throws(SystemError) {
    if let code = removeIfPossible() { throw SystemError(code: code, call: "unlink", path: self) }
  }

  /// Removes a file, or a symbolic link, unless there is nothing. unlink(2)
  package func removeIfPresent() throws(SystemError) {
    do throws(SystemError) { try remove() } catch { if error.code != .noSuchFileOrDirectory { throw error } }
  }

  /// Removes a file, or a symbolic link, whose loss or stay does not matter. unlink(2)
  ///
  /// - Returns: The error that was in the way; `nil` if there was none.
  @discardableResult
  package func removeIfPossible() -> Errno? { unsafe withCString { unsafe unlink($0) == 0 ? nil : .current } }

  /// Removes an empty folder whose loss or stay does not matter. rmdir(2)
  ///
  /// - Returns: The error that was in the way; `nil` if there was none.
  @discardableResult
  package func removeFolderIfPossible() -> Errno? { unsafe withCString { unsafe rmdir($0) == 0 ? nil : .current } }

  /// Gives a file or folder another path on the same file system, and replaces a file there. rename(2)
  package func rename(to new: Path) throws(SystemError) {
    if let code = renameIfPossible(to: new) { throw SystemError(code: code, call: "rename", path: self) }
  }

  /// Gives a file or folder another path, which need not succeed. rename(2)
  ///
  /// - Returns: The error that was in the way; `nil` if there was none.
  @discardableResult
  package func renameIfPossible(to new: Path) -> Errno? {
    unsafe withCString { old in unsafe new.withCString { unsafe Glibc.rename(old, $0) == 0 ? nil : .current } }
  }

  /// Creates a folder. mkdir(2)
  ///
  /// - Parameter permissions: Those of the process's mask are taken away.
  package func createFolder(permissions: UInt32 = 0o700) throws(SystemError) {
    guard unsafe withCString({ unsafe mkdir($0, permissions) }) == 0 else { throw .current("mkdir", path: self) }
  }

  /// Creates a folder unless there is something. mkdir(2)
  package func createFolderIfMissing() throws(SystemError) {
    do throws(SystemError) { try createFolder() } catch { if error.code != .fileExists { throw error } }
  }

  /// Creates a folder, and the folders around it, unless there is something. mkdir(2)
  package func createFoldersIfMissing() throws(SystemError) {
    do throws(SystemError) {
      try createFolderIfMissing()
    } catch {
      guard error.code == .noSuchFileOrDirectory, parent != self else { throw error }
      try parent.createFoldersIfMissing()
      try createFolderIfMissing()
    }
  }

  /// Sets the permissions of a file or folder. chmod(2)
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    guard unsafe withCString({ unsafe chmod($0, permissions) }) == 0 else { throw .current("chmod", path: self) }
  }

  /// Sets the times of a file or folder to now, if this process may do that; whoever watches it learns of it. utimensat(2)
  package func touchIfPossible() { _ = unsafe withCString { unsafe utimensat(AT_FDCWD, $0, nil, 0) } }
}

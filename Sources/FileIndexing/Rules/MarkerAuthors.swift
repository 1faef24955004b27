// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Whose entries in a directory decide what is indexed of it.
package enum MarkerAuthors: Sendable {
  /// For an index of one user's files.
  case everybody
  /// Root and the owner of the directory. In a directory in which several users create files, one of
  /// them could otherwise keep the files of the others out of the index.
  case owner

  /// Whether the entry at a path was made by one of them.
  ///
  /// - Parameter path: An absolute path, or one that is relative to `directory`.
  /// - Parameter folder: The path of the directory with the entry; `nil` if it is `directory` itself.
  func include(_ path: [UInt8], relativeTo directory: Int32 = AT_FDCWD, in folder: [UInt8]?) -> Bool {
    guard self == .owner else { return true }
    var (entry, parent) = (stat(), stat())
    guard unsafe withCPath(path, { unsafe fstatat(directory, $0, &entry, AT_SYMLINK_NOFOLLOW) }) == 0 else { return false }
    if entry.st_uid == 0 { return true }
    let status = unsafe folder.map { folder in unsafe withCPath(folder) { unsafe lstat($0, &parent) } } ?? fstat(directory, &parent)
    return status == 0 && entry.st_uid == parent.st_uid
  }
}

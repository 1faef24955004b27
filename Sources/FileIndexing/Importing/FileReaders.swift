// SPDX-License-Identifier: Apache-2.0

package import IndexStore

/// Who may read a file, as far as its owner, its group and its mode tell.
///
/// In an index of several users' files, a worker reads only files with the same readers. A file that
/// takes control of it could falsify the results of later files, and return the content of one file as
/// that of another, which other users may read.
package struct FileReaders: Hashable, Sendable {
  let owner: UInt32
  private let group: UInt32
  /// The permissions of the group and of others to read.
  private let mode: UInt32

  package init(_ status: FileStatus) {
    owner = status.userID
    group = status.groupID
    mode = UInt32(status.mode) & 0o044
  }

  /// Whether these are certainly all of some other readers, whoever belongs to the groups.
  func include(_ others: FileReaders) -> Bool {
    if mode == 0o044 { return true }
    guard owner == others.owner else { return false }
    return others.mode == 0 || group == others.group && mode & others.mode == others.mode
  }
}

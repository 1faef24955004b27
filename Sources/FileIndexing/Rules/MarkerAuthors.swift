// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

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
  func include(_ path: [UInt8], relativeTo directory: FileDescriptor = .workingFolder, in folder: [UInt8]?) -> Bool {
    guard self == .owner else { return true }
    do throws(SystemError) {
      let author = try FileFacts(of: Path(path), followsLink: false, in: directory).owner
      if author == 0 { return true }
      guard let folder else { return try FileFacts(of: directory).owner == author }
      return try FileFacts(of: Path(folder), followsLink: false).owner == author
    } catch {
      return false
    }
  }
}

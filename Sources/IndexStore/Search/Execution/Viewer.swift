// SPDX-License-Identifier: Apache-2.0

/// A user who searches an index that has files of others.
///
/// A search for a viewer begins with the documents that this user may see (``VisibleDocuments``). No later step
/// looks at another document, so neither the answer nor its order follows from others, and its time depends on
/// them only as far as their postings are stored beside those of visible documents.
package struct Viewer: Sendable {
  /// What a viewer must be allowed to do with a document that counts.
  package enum Right: Comparable, Sendable {
    /// To list the folder that contains it.
    case list
    /// The same and, if it is a folder, to read it.
    case listAndReadFolders
    /// To read it.
    case read
  }

  let user: UInt32
  let groups: Set<UInt32>
  package var right: Right
  private let kernel: any FilePermissions

  /// - Parameters:
  ///   - groups: All groups of the user.
  ///   - kernel: Decides where the owner and the permission bits of a file do not.
  package init(user: UInt32, groups: Set<UInt32>, right: Right, kernel: some FilePermissions) {
    (self.user, self.groups, self.right, self.kernel) = (user, groups, right, kernel)
  }

  func mayList(_ paths: [[UInt8]]) -> [Bool] { kernel.mayList(paths) }
  func mayRead(_ paths: [[UInt8]]) -> [Bool] { kernel.mayRead(paths) }

  // MARK: Owners and permission bits

  /// What owner, group and permission bits say.
  enum Verdict: Sendable {
    case denied, granted
    /// There may be an access control list.
    case undecided
  }

  private static let (readBit, searchBit): (UInt16, UInt16) = (4, 1)

  /// Whether the viewer may read a file, or list the names in a folder.
  func mayRead(_ status: FileStatus) -> Verdict { verdict(on: Self.readBit, status) }

  /// Whether the viewer may list a folder, and see what is in it.
  func mayList(_ status: FileStatus) -> Verdict { verdict(on: Self.readBit | Self.searchBit, status) }

  private func verdict(on wanted: UInt16, _ status: FileStatus) -> Verdict {
    func has(_ shift: UInt16) -> Bool { status.mode >> shift & wanted == wanted }
    // An access control list does not change the rights of the owner, and the bits of the group limit those that it
    // gives to others. acl(5)
    if status.userID == user { return has(6) ? .granted : .denied }
    if groups.contains(status.groupID) { return has(3) ? .granted : .denied }
    return has(0) ? .granted : has(3) ? .undecided : .denied
  }
}

/// Decides what a user may do with files.
package protocol FilePermissions: Sendable {
  /// Whether the user may list the folders at some paths. Fastest in the order of paths.
  func mayList(_ paths: [[UInt8]]) -> [Bool]
  /// Whether the user may list the folders of some files, and read the files.
  func mayRead(_ paths: [[UInt8]]) -> [Bool]
}

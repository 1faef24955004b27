// SPDX-License-Identifier: Apache-2.0

/// The part of `statx(2)` that the catalog keeps.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: UInt8, Sendable { case regular = 0, directory, symbolicLink, other }

  package var kind: Kind
  package var inode: UInt64
  /// Length in bytes.
  package var size: UInt64
  /// In units of 512 bytes, whatever the file system's block size.
  package var allocatedBlocks: UInt64
  /// Last change of the content, in nanoseconds since 1970.
  package var modified: Int64
  /// Last change of the content or of the inode, in nanoseconds since 1970.
  package var changed: Int64
  /// Creation, in nanoseconds since 1970; 0 where the file system does not record it.
  package var born: Int64
  package var userID: UInt32
  package var groupID: UInt32
  /// Permission bits: the low 12 bits of `st_mode`.
  package var mode: UInt16
  package var linkCount: UInt32

  package init(
    kind: Kind, inode: UInt64, size: UInt64, allocatedBlocks: UInt64, modified: Int64, changed: Int64, born: Int64, userID: UInt32,
    groupID: UInt32, mode: UInt16, linkCount: UInt32
  ) {
    self.kind = kind
    self.inode = inode
    self.size = size
    self.allocatedBlocks = allocatedBlocks
    self.modified = modified
    self.changed = changed
    self.born = born
    self.userID = userID
    self.groupID = groupID
    self.mode = mode
    self.linkCount = linkCount
  }

  /// Identifies the inode as well as possible. The birth time is part of the identity because ext4
  /// gives the inode number of a deleted file to the next new one.
  package var identity: FileIdentity { FileIdentity(inode: inode, born: born) }

  /// Whether the content may differ between this status and a `later` one of the same file.
  ///
  /// The inode's change time is compared too, because copying tools reset the modification time.
  package func mayDifferInContent(from later: FileStatus) -> Bool {
    size != later.size || modified != later.modified || changed != later.changed || inode != later.inode || kind != later.kind
  }
}

/// Pairs the two halves of a move within one file system. Nothing else depends on it.
package struct FileIdentity: Hashable, Sendable {
  package let inode: UInt64
  package let born: Int64
}

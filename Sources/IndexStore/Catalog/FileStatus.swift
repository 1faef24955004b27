/// What `statx` says of a file, as far as the catalog remembers it.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: UInt8, Sendable { case regular = 0, directory, symbolicLink, other }

  package var kind: Kind
  package var inode: UInt64
  /// Length in bytes.
  package var size: UInt64
  /// Units of 512 bytes, whatever the file system's block size.
  package var allocatedBlocks: UInt64
  /// Last change of the content: nanoseconds since 1970, as the next two.
  package var modified: Int64
  /// Last change of the content or of the inode.
  package var changed: Int64
  /// Creation; 0 where the file system does not record it.
  package var born: Int64
  package var userID: UInt32
  package var groupID: UInt32
  /// Permission bits: the low twelve bits of `st_mode`.
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

  /// Which inode this is, as far as that can be told: ext4 gives a deleted file's number to the next one, so the birth time takes part.
  package var identity: FileIdentity { FileIdentity(inode: inode, born: born) }

  /// Whether a file that had this status may have other content now that it has `later`.
  ///
  /// The inode's change time takes part because copying tools set the modification time back.
  package func mayDifferInContent(from later: FileStatus) -> Bool {
    size != later.size || modified != later.modified || changed != later.changed || inode != later.inode || kind != later.kind
  }
}

/// Pairs the two ends of a move within one file system; nothing more is built on it.
package struct FileIdentity: Hashable, Sendable {
  package let inode: UInt64
  package let born: Int64
}

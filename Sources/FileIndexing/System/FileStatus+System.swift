// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CSystem
internal import IndexStore
internal import SystemPlatform

extension FileStatus {
  init(_ raw: file_status) {
    self.init(
      kind: Kind(mode: raw.mode), inode: raw.inode, size: raw.size, allocatedBlocks: raw.blocks, modified: raw.modified,
      changed: raw.changed,
      born: raw.born,
      userID: raw.user, groupID: raw.group, mode: UInt16(raw.mode & 0o7777), linkCount: raw.links)
  }

  /// The status of the entry at a path, which may be a symbolic link; `nil` if it cannot be read. It
  /// may be outdated if the file system is remote, because no server is asked.
  init?(at path: [UInt8]) {
    var raw = file_status()
    guard unsafe withCPath(path, { unsafe file_cached_status_at(FileDescriptor.workingFolder.rawValue, $0, &raw) }) == 0 else { return nil }
    self.init(raw)
  }
}

extension FileStatus.Kind {
  /// - Parameter mode: `st_mode` of stat(2).
  init(mode: UInt32) {
    self =
      switch FileFacts.Kind(mode: mode) {
      case .regular: .regular
      case .directory: .directory
      case .symbolicLink: .symbolicLink
      case .fifo, .other: .other
      }
  }
}

extension Timestamp {
  /// - Parameter nanoseconds: Since 1970.
  init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(unixSeconds: seconds, nanoseconds: rest)
  }
}

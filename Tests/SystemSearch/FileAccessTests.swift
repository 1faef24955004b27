// SPDX-License-Identifier: Apache-2.0

import CSystem
import IndexStore
import Testing

@testable import SystemSearch

/// What a caller may see of a file, from what the kernel says about the file at its path.
struct FileAccessTests {
  private func visibility(
    isCurrent: Bool = true, filesystem: UInt64 = 9, _ change: (inout access_of_file) -> Void = { _ in }
  ) -> FileAccess.Visibility {
    let status = FileStatus(
      kind: .regular, inode: 7, size: 1, allocatedBlocks: 8, modified: 3, changed: 4, born: 5, userID: 0, groupID: 0, mode: 0o644,
      linkCount: 1)
    var found = access_of_file(inode: 7, born: 5, changed: 4, device: 1, file_system: 9, may_read: true)
    change(&found)
    return FileAccess.visibility(
      of: FileAccess.Candidate(path: Array("/srv/a".utf8), status: status, isCurrent: isCurrent, filesystem: filesystem), found)
  }

  @Test func `only the same file on the same file system is seen`() {
    #expect(visibility() == .readable)
    #expect(visibility { $0.inode = 8 } == .hidden)
    #expect(visibility { $0.born = 6 } == .hidden)
    #expect(visibility { $0.file_system = 10 } == .hidden)
    // Device numbers may change.
    #expect(visibility { $0.device = 2 } == .readable)
  }

  @Test func `contents are seen only of an unchanged file that may be read`() {
    #expect(visibility { $0.changed = 5 } == .listed)
    #expect(visibility { $0.may_read = false } == .listed)
    #expect(visibility(isCurrent: false) == .listed)
  }

  @Test func `a file system that the index does not know is not compared`() { #expect(visibility(filesystem: 0) == .readable) }
}

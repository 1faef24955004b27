// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

extension Snapshot {
  /// The inode number of a directory when its parent was last listed; `nil` if the directory has no
  /// document.
  func inode(of directory: DirectoryID) throws(StoreError) -> UInt64? {
    try file(of: directory)?.status.inode
  }

  /// The document of a directory; `nil` for `/` and for directories that only lead to roots.
  func file(of directory: DirectoryID) throws(StoreError) -> FileRecord? {
    guard let record = try directoryRecord(directory), let document = record.document else { return nil }
    return try self.record(of: DocumentReference(directory: record.parent, document: document))
  }
}

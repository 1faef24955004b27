internal import IndexStore

extension Snapshot {
  /// The inode number of a directory when its parent was last listed; `nil` if the directory has no
  /// document.
  func inode(of directory: DirectoryID) throws(StoreError) -> UInt64? {
    guard let record = try directoryRecord(directory), let document = record.document else { return nil }
    return try self.record(of: DocumentReference(directory: record.parent, document: document))?.status.inode
  }
}

internal import IndexStore

extension Snapshot {
  /// The inode of a directory, as its parent listed it; `nil` for one without a document.
  func inode(of directory: DirectoryID) throws(StoreError) -> UInt64? {
    guard let record = try directoryRecord(directory), let document = record.document else { return nil }
    return try self.record(of: DocumentReference(directory: record.parent, document: document))?.status.inode
  }
}

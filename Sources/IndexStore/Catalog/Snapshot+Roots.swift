extension Snapshot {
  /// The absolute paths of the trees and single files that are in the catalog, without what lies below another one of them.
  ///
  /// - Complexity: O(directories that only lead to a tree).
  package func roots() throws(StoreError) -> [[UInt8]] {
    var roots: [[UInt8]] = []
    var waiting = [DirectoryID.root]
    while let directory = waiting.popLast() {
      guard let record = try directoryRecord(directory), !record.isHidden, let path = try path(of: directory) else { continue }
      guard !record.isIndexed else {
        roots.append(path)
        continue
      }
      waiting += try ancestors(in: directory)
      // A directory that only leads somewhere has the documents that were named one by one.
      try forEachRow(in: directory) { row throws(StoreError) in
        roots.append((path.count > 1 ? path : []) + [UInt8(ascii: "/")] + row.nameBytes)
        return true
      }
    }
    return roots.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

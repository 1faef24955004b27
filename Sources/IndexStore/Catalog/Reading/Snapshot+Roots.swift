// SPDX-License-Identifier: Apache-2.0

extension Snapshot {
  /// The absolute paths of the indexed trees and single files, without those inside another tree.
  ///
  /// - Complexity: O(directories that only lead to an indexed one).
  package func roots() throws(StoreError) -> [[UInt8]] {
    var roots: [[UInt8]] = []
    var waiting = [DirectoryID.root]
    while let directory = waiting.popLast() {
      guard let record = try directoryRecord(directory), let path = try path(of: directory) else { continue }
      guard !record.isIndexed else {
        roots.append(path)
        continue
      }
      waiting += try ancestors(in: directory)
      // A directory that is not indexed has documents only for files that were added one by one.
      try forEachRow(in: directory) { row throws(StoreError) in
        roots.append((path.count > 1 ? path : []) + [UInt8(ascii: "/")] + row.nameBytes)
        return true
      }
    }
    return roots.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What a search within a folder can find.
package enum FolderState: UInt8, Sendable {
  /// The folder is not in the index.
  case unknown = 0
  case indexed = 1
  /// The folder was listed, and the index contains none of its entries: it is empty, or a marker in it
  /// keeps them out.
  case empty = 2
  /// The folder was never listed.
  case unlisted = 3
  /// The file system of the folder is not mounted.
  case unmounted = 4
}

extension Snapshot {
  /// - Parameter path: The path of a folder, or of a file, which counts as a folder that contains itself.
  package func folderState(_ path: [UInt8]) throws(StoreError) -> FolderState {
    guard let directory = try directory(for: path) else { return try reference(for: path) == nil ? .unknown : .indexed }
    if try hiddenTrees().directories.contains(directory) { return .unmounted }
    guard let record = try directoryRecord(directory) else { return .unknown }
    if record.isIndexed, record.firstListed == 0 { return .unlisted }
    return try children(of: directory).isEmpty ? .empty : .indexed
  }
}

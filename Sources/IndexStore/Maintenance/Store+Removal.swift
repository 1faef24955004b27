// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension Store {
  /// Removes a store with everything in its folder, including catalogs that were set aside as
  /// damaged. The folder itself remains. Processes that have the store open can still read it but
  /// must not write to it.
  ///
  /// - Throws: `StoreError.foreignDirectory` when the folder contains other files. Nothing is
  ///   removed then.
  package static func remove(_ path: String) throws(StoreError) {
    let names = try namesInFolder(path)
    if let name = foreignName(among: names) { throw .foreignDirectory(path: path, name: name) }
    // Without `CURRENT` there is no store. If the process dies after this, what is left is swept
    // when the next store is created and maintained.
    for name in names.filter({ $0 == "CURRENT" }) + names.filter({ $0 != "CURRENT" }) {
      guard unsafe unlink(path + "/" + name) != 0 else { continue }
      guard errno == EISDIR || errno == EPERM else {
        if errno == ENOENT { continue }
        throw StoreError(code: errno, call: "unlink", path: path + "/" + name)
      }
      removeFolder(path + "/" + name)
    }
    try synchronizeFolder(path)
  }

  /// Removes a directory and everything below it from the catalog, except for some trees inside it.
  ///
  /// - Parameter kept: Absolute paths of directories below `path`, none of them inside another.
  package func removeTree(at path: [UInt8], keeping kept: [[UInt8]]) throws(StoreError) {
    try write { transaction throws(StoreError) in try transaction.removeTree(at: path, keeping: kept) }
    while try !write({ transaction throws(StoreError) in try transaction.sweep(limit: 2000) }) {}
  }

  /// The files in a store's folder: relative paths, and bytes allocated on the disk.
  package static func contents(_ path: String) throws(StoreError) -> [(name: String, bytes: Int)] {
    var contents: [(name: String, bytes: Int)] = []
    for name in try namesInFolder(path).sorted() {
      var status = stat()
      guard unsafe lstat(path + "/" + name, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        contents += try self.contents(path + "/" + name).map { (name: name + "/" + $0.name, bytes: $0.bytes) }
      } else {
        contents.append((name: name, bytes: Int(status.st_blocks) * 512))
      }
    }
    return contents
  }
}

extension ApplicationStore {
  /// Removes the store, and the folders of its index and its program if nothing else is in them.
  ///
  /// - Parameter root: The folder of all application stores.
  package func remove(from root: String) throws(StoreError) {
    let path = path(in: root)
    if unsafe access(path, F_OK) == 0 { try Store.remove(path) }
    try ReindexRequest.discard(for: path)
    try UpdateNotice.discard(for: path)
    var folder = path
    // A folder that another program has just filled stays.
    while folder.utf8.count > root.utf8.count, unsafe rmdir(folder) == 0 || errno == ENOENT {
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    // Otherwise a power failure would bring back the request, and with it the items.
    if unsafe access(folder, F_OK) == 0 { try synchronizeFolder(folder) }
  }
}

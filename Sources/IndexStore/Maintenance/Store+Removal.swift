// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

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
      guard let error = Path(path + "/" + name).removeIfPossible(), error != .noSuchFileOrDirectory else { continue }
      guard error == .isDirectory || error == .notPermitted else {
        throw StoreError(code: error.rawValue, call: "unlink", path: path + "/" + name)
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
      guard let facts = FileFacts(at: Path(path + "/" + name), followsLink: false) else { continue }
      if facts.isDirectory {
        contents += try self.contents(path + "/" + name).map { (name: name + "/" + $0.name, bytes: $0.bytes) }
      } else {
        contents.append((name: name, bytes: facts.allocatedByteCount))
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
    if Path(path).exists { try Store.remove(path) }
    try ReindexRequest.discard(for: path)
    try UpdateNotice.discard(for: path)
    var folder = path
    // A folder that another program has just filled stays.
    while folder.utf8.count > root.utf8.count, [nil, .noSuchFileOrDirectory].contains(Path(folder).removeFolderIfPossible()) {
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    // Otherwise a power failure would bring back the request, and with it the items.
    if Path(folder).exists { try synchronizeFolder(folder) }
  }
}

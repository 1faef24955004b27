internal import Glibc

extension Store {
  /// Removes a store with everything in its folder, damaged catalogs that were set aside included; the folder itself stays. Who has the store
  /// open reads on and must not write.
  ///
  /// - Throws: `StoreError.foreignDirectory` when anything else is in the folder: nothing is removed then.
  package static func remove(_ path: String) throws(StoreError) {
    let names = try namesInFolder(path)
    guard names.allSatisfy(isOwnName) else { throw .foreignDirectory(path: path) }
    // Without it there is no store: what a crash leaves behind from here on is swept with the next one.
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

  /// Takes a directory and everything below it out of the catalog, but for some trees in it.
  ///
  /// - Parameter kept: Absolute paths of directories below `path`, none below another one.
  package func removeTree(at path: [UInt8], keeping kept: [[UInt8]]) throws(StoreError) {
    try write { transaction throws(StoreError) in try transaction.removeTree(at: path, keeping: kept) }
    while try !write({ transaction throws(StoreError) in try transaction.sweep(limit: 2000) }) {}
  }

  /// What is in a store's folder: paths below it, and bytes on the disk.
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

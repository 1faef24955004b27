internal import Glibc
internal import LMDB

/// The trees of an index, also for the time after its catalog is lost. What mdimport added from outside the
/// roots of the configuration is named nowhere else.
extension Store {
  private static let treesFile = "trees"
  private static let maximumByteCount = 1 << 24

  /// Keeps the trees in a file beside the catalog.
  ///
  /// - Complexity: O(directories that only lead to an indexed one).
  package func keepTrees() throws(StoreError) {
    let file = path + "/" + Self.treesFile
    func isKept(_ trees: [UInt8]) -> Bool {
      trees.count > Self.maximumByteCount || (try? readSmallFile(file, limit: Self.maximumByteCount)) == trees
    }
    if isKept(try read { snapshot throws(StoreError) in try snapshot.listOfTrees() }) { return }
    // With the write lock, so that no other process replaces a newer list by an older one.
    try whileWriting { snapshot throws(StoreError) in
      let list = try snapshot.listOfTrees()
      if isKept(list) { return }
      try writeFile(file + ".new", list)
      guard unsafe rename(file + ".new", file) == 0 else { throw StoreError(code: errno, call: "rename", path: file) }
    }
  }

  /// The trees that an index had before it was damaged or lost: those in its newest catalog, whether or not
  /// `CURRENT` names it, or else those that were kept; `nil` if neither can be read.
  package static func treesOfLostIndex(_ path: String) -> [[UInt8]]? {
    treesOfNewestCatalog(in: path) ?? keptTrees(in: path)
  }

  private static func treesOfNewestCatalog(in path: String) -> [[UInt8]]? {
    guard let number = (try? namesInFolder(path))?.compactMap(GenerationPointer.number(of:)).max() else { return nil }
    guard let lease = try? GenerationRegistry.lease(path: path + "/" + GenerationPointer.name(of: number), mapSize: Environment.mapSize)
    else { return nil }
    return try? Snapshot(lease).knownTrees()
  }

  static func keptTrees(in path: String) -> [[UInt8]]? {
    guard let bytes = try? readSmallFile(path + "/" + treesFile, limit: maximumByteCount) else { return nil }
    return (try? unsealed(bytes.span))?.split(separator: 0).map(Array.init)
  }
}

extension Snapshot {
  /// The trees in the index, and those that it lacks since it was erased or lost.
  fileprivate func knownTrees() throws(StoreError) -> [[UInt8]] {
    let trees = try roots()
    let present = Set(trees)
    return trees + (try lostTrees().filter { !present.contains($0) })
  }

  fileprivate func listOfTrees() throws(StoreError) -> [UInt8] { sealed(Array(try knownTrees().joined(separator: [0]))) }

  func lostTrees() throws(StoreError) -> [[UInt8]] { (try metadata(.lostTrees) ?? []).split(separator: 0).map(Array.init) }
}

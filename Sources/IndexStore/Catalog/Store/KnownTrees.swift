// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import SystemPlatform

/// The trees of an index, also for the time after its catalog is lost. What mdimport added from outside the
/// roots of the configuration is named nowhere else.
extension Store {
  private static let treesFile = "trees"
  private static let maximumByteCount = 1 << 30

  /// Keeps the trees in a file beside the catalog.
  ///
  /// - Parameters:
  ///   - imported: What was imported by its own path. It may be inside a tree.
  ///   - isNamed: Whether importing the tree around such a path would leave it out.
  /// - Complexity: O(directories that only lead to an indexed one + paths that were kept).
  package func keepTrees(_ imported: [[UInt8]] = [], where isNamed: ([UInt8]) -> Bool) throws(StoreError) {
    // With the write lock, so that no other process replaces a newer list by an older one.
    try whileWriting { snapshot throws(StoreError) in
      let kept = Self.keptTrees(in: path)
      var trees = try snapshot.knownTrees()
      var present = Set(trees)
      for path in (kept ?? []) + imported where !present.contains(path) {
        if isNamed(path), try snapshot.contains(path), present.insert(path).inserted { trees.append(path) }
      }
      if trees != kept { try Self.writeKeptTrees(trees, in: self.path) }
    }
  }

  static func writeKeptTrees(_ trees: [[UInt8]], in path: String) throws(StoreError) {
    try replaceFile(path + "/" + treesFile, with: sealed(Array(trees.joined(separator: [0]))))
  }

  /// What must be indexed again in the place of an index that is damaged or lost: the trees in its newest
  /// catalog, whether or not `CURRENT` names it, and those that were kept; `nil` if neither can be read.
  package static func treesOfLostIndex(_ path: String) -> [[UInt8]]? {
    let (found, kept) = (treesOfNewestCatalog(in: path), keptTrees(in: path))
    return found == nil ? kept : Array(Set((found ?? []) + (kept ?? [])))
  }

  private static func treesOfNewestCatalog(in path: String) -> [[UInt8]]? {
    guard let number = (try? namesInFolder(path))?.compactMap(GenerationPointer.number(of:)).max() else { return nil }
    guard let lease = try? GenerationRegistry.lease(path: path + "/" + GenerationPointer.name(of: number), mapSize: Environment.mapSize)
    else { return nil }
    return try? Snapshot(lease).knownTrees()
  }

  package static let unknownTrees = "what was imported from outside the roots is unknown, and must be imported again"

  /// The trees that were kept; `nil` if they cannot be read.
  package static func keptTrees(in path: String) -> [[UInt8]]? {
    guard let bytes = try? readSmallFile(path + "/" + treesFile, limit: maximumByteCount) else { return nil }
    return (try? unsealed(bytes.span))?.split(separator: 0).map(Array.init)
  }

  /// Whether the file is missing, as in an index that an earlier version has written.
  package var lacksKeptTrees: Bool { !Path(path + "/" + Self.treesFile).exists }

  /// An error if the file is damaged.
  func damageOfKeptTrees() -> StoreError? {
    let file = path + "/" + Self.treesFile
    guard Self.keptTrees(in: path) == nil, Path(file).exists else { return nil }
    return .damagedSegment(path: file, reason: "\(file): it is damaged, and should name the indexed trees")
  }
}

extension Snapshot {
  /// The trees in the index, and those that it lacks since it was erased or lost.
  fileprivate func knownTrees() throws(StoreError) -> [[UInt8]] {
    let trees = try roots()
    let present = Set(trees)
    return trees + (try lostTrees().filter { !present.contains($0) })
  }

  func lostTrees() throws(StoreError) -> [[UInt8]] { (try metadata(.lostTrees) ?? []).split(separator: 0).map(Array.init) }

  /// Whether the file or directory at a path is in the index. A directory that only leads to an indexed one
  /// does not count.
  package func contains(_ path: [UInt8]) throws(StoreError) -> Bool {
    if try reference(for: path) != nil { return true }
    guard let directory = try directory(for: path) else { return false }
    return try directoryRecord(directory)?.isIndexed ?? false
  }
}

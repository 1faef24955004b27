// SPDX-License-Identifier: Apache-2.0

package import IndexStore

extension Store {
  /// The paths to index again so that an index that was erased or lost becomes what it was: the trees in the index; the trees
  /// that it lacked before; and entries of imported trees whose names the rules exclude, because a user must have imported
  /// these by their own paths.
  ///
  /// - Complexity: O(documents outside the roots of the configuration).
  package func namedTrees(_ configuration: IndexingConfiguration) throws(StoreError) -> [[UInt8]] {
    let rules = configuration.exclusions
    let lost = try lostTrees()
    return try read { snapshot throws(StoreError) in
      var named = try snapshot.roots()
      var waiting: [([UInt8], DirectoryID)] = []
      for tree in named where rules.roots.nearest(to: tree) == nil {
        if let directory = try snapshot.directory(for: tree) { waiting.append((tree, directory)) }
      }
      while let (path, directory) = waiting.popLast() {
        for child in try snapshot.children(of: directory) {
          let below = path.appending(component: child.name)
          if rules.excludesName(child.name, in: path, isDirectory: child.status.kind == .directory) {
            named.append(below)
          } else if let subdirectory = child.subdirectory {
            waiting.append((below, subdirectory))
          }
        }
      }
      return named + lost
    }
  }

  /// Keeps the trees for the time after a loss of the catalog.
  ///
  /// - Parameter imported: What was just imported by its own path.
  package func keepTrees(_ imported: [[UInt8]] = [], in configuration: IndexingConfiguration) throws(StoreError) {
    let rules = configuration.exclusions
    let trees = try read { snapshot throws(StoreError) in try snapshot.roots() }
    let named = Store.keptTrees(in: path) == nil ? imported + (try namedTrees(configuration)) : imported
    try keepTrees(named) { path in
      guard rules.roots.nearest(to: path) == nil, let tree = trees.nearest(to: path) else { return false }
      var above = path
      while above.count > tree.count {
        let (name, parent) = (Array(above.split(separator: UInt8(ascii: "/")).last ?? []), above.parent)
        if [true, false].contains(where: { rules.excludesName(name, in: parent, isDirectory: $0) }) { return true }
        above = parent
      }
      return false
    }
  }

  /// The trees outside all roots that were in the index when it was erased or lost, and are not in it again:
  /// what mdimport had indexed.
  package func lostTrees(beside configuration: IndexingConfiguration) throws(StoreError) -> [[UInt8]] {
    let rules = configuration.exclusions
    let complete = try read { snapshot throws(StoreError) in try snapshot.metadata(.unfinished) ?? [] }.split(separator: 0)
    return try lostTrees().filter { tree in
      !rules.isIndexed(tree) && !rules.excludes(tree: tree) && !complete.contains { tree.isAtOrBelow(Array($0)) }
    }
  }

  /// Records that trees are complete again after the index was erased. When this holds for all roots
  /// that exist, the index is complete.
  ///
  /// - Parameters:
  ///   - paths: The trees, which were indexed to their ends.
  ///   - erasure: The last one before they were indexed.
  package func noteComplete(
    _ paths: [[UInt8]], since erasure: Erasure, in configuration: IndexingConfiguration
  ) throws(StoreError) {
    let roots = (configuration.indexedRoots + (try lostTrees(beside: configuration))).filter { FileStatus(at: $0) != nil }
    try noteComplete(paths, since: erasure) { complete in
      roots.allSatisfy { root in complete.contains { root.isAtOrBelow($0) } }
    }
  }
}

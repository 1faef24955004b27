// SPDX-License-Identifier: Apache-2.0

package import IndexStore

extension Store {
  /// The roots that were crawled last because the configuration named them. Trees that only
  /// `mdimport` indexed are not among them.
  package func configuredRoots() throws(StoreError) -> [[UInt8]] {
    let value = try read { snapshot throws(StoreError) in try snapshot.metadata(.configuredRoots) }
    return (value ?? []).split(separator: 0).map(Array.init)
  }

  package func setConfiguredRoots(_ roots: [[UInt8]]) throws(StoreError) {
    guard try roots != configuredRoots() else { return }
    try write { transaction throws(StoreError) in
      try transaction.setMetadata(.configuredRoots, to: roots.isEmpty ? nil : Array(roots.joined(separator: [0])))
    }
  }

  /// Adds roots to those that the index has entries of, so that they leave it when the configuration
  /// no longer names them.
  ///
  /// - Parameter paths: What is being indexed.
  func noteRoots(of paths: [[UInt8]], in configuration: IndexingConfiguration) throws(StoreError) {
    let known = try configuredRoots()
    let new = configuration.indexedRoots.filter { root in
      !known.contains(root) && paths.contains { $0.isAtOrBelow(root) || root.isAtOrBelow($0) }
    }
    try setConfiguredRoots(known + new)
  }

  /// Removes the trees and files that a configuration excludes, and the former roots that it no
  /// longer includes, but keeps the roots inside them.
  ///
  /// A crawl removes only what is in the directories that it lists, and it would remove the roots
  /// inside an excluded directory too, which would then have to be read again. Trees outside all
  /// roots stay, because the user imported them.
  ///
  /// - Returns: The paths of what was removed.
  @discardableResult
  package func removeUnconfigured(_ configuration: IndexingConfiguration) throws(StoreError) -> [[UInt8]] {
    let rules = configuration.exclusions
    let known = try configuredRoots()
    let former = known.filter { !rules.isIndexed($0) }
    var removed = former + rules.paths
    if !removed.isEmpty {
      // Of a former root, mdimport may have indexed only some trees.
      removed += try read { snapshot throws(StoreError) in try snapshot.roots() }.filter { tree in
        rules.excludes(tree: tree) || !rules.isIndexed(tree) && former.contains { tree.isAtOrBelow($0) }
      }
    }
    var found: [[UInt8]] = []
    for path in removed where try contains(path) {
      try removeTree(at: path, keeping: rules.roots(inside: path))
      found.append(path)
    }
    try setConfiguredRoots(known.filter(rules.isIndexed))
    return found
  }

  /// See ``Snapshot/contains(_:)``.
  package func contains(_ path: [UInt8]) throws(StoreError) -> Bool {
    try read { snapshot throws(StoreError) in try snapshot.contains(path) }
  }
}

package import IndexStore

extension Store {
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

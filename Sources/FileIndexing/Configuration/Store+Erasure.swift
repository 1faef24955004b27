package import IndexStore

extension Store {
  /// Records that trees are complete again after the index was erased. When this holds for all roots
  /// that exist, the index is complete.
  ///
  /// - Parameter paths: The trees, which were indexed to their ends.
  package func noteComplete(_ paths: [[UInt8]], in configuration: IndexingConfiguration) throws(StoreError) {
    guard let known = try read({ snapshot throws(StoreError) in try snapshot.metadata(.unfinished) }) else { return }
    let complete = known.split(separator: 0).map(Array.init) + paths
    let rest = configuration.indexedRoots.filter { root in FileStatus(at: root) != nil && !complete.contains { root.isAtOrBelow($0) } }
    guard !rest.isEmpty else { return try setFinished() }
    try write { transaction throws(StoreError) in
      try transaction.setMetadata(.unfinished, to: Array(complete.joined(separator: [0])))
    }
  }
}

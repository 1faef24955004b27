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

  /// Removes the trees and files that a configuration excludes, and the former roots that it no
  /// longer includes, but keeps the roots inside them.
  ///
  /// A crawl removes only what is in the directories that it lists, and it would remove the roots
  /// inside an excluded directory too, which would then have to be read again. Trees outside all
  /// roots stay, because the user imported them.
  package func removeUnconfigured(_ configuration: IndexingConfiguration) throws(StoreError) {
    let rules = configuration.exclusions
    let known = try configuredRoots()
    var removed = known.filter { !rules.isIndexed($0) } + rules.paths
    if !rules.paths.isEmpty {
      removed += try read { snapshot throws(StoreError) in try snapshot.roots() }.filter(rules.excludes(tree:))
    }
    for path in removed where try contains(path) { try removeTree(at: path, keeping: rules.roots(inside: path)) }
    try setConfiguredRoots(known.filter(rules.isIndexed))
  }

  /// Whether the index contains the file or directory at a path. A directory that only leads to an
  /// indexed one does not count.
  package func contains(_ path: [UInt8]) throws(StoreError) -> Bool {
    try read { snapshot throws(StoreError) in
      if try snapshot.reference(for: path) != nil { return true }
      guard let directory = try snapshot.directory(for: path) else { return false }
      return try snapshot.directoryRecord(directory)?.isIndexed ?? false
    }
  }
}

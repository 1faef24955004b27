// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// The directories of the catalog that watches belong to. A pure value.
///
/// A directory that is mounted at several paths has one watch, and is several directories of the
/// catalog. Nearly every watch has one directory, which is stored without an array: with 100,000
/// watches, an array for each takes 4 MB more.
struct WatchedDirectories {
  private var first: [WatchID: DirectoryID] = [:]
  /// The others of a watch with several directories.
  private var others: [WatchID: [DirectoryID]] = [:]

  /// Number of directories.
  var count: Int { others.values.reduce(first.count) { $0 + $1.count } }

  var watches: some Collection<WatchID> { first.keys }

  /// All pairs of a watch and one of its directories.
  var pairs: some Sequence<(watch: WatchID, directory: DirectoryID)> {
    first.lazy.flatMap { [others] watch, directory in
      ([directory] + (others[watch] ?? [])).map { (watch: watch, directory: $0) }
    }
  }

  /// The directories of a watch; empty if there are none.
  subscript(watch: WatchID) -> [DirectoryID] {
    guard let directory = first[watch] else { return [] }
    return [directory] + (others[watch] ?? [])
  }

  /// Adds a directory to those of a watch, unless it is one of them.
  mutating func insert(_ directory: DirectoryID, for watch: WatchID) {
    guard let known = first[watch] else { return first[watch] = directory }
    guard known != directory, others[watch]?.contains(directory) != true else { return }
    others[watch, default: []].append(directory)
  }

  /// Removes a directory from those of a watch.
  ///
  /// - Returns: Whether the watch has no directory now.
  mutating func remove(_ directory: DirectoryID, of watch: WatchID) -> Bool {
    let rest = self[watch].filter { $0 != directory }
    removeAll(of: watch)
    for directory in rest { insert(directory, for: watch) }
    return rest.isEmpty
  }

  /// Removes some directories, whatever their watches are.
  ///
  /// - Returns: The watches that have no directory now.
  /// - Complexity: O(directories).
  mutating func remove(_ directories: Set<DirectoryID>) -> [WatchID] {
    let pairs = pairs.filter { directories.contains($0.directory) }
    return pairs.filter { remove($0.directory, of: $0.watch) }.map(\.watch)
  }

  /// Removes all directories of a watch.
  mutating func removeAll(of watch: WatchID) {
    first[watch] = nil
    others[watch] = nil
  }
}

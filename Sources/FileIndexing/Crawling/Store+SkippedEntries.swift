// SPDX-License-Identifier: Apache-2.0

package import IndexStore

extension Store {
  /// Number of entries that the last scan of each tree in the index has left out. A directory among them
  /// counts as one, with what is in it. `nil` if nothing was scanned yet.
  package func skippedEntries() throws(StoreError) -> Int? {
    let counts = try skippedByTree()
    return counts.isEmpty ? nil : counts.reduce(0) { $0 + $1.count }
  }

  /// Records how many entries a complete scan of a tree has left out.
  func noteSkipped(_ count: Int, in tree: [UInt8], _ rules: ExclusionRules) throws(StoreError) {
    let before = try skippedByTree()
    // The scan of a tree around this one has counted them, too.
    let isInside = before.contains { $0.tree != tree && tree.isAtOrBelow($0.tree) }
    let isIncluded =
      isInside && rules.isIndexed(tree.parent) && !rules.excludes(tree.lastComponent, in: tree.parent, isDirectory: true)
    let counts = before.filter { !$0.tree.isAtOrBelow(tree) } + (isIncluded ? [] : [(tree, count)])
    if counts.elementsEqual(before, by: ==) { return }
    let value = counts.map { Array("\($0.count) ".utf8) + $0.tree }.joined(separator: [0])
    try write { transaction throws(StoreError) in try transaction.setMetadata(.skipped, to: Array(value)) }
  }

  /// The counts of trees that are in the index, in the order of their scans.
  private func skippedByTree() throws(StoreError) -> [(tree: [UInt8], count: Int)] {
    try read { snapshot throws(StoreError) in
      var counts: [(tree: [UInt8], count: Int)] = []
      for line in (try snapshot.metadata(.skipped) ?? []).split(separator: 0) {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")), let count = Int(String(decoding: line[..<space], as: UTF8.self)) else {
          continue
        }
        let tree = Array(line[(space + 1)...])
        if try snapshot.contains(tree) { counts.append((tree, count)) }
      }
      return counts
    }
  }
}

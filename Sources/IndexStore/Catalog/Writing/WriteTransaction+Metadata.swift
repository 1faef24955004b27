// SPDX-License-Identifier: Apache-2.0

extension WriteTransaction {
  /// - Parameter value: The new value; `nil` removes the key.
  package func setMetadata(_ key: MetadataKey, to value: [UInt8]?) throws(StoreError) {
    let name = "user." + key.rawValue
    if let value { try setMeta(name, value) } else { try remove(.meta, bytes: Array(name.utf8)) }
  }

  func setMeta(_ name: String, _ value: [UInt8]) throws(StoreError) {
    try put(.meta, bytes: Array(name.utf8), sealed(value))
  }

  /// Records the trees that searches leave out from now on.
  ///
  /// - Complexity: O(directories), whatever is below them.
  package func setHiddenTrees(_ trees: HiddenTrees) throws(StoreError) {
    guard try snapshot.hiddenTrees() != trees else { return }
    try setMetadata(.hidden, to: trees.isEmpty ? nil : trees.encoded)
    // The change log records documents, and theirs have not changed.
    let pending = pending
    pending.counters.detachments += 1
  }
}

package import IndexStore

extension Store {
  /// Records that all contents are in the index again after it was erased or lost, if they are.
  package func noteContents() throws(StoreError) {
    guard try lacksContents(), try !isUnfinished(), try !hasPendingContent() else { return }
    try setContentsComplete()
  }

  /// Whether contents are left to read.
  func hasPendingContent() throws(StoreError) -> Bool {
    try read { snapshot throws(StoreError) in try snapshot.pendingCounts().reachable > 0 }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

extension Store {
  /// Whether contents are left to read.
  func hasPendingContent() throws(StoreError) -> Bool {
    try read { snapshot throws(StoreError) in try snapshot.pendingCounts().reachable > 0 }
  }
}

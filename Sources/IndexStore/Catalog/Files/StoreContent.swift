// SPDX-License-Identifier: Apache-2.0

/// What the documents of a store are. It is determined when the store is created.
package enum StoreContent: Sendable {
  /// Directory entries. The disk has the original data.
  case files
  /// Items that a program added. The store has the only copy of them.
  case items
}

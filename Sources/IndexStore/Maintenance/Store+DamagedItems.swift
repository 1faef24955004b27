// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

extension Store {
  /// Sets the catalog of a store of items aside if it is damaged, and requests that the items are added again. Everything
  /// is read, so that no damage is overlooked.
  ///
  /// - Returns: The damage; `nil` if there is none, or another process has set the catalog aside.
  package static func setDamagedItemsAside(_ path: String) throws(StoreError) -> StoreError? {
    // Nobody creates a catalog in the place of the damaged one meanwhile, which would be set aside.
    let lock = try lockedFolder(path)
    defer { withExtendedLifetime(lock) {} }
    guard let damage = try damageOfItems(path) else { return nil }
    try ReindexRequest.record(for: path)
    try setAside(path)
    // A report concerns the catalog that is gone.
    Path(path + "/segments/" + catalogReport + damageSuffix).removeIfPossible()
    return damage
  }

  private static func damageOfItems(_ path: String) throws(StoreError) -> StoreError? {
    do throws(StoreError) {
      return try open(path, .read).verifyCatalog().first
    } catch {
      guard error.isDamageOfCatalog else { throw error }
      return error
    }
  }
}

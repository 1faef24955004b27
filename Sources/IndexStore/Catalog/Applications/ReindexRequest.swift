// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// A request to add all items of an application store again, which were lost or damaged. It is a file
/// beside the store, so it survives the process that has found the damage:
///
///     $XDG_DATA_HOME/searchlight/applications/BUNDLE/INDEX/PROTECTION.reindex
///
/// Invariants:
/// 1. A request is recorded before the damaged store is replaced.
/// 2. Who answers a request holds a lock on its file. The kernel releases the lock when the process
///    dies, and the request can be answered again.
/// 3. The file is removed after the items were added, unless damage was found again meanwhile: that
///    replaces the file, and the answer concerns only the old one.
package final class ReindexRequest: Sendable {
  private let path: String
  private let lock: FileLock

  private init(_ path: String, _ lock: consuming FileLock) {
    self.path = path
    self.lock = lock
  }

  /// Records that the items of a store have to be added again.
  ///
  /// - Parameter store: The path of the store's folder, which need not exist.
  package static func record(for store: String) throws(StoreError) {
    let path = path(for: store)
    try whileLockingFolder(of: path) { () throws(StoreError) in
      try replaceFile(path, with: [])
    }
    ApplicationStore.announceDamage(in: folder(of: folder(of: folder(of: path))))
  }

  package static func isPending(for store: String) -> Bool { exists(path(for: store)) }

  static func exists(_ path: String) -> Bool { Path(path).exists }

  /// Takes a request in order to answer it.
  ///
  /// - Returns: `nil` if there is none, or if somebody else is answering it.
  package static func take(for store: String) throws(StoreError) -> ReindexRequest? {
    let path = path(for: store)
    guard let lock = try FileLock.takeExisting(path) else { return nil }
    return ReindexRequest(path, lock)
  }

  /// The items are in the store again.
  package func finish() throws(StoreError) {
    try Self.whileLockingFolder(of: path) { () throws(StoreError) in
      guard try !lock.isDeleted(path) else { return }
      try Self.remove(path)
    }
  }

  /// Removes the request for a store that is being removed.
  static func discard(for store: String) throws(StoreError) { try remove(path(for: store)) }

  static func remove(_ path: String) throws(StoreError) {
    try translatingSystemErrors { () throws(SystemError) in try Path(path).removeIfPresent() }
  }

  private static func path(for store: String) -> String { store + ".reindex" }

  static func folder(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Nobody else records or removes a request of the folder during `body`. flock(2)
  static func whileLockingFolder(of path: String, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    let lock = try lockedFolder(folder(of: path))
    defer { withExtendedLifetime(lock) {} }
    try body()
  }
}

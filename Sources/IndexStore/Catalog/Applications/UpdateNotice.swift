// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// Tells a program later that the index has found out something about its items, because it does not listen now. It is a file beside the
/// store with the identifiers of these items:
///
///     $XDG_DATA_HOME/searchlight/applications/BUNDLE/INDEX/PROTECTION.updated
///
/// What was found out is in the store; a notice that is lost with a power failure is no loss of data. Whoever delivers a notice holds a
/// lock on its file, as with a ``ReindexRequest``.
package final class UpdateNotice: Sendable {
  /// The identifiers of the items, each once.
  package let identifiers: [String]
  private let path: String
  private let lock: FileLock

  /// Of more items, the program hears only of the newest.
  private static let maximumCount = 10_000

  /// Number of bytes of a file that is read. Identifiers are usually much shorter.
  private static let maximumSize = 1 << 24

  private init(_ identifiers: [String], _ path: String, _ lock: consuming FileLock) {
    (self.identifiers, self.path) = (identifiers, path)
    self.lock = lock
  }

  /// Adds items to the notice of a store.
  ///
  /// - Parameter store: The path of the store's folder.
  package static func record(_ identifiers: [String], for store: String) throws(StoreError) {
    let path = path(for: store)
    try ReindexRequest.whileLockingFolder(of: path) { () throws(StoreError) in
      var all: [String] = []
      var seen: Set<String> = []
      for identifier in (identifiers.reversed() + read(path).reversed()) where all.count < maximumCount && seen.insert(identifier).inserted
      {
        all.append(identifier)
      }
      var writer = ByteWriter()
      writer.append(variable: UInt64(all.count))
      for identifier in all.reversed() { writer.append(string: identifier) }
      try replaceFile(path, with: writer.sealed())
    }
    ApplicationStore.announceDamage(in: ReindexRequest.folder(of: ReindexRequest.folder(of: ReindexRequest.folder(of: path))))
  }

  package static func isPending(for store: String) -> Bool { ReindexRequest.exists(path(for: store)) }

  /// Takes a notice in order to deliver it.
  ///
  /// - Returns: `nil` if there is none, or if somebody else is delivering it.
  package static func take(for store: String) throws(StoreError) -> UpdateNotice? {
    let path = path(for: store)
    guard let lock = try FileLock.takeExisting(path) else { return nil }
    return UpdateNotice(read(path), path, lock)
  }

  /// The program knows. A notice that was recorded meanwhile stays.
  package func finish() throws(StoreError) {
    try ReindexRequest.whileLockingFolder(of: path) { () throws(StoreError) in
      if try !lock.isDeleted(path) { try ReindexRequest.remove(path) }
    }
  }

  /// Removes the notice of a store that is being removed.
  static func discard(for store: String) throws(StoreError) { try ReindexRequest.remove(path(for: store)) }

  /// The identifiers in a file; none if it is missing or damaged.
  private static func read(_ path: String) -> [String] {
    do {
      let bytes = try readSmallFile(path, limit: maximumSize)
      var reader = try ByteReader(checked: bytes.span)
      var identifiers: [String] = []
      for _ in 0..<(try reader.count()) { identifiers.append(try reader.string()) }
      return identifiers
    } catch {
      return []
    }
  }

  private static func path(for store: String) -> String { store + ".updated" }
}

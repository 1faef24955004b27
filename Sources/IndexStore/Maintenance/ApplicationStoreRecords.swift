// SPDX-License-Identifier: Apache-2.0

internal import CXXHash
internal import LogMessages
internal import SystemPlatform

/// Which application stores there are, recorded outside their folder. A store that is recorded and has no
/// index on the disk was lost, and its items have to be added again.
///
///     $XDG_STATE_HOME/searchlight/applications/ROOT/BUNDLE/INDEX/PROTECTION
///
/// Each record is an empty file. `ROOT` stands for the path of the folder of all stores, so that the
/// records of one folder say nothing about another.
///
/// Invariants:
/// 1. A store is recorded before a change of it is reported as made.
/// 2. The record is removed before the store if somebody removes the store on purpose.
package struct ApplicationStoreRecords: Sendable {
  private let root: String
  /// `nil` without a folder for state: then nothing is recorded.
  private let folder: String?

  /// - Parameters:
  ///   - root: The folder of all application stores.
  ///   - state: Searchlight's folder in `$XDG_STATE_HOME`; `nil` if there is none.
  package init(of root: String, in state: String?) {
    self.root = root
    folder = state.map { $0 + "/applications/" + Self.fileName(root) }
  }

  /// A path as a component of a path.
  private static func fileName(_ path: String) -> String {
    let name = PercentEncoding.encoded(path)
    guard name.utf8.count > 255 else { return name }
    let hash = unsafe Array(path.utf8).withUnsafeBufferPointer { unsafe xxh3_128($0.baseAddress, $0.count) }
    return name.prefix(200) + "~" + String(hash.high64, radix: 16) + String(hash.low64, radix: 16)
  }

  /// Opens a store for writing, and creates it if it is missing. An empty store takes the place of one that
  /// was lost, together with a request to add its items again.
  package func open(_ store: ApplicationStore) throws(StoreError) -> Store {
    if isLost(store) { try Store.replaceLostItems(store.path(in: root)) }
    let opened = try Store.open(store.path(in: root), .writeItems)
    record(store)
    return opened
  }

  /// Whether the store is recorded and has no index on the disk.
  package func isLost(_ store: ApplicationStore) -> Bool {
    guard let folder, Path(store.path(in: folder)).exists else { return false }
    return Path(store.path(in: root) + "/CURRENT").accessError() == .noSuchFileOrDirectory
  }

  /// The lost stores of a program, or of all programs.
  package func lost(of bundle: String? = nil) throws(StoreError) -> [ApplicationStore] {
    guard let folder else { return [] }
    return try ApplicationStore.all(in: folder, of: bundle).filter(isLost)
  }

  /// Removes a store on purpose.
  package func remove(_ store: ApplicationStore) throws(StoreError) {
    try removeRecord(of: store)
    try store.remove(from: root)
    // The program may have opened the store in between.
    if !Path(store.path(in: root) + "/CURRENT").exists { try removeRecord(of: store) }
  }

  /// Only the program knows the activities of its user, and it does not have them any more. Without a
  /// record, a loss of the store goes unnoticed, which is no reason to refuse items.
  private func record(_ store: ApplicationStore) {
    guard let folder, store.index != .activities else { return }
    let path = store.path(in: folder)
    guard !Path(path).exists else { return }
    do throws(StoreError) {
      try Store.makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try replaceFile(path, with: [])
      try synchronizeEntries(leadingTo: path)
    } catch {}
  }

  private func removeRecord(of store: ApplicationStore) throws(StoreError) {
    guard let folder else { return }
    var path = store.path(in: folder)
    if let error = Path(path).removeIfPossible(), !error.isMissing {
      throw StoreError(code: error.rawValue, call: "unlink", path: path)
    }
    // A folder that has other records stays.
    for _ in 0..<2 {
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      guard Path(path).removeFolderIfPossible() == nil else { return }
    }
  }
}

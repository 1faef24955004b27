// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore
import SystemSearch

/// The stores that the operands need, opened when they are first needed.
final class OpenStores {
  private let environment = ToolEnvironment()
  /// The argument of `-store`.
  private let option: [UInt8]?
  private var filesStore: Store?
  /// Whether the store of files lacked contents when it was opened.
  private var lackedContents = false
  private var itemStores: [ApplicationStore: Store] = [:]

  init(_ option: [UInt8]?) { self.option = option }

  /// All stores that are open.
  var all: [Store] { (filesStore.map { [$0] } ?? []) + itemStores.values }

  /// The system's index, unless the user has named another.
  private(set) lazy var system: SystemIndex? =
    option == nil && environment.value(of: "SEARCHLIGHT_STORE") == nil ? SystemIndex(socket: environment.querySocket) : nil

  /// The user's store of files; `nil` if there is none, and the system has one.
  func files() throws -> Store? {
    if let filesStore { return filesStore }
    let path = try environment.store(option)
    // A folder without an index is that of one that was lost a moment ago.
    if system != nil, try SmallFile.kind(at: Array(path.utf8)) == nil { return nil }
    let store = try Store.open(path, .read)
    lackedContents = try store.completeness().hasLostContents
    filesStore = store
    return store
  }

  /// Whether the store of files lacks contents that it had before, or did so since it was opened.
  func lackContents() throws(StoreError) -> Bool {
    let lacksContents = try filesStore?.completeness().hasLostContents ?? false
    return lackedContents || lacksContents
  }

  /// An application store; `nil` when it does not exist.
  func items(of name: ApplicationStore) throws -> Store? {
    if let store = itemStores[name] { return store }
    do {
      let store = try Store.open(name.path(in: try environment.applications()), .read)
      itemStores[name] = store
      return store
    } catch StoreError.notFound {
      return nil
    }
  }
}

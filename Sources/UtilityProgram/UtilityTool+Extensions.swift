// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import IndexStore
import LogMessages
import QueryLanguage

/// The index extensions of programs, which add items again while their programs do not run.
extension UtilityTool {
  var isForExtension: Bool { invocation.has("c") }

  /// The index extension of the program to which a store belongs.
  func indexExtension(of store: ApplicationStore) -> IndexExtension? { IndexExtension.of(store.bundle, in: dataFolders) }

  private var dataFolders: DataFolders { DataFolders(environment.value(of:)) }

  /// Lists the registered extensions.
  func listExtensions() {
    var isComplete = true
    let extensions = IndexExtension.all(in: dataFolders) { problem in
      tool.report(problem)
      isComplete = false
    }
    var text = ""
    for found in extensions {
      text += "\(PrintableText.line(found.identifier)):\n\tprogram: \(PrintableText.line(found.application))\n"
      text += "\tcommand: \(PrintableText.line(found.arguments.joined(separator: " ")))\n"
      text += "\tmanifest: \(PrintableText.line(found.manifest))\n"
    }
    print(extensions.isEmpty ? "No index extensions are registered.\n" : text)
    if !isComplete { tool.exitForFailure() }
  }

  /// Makes an extension add the items of each index of its program again.
  func reindex() throws {
    let chosen = chosenExtension(invocation.text("r") ?? "")
    let items = invocation.operands.map { String(decoding: $0, as: UTF8.self) }
    let folder = try environment.applications()
    let isComplete = try stores(of: chosen, in: folder).reduce(true) { isComplete, store in
      reindex(items, of: store, with: chosen, in: folder) && isComplete
    }
    if !isComplete { tool.exitForFailure() }
  }

  /// - Parameter name: The identifier of the extension, or of its program.
  private func chosenExtension(_ name: String) -> IndexExtension {
    let all = IndexExtension.all(in: dataFolders) { tool.report($0) }
    if let found = all.first(where: { $0.identifier == name }) ?? all.first(where: { $0.application == name }) { return found }
    let known = all.map(\.identifier)
    let advice =
      if known.isEmpty {
        "none is registered; searchlight.extension(5) shows how a program registers one"
      } else if let nearest = Spelling.nearest(to: name, among: known + all.map(\.application)) {
        "did you mean '\(nearest)'?"
      } else {
        "registered are: \(known.joined(separator: ", "))"
      }
    tool.fail("\(PrintableText.line(name)): no index extension with this identifier is registered; \(advice)")
  }

  /// The indexes whose items the extension provides: those on disk, and those that the manifest names;
  /// the default index if there are none. Only the program itself knows the activities of its user.
  private func stores(of chosen: IndexExtension, in folder: String) throws -> [ApplicationStore] {
    var stores = try ApplicationStore.all(in: folder, of: chosen.application).filter { $0.index != .activities }
    for name in chosen.indexes.map({ IndexName($0) }) where !stores.contains(where: { $0.index == name }) {
      stores.append(ApplicationStore(bundle: chosen.application, index: name, protection: .none))
    }
    return stores.isEmpty ? [ApplicationStore(bundle: chosen.application, index: .default, protection: .none)] : stores
  }

  /// - Parameter items: The identifiers of the items to add again; empty for all.
  /// - Returns: Whether the extension has acknowledged the request.
  func reindex(_ items: [String], of store: ApplicationStore, with chosen: IndexExtension, in folder: String) -> Bool {
    if StandardError.isTerminal { tool.report("\(store.title): waiting for \(chosen.identifier)") }
    do {
      _ = try chosen.answer(to: ExtensionRequest(store, items.isEmpty ? .reindexAll : .reindex(items)))
    } catch {
      tool.report("\(store.title): \(PrintableText.line(chosen.identifier)): \(error)")
      return false
    }
    // An extension may keep its items in another index than the one that it was asked for.
    let count = try? Store.open(store.path(in: folder), .read).count(Query(.constant(true)))
    print("\(store.title):\n\treindexed\(count.map { ", now has \(counted($0, "item"))" } ?? "")\n")
    return true
  }
}

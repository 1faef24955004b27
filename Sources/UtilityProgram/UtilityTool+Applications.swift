// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore
import LogMessages
import QueryLanguage

/// The application stores. They have the only copies of their items, so no action removes items
/// unless the user names the program.
extension UtilityTool {
  var isForOneProgram: Bool { invocation.has("application") }

  /// Performs an action only for application stores: those of one program, or of all.
  func runForPrograms(_ mode: String) throws {
    var isComplete = true
    switch mode {
    case "s":
      var output = StandardOutput()
      isComplete = try writeApplications(to: &output)
      output.flush()
    case "L": isComplete = try forEachApplicationStore { _, path in print(try Self.listing(of: path)) }
    case "X": isComplete = try removeApplications()
    case "verify": isComplete = try verifyApplications()
    case "repair": isComplete = try repairApplications()
    default: isComplete = try purgeApplications()
    }
    if !isComplete { tool.exitForFailure() }
  }

  // MARK: Actions

  /// Writes the number of items and the size of each application store.
  ///
  /// - Returns: Whether all of them could be read.
  func writeApplications(to output: inout StandardOutput) throws -> Bool {
    var text = ""
    let isComplete = try forEachApplicationStore { name, path in
      let index = try Store.open(path, .read)
      let count = try index.count(Query(.constant(true)))
      text += "\(name.title):\n\t\(counted(count, "item")), \(describedByteCount(try Self.size(of: path)))\n"
      if ReindexRequest.isPending(for: path) { text += "\titems were lost; the program or its index extension has to add them again\n" }
      if name.protection != .none { text += "\tmdfind does not search it\n" }
      if invocation.has("v") { text += Self.uses(of: try index.statistics()) }
    }
    for name in try lostApplications() {
      text += "\(name.title):\n\tthe index is gone; the program or its index extension has to add its items again\n"
    }
    output.write(text)
    return isComplete
  }

  /// Rebuilds damaged segments from the catalog. If the catalog is damaged, the program's index extension
  /// adds all items again; without one, the damage is only reported.
  func repairApplications() throws -> Bool {
    try forEachApplicationStore { name, path in
      do {
        try repair(name, path)
      } catch let error as StoreError {
        guard case .corrupted = error, let found = indexExtension(of: name) else { throw error }
        tool.report(name.message(about: error))
        guard try reindex([], of: name, with: found, in: environment.applications()) else { throw error }
      }
    }
  }

  private func repair(_ name: ApplicationStore, _ path: String) throws {
    let index = try writableStore(path)
    if let damage = try index.verifyCatalog().first { throw damage }
    guard let summary = try index.repair() else {
      return print("\(path):\n\tevery part was checked; another program maintains the index and rebuilds damaged parts\n")
    }
    if let damage = try index.verify().first { throw damage }
    let outcome =
      summary.segments == 0
      ? "no part of the index is damaged"
      : "rebuilt \(counted(summary.segments, "part")) of the index: \(counted(summary.documents, "item")), "
        + counted(summary.texts, "text")
    print("\(path):\n\t\(outcome)\n")
  }

  func purgeApplications() throws -> Bool {
    try forEachApplicationStore { _, path in
      let index = try writableStore(path)
      try index.settle()
      try purge(index)
    }
  }

  private func removeApplications() throws -> Bool {
    let records = try records
    return try forEachApplicationStore(alsoLost: true) { name, _ in
      try records.remove(name)
      print("\(name.title):\n\tthe index was removed\n")
    }
  }

  private var records: ApplicationStoreRecords {
    get throws { ApplicationStoreRecords(of: try environment.applications(), in: environment.state()) }
  }

  /// The indexes that are gone although nobody has removed them.
  func lostApplications() throws -> [ApplicationStore] {
    if invocation.has("store") || (try? environment.applications()) == nil { return [] }
    return try records.lost(of: invocation.text("application"))
  }

  // MARK: Stores

  /// Calls `body` with each application store that the action concerns. If `body` throws, the error
  /// is reported, and the next store follows.
  ///
  /// - Parameter alsoLost: Whether to include stores that are gone.
  /// - Returns: Whether `body` never threw.
  @discardableResult
  func forEachApplicationStore(
    alsoLost: Bool = false, _ body: (_ name: ApplicationStore, _ path: String) throws -> Void
  ) throws -> Bool {
    // The index that `-store` names is the only one.
    if invocation.has("store") { return true }
    let folder: String
    do throws(EnvironmentError) {
      folder = try environment.applications()
    } catch {
      // Only the index of files has been named, and there is no other.
      guard isForOneProgram else { return true }
      throw error
    }
    let program = invocation.text("application")
    let lost = try lostApplications()
    let present = try ApplicationStore.all(in: folder, of: program)
    let stores = present.filter { !lost.contains($0) } + (alsoLost ? lost : [])
    if let program, stores.isEmpty, lost.isEmpty {
      tool.fail("\(program): no program with this identifier has an index; mdutil -s lists them")
    }
    var isComplete = true
    for name in stores {
      do {
        try body(name, name.path(in: folder))
      } catch StoreError.notFound {
        // A program is creating the store, or has never completed it.
        continue
      } catch let error as StoreError {
        tool.report(name.message(about: error))
        isComplete = false
      }
    }
    return isComplete
  }

  /// Opens an existing store of items.
  func writableStore(_ path: String) throws(StoreError) -> Store {
    // Opening it for writing would create it.
    _ = try Store.open(path, .read)
    return try Store.open(path, .writeItems)
  }
}

// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import SystemPlatform

/// The index as a whole, and documents in it.
extension UtilityTool {
  /// Erases the index and rebuilds it: in the daemon if one is running, otherwise in this process.
  func eraseAndRebuild() throws {
    // Before anything is lost, find out whether a worker can be started.
    if try daemon() == nil { _ = try ImporterSet(of: workerLaunch()) }
    let roots = try erase()
    if let daemon = try daemon(), daemon.ask(.reload) {
      if daemon.isSuspended { tool.fail("\(try path()): the index was erased; \(daemon.suspension(until: "rebuilds it"))") }
      return print("\(try path()):\n\tthe index was erased; the daemon (process \(daemon.process)) rebuilds it\(daemon.pauseNotice)\n")
    }
    interruption.begin(advice: "the index was erased; mds, or mdimport of every root, adds the rest")
    let index = try store(.write(creating: true))
    let erasure = try index.lastErasure()
    let there = try roots.filter { root in
      guard let obstacle = IndexingConfiguration.obstacle(toRoot: root, store: index.path) else {
        return try SmallFile.kind(at: root) != nil
      }
      tool.report("\(PrintableText.path(root)): not indexed: \(obstacle)")
      return false
    }
    guard !there.isEmpty else {
      try index.setFinished(since: erasure)
      try index.noteContents()
      return print("\(try path()):\n\tthe index was erased; the configuration names nothing that exists\n")
    }
    let indexer = try indexer(index)
    try index.setConfiguredRoots(indexer.configuration.indexedRoots)
    let progress = Progress()
    let (names, contents) = try indexer.lookingAfterStore {
      let names = try indexer.indexNames(of: there) { [interruption] in
        interruption.note(names: $0.entries)
        if StandardError.isTerminal { progress.show(names: $0.entries) }
      }
      let start = ContinuousClock.now
      let contents = try indexer.indexContents(of: nil) { [interruption] in
        interruption.note(done: $0.done, of: $0.total)
        if StandardError.isTerminal { progress.show(done: $0.done, of: $0.total, since: start) }
      }
      return (names, contents)
    }
    try index.setFinished(since: erasure)
    try index.noteContents()
    try index.flush()
    progress.clear()
    print(
      "\(try path()):\n\tthe index was rebuilt: \(counted(names.entries, "name")), "
        + "\(contents)\n"
    )
  }

  /// - Returns: The roots that were indexed or are configured.
  private func erase() throws -> [[UInt8]] {
    let configuration = try configuration()
    var roots = configuration.indexedRoots
    // Reading a damaged index can crash. The restarted tool does not read it.
    guard tool.restartCount == 0 else {
      return roots + (try replaceUnread("\(try path()): the index is damaged, and reading it ended the program"))
    }
    tool.restartAfterCrash(limit: 1)
    defer { tool.restartAfterCrash(limit: 0) }
    do {
      let index = try store(.write(creating: true))
      try index.removeUnconfigured(configuration)
      let trees = try index.namedTrees(configuration)
      try reportUnknownTrees(index)
      roots += trees.filter { !configuration.exclusions.isIndexed($0) }
      try index.erase(lacking: trees)
    } catch let error as StoreError {
      switch error {
      case .corrupted, .newerFormat, .olderFormat, .unknownDirectory, .invalidName: break
      // LMDB's own codes, which are negative, and that its file is not what it expects.
      case .system(_, _, let code) where code < 0 || code == Errno.invalidArgument.rawValue: break
      default: throw error
      }
      roots += try replaceUnread("\(error.problem)")
    }
    return roots
  }

  /// Creates an empty index. The previous one is kept, because it may still contain something
  /// useful.
  ///
  /// - Parameter reason: Why the previous index cannot be erased.
  /// - Returns: What had been imported from outside the roots.
  private func replaceUnread(_ reason: String) throws -> [[UInt8]] {
    tool.report(reason)
    try Store.setAside(try path())
    tool.report("\(try path()): the previous index was kept as damaged-…; mdutil -X removes it too")
    let index = try store(.write(creating: true))
    try reportUnknownTrees(index)
    return try index.lostTrees(beside: try configuration())
  }

  /// Says so if the index was lost and nothing tells what it had from outside the roots.
  private func reportUnknownTrees(_ index: Store) throws {
    guard try index.completeness().isUnfinished, Store.keptTrees(in: index.path) == nil else { return }
    tool.report("\(index.path): \(Store.unknownTrees)")
  }

  func remove() throws {
    let path = try path()
    guard try SmallFile.kind(at: Array(path.utf8)) != nil else { tool.fail("\(path): there is no index") }
    try refuseItems(at: path)
    // Held until the end, so that no daemon starts meanwhile.
    guard let lock = try DaemonLock.take(path) else {
      let holder = try daemon().map { " (process \($0.process))" } ?? ""
      tool.fail("the daemon\(holder) is using the index; stop it first with mds --stop")
    }
    defer { _ = lock }
    try Store.remove(path)
  }

  /// Refuses to remove the only copy of a program's items unless its program is named. An index
  /// that cannot be opened may be removed.
  private func refuseItems(at path: String) throws {
    guard let content = try? store().read({ snapshot throws(StoreError) in snapshot.content }), content == .items else { return }
    tool.fail("\(StoreError.unexpectedContent(path: path, found: content)); -application PROGRAM names the program")
  }

  func readAgain() throws {
    let name = invocation.text("r") ?? ""
    let indexer = try indexer(try store(.write(creating: false)))
    let count = try indexer.markForReading(name)
    if let daemon = try daemon(), daemon.ask(.reload) {
      if daemon.isSuspended { tool.fail("\(counted(count, "file")) to read again; \(daemon.suspension(until: "reads them"))") }
      return print("\(counted(count, "file")) to read again; the daemon (process \(daemon.process)) reads them\(daemon.pauseNotice)\n")
    }
    let contents = try readContents(with: indexer)
    print("\(contents)\n")
  }

  /// Reads all contents that wait to be read, and shows the progress on a terminal.
  func readContents(with indexer: FileIndexer) throws -> ContentProgress {
    let progress = Progress()
    let start = ContinuousClock.now
    defer { progress.clear() }
    interruption.begin()
    let contents = try indexer.lookingAfterStore {
      try indexer.indexContents(of: nil) { [interruption] in
        interruption.note(done: $0.done, of: $0.total)
        if StandardError.isTerminal { progress.show(done: $0.done, of: $0.total, since: start) }
      }
    }
    try indexer.store.flush()
    return contents
  }

  /// Repairs the index of files and those of programs.
  func repair() throws {
    try repairFiles()
    if try !repairApplications() { tool.exitForFailure() }
  }

  /// Rebuilds damaged segments, and reads texts again that only their files contain: in the daemon
  /// if one is running, otherwise in this process. Damage to the catalog is only reported.
  private func repairFiles() throws {
    let index = try store(.write(creating: false))
    // Segments are rebuilt from the catalog's rows.
    try exitIfDamaged(try index.verifyCatalog(), index)
    try index.keepTrees(in: try configuration())
    guard let summary = try index.repair() else {
      return print("\(index.path):\n\tevery part was checked; \(try maintainer()) maintains the index and rebuilds damaged parts\n")
    }
    var text = "\(index.path):\n\tno part of the index is damaged"
    if summary.segments > 0 {
      text =
        "\(index.path):\n\trebuilt \(counted(summary.segments, "part")) of the index: "
        + "\(counted(summary.documents, "name")), \(counted(summary.texts, "text"))"
      if summary.textsToRead > 0 {
        let indexer = try indexer(index)
        let contents = try readContents(with: indexer)
        text += "; again, \(contents)"
      }
    }
    try exitIfDamaged(try index.verify(), index)
    print(text + "\n")
  }

  private func exitIfDamaged(_ damage: [StoreError], _ index: Store) throws {
    guard !damage.isEmpty else { return }
    for error in damage { tool.report("\(error)") }
    tool.fail("\(index.path): --repair cannot mend this part of the index; 'mdutil -E' rebuilds the whole index")
  }

  /// Removes the data of dead documents from all files of all indexes.
  func purge() throws {
    try purge(try store(.write(creating: false)))
    if try !purgeApplications() { tool.exitForFailure() }
  }

  func purge(_ index: Store) throws {
    let before = try Self.size(of: index.path)
    let summary = try index.purge()
    let change = "\(describedByteCount(before)) before, \(describedByteCount(try Self.size(of: index.path))) now"
    print(
      "\(index.path):\n\tpurged: \(counted(summary.versions, "dead version")) of documents in \(counted(summary.segments, "segment")); "
        + "the catalog was compacted; \(change)\n")
  }

  static func size(of path: String) throws -> Int { try Store.contents(path).reduce(0) { $0 + $1.bytes } }
}

// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import SystemPlatform
import WorkerProtocol

extension UtilityTool {
  /// Maximum number of failures in the summary.
  private static let shownFailures = 10

  /// Prints Apple's lines for each folder, then the state of the whole index.
  func showState() throws {
    let configuration = try reportedConfiguration()
    if invocation.operands.isEmpty { _ = reportedImporters() }
    let (operands, areAllPaths) = followedOperands()
    var isComplete = areAllPaths
    var output = StandardOutput()
    let index: Store
    do {
      index = try store()
    } catch StoreError.notFound {
      var folders = operands
      if invocation.operands.isEmpty {
        let roots = try shownRoots(configuration)
        folders = roots.isEmpty && !environment.isOfSystem ? [try home()] : roots
      }
      for folder in folders { Self.write(folder, "No index.", to: &output) }
      if folders.isEmpty { Self.write(Array(try path().utf8), "No index, and the configuration names no root.", to: &output) }
      if let catalog = try leftCatalog() {
        tool.report("\(try path())/CURRENT is missing, so \(catalog) is not used; mds, mdimport and 'mdutil -E' build the index again")
        isComplete = false
      }
      if invocation.operands.isEmpty, try !writeApplications(to: &output) { isComplete = false }
      output.flush()
      guard isComplete else { tool.exitForFailure() }
      return
    }
    for folder in operands {
      if try SmallFile.kind(at: folder) == nil {
        tool.report("\(PrintableText.path(folder)): \(try absence(of: folder, configuration, in: index))")
        isComplete = false
      } else {
        try writeState(of: folder, configuration, in: index, to: &output)
      }
    }
    if invocation.operands.isEmpty {
      try reportMissingExclusions(configuration)
      let indexed = try index.read { snapshot throws(StoreError) in try snapshot.roots() }
      let others = indexed.filter { !configuration.exclusions.isIndexed($0) }
      let shown = try shownRoots(configuration)
      for tree in Set(configuration.roots + shown + others).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        try writeState(of: tree, configuration, in: index, to: &output)
      }
      for path in try index.missingVolumes() {
        Self.write(path, "The file system is not mounted; its files stay in the index, but searches leave them out.", to: &output)
      }
      if try !writeSummary(of: index, to: &output) { isComplete = false }
      if try !writeApplications(to: &output) { isComplete = false }
    }
    output.flush()
    if !isComplete { tool.exitForFailure() }
  }

  /// A catalog in the folder of the index, although `CURRENT` names none.
  func leftCatalog() throws -> String? {
    guard try SmallFile.kind(at: Array(try path().utf8)) == .folder else { return nil }
    return try Store.contents(try path()).lazy.map(\.name).first { $0.hasPrefix("catalog-") }?.split(separator: "/").first.map(String.init)
  }

  /// The roots without folders of programs that do not exist.
  private func shownRoots(_ configuration: IndexingConfiguration) throws -> [[UInt8]] {
    try configuration.indexedRoots.filter { root in try !configuration.mayBeMissing(root) || SmallFile.kind(at: root) != nil }
  }

  /// Reports excluded paths where nothing is. A misspelled one leaves a folder indexed that the
  /// user wants to hide.
  private func reportMissingExclusions(_ configuration: IndexingConfiguration) throws {
    let file = try environment.configurationFile()
    let text = try IndexingConfiguration.text(ofFile: file) ?? ""
    for path in configuration.excludedPaths where try SmallFile.kind(at: path) == nil {
      guard let line = IndexingConfiguration.line(of: .exclude, path, in: text, home: try home()),
        !configuration.warnings.contains(where: { $0.line == line })
      else { continue }
      tool.report("\(file): line \(line) excludes \(PrintableText.path(path)), where nothing is; check the spelling")
    }
  }

  /// Whether a path is indexed, as Apple's line says it.
  private enum Indexing: String {
    case enabled = "Indexing enabled. "
    case disabled = "Indexing disabled."
    /// It is in the index, although the configuration does not include it.
    case imported = "Imported once; changes are not followed."
  }

  /// Writes whether a path is indexed and kept current, and if not, why.
  private func writeState(
    of path: [UInt8], _ configuration: IndexingConfiguration, in index: Store, to output: inout StandardOutput
  ) throws {
    let isInIndex = try index.contains(path)
    var reasons: [String] = []
    var indexing = Indexing.enabled
    if try SmallFile.kind(at: path) == nil {
      let isRoot = configuration.exclusions.roots.contains(path)
      if !isRoot { indexing = .disabled }
      reasons = [isRoot ? "no such folder; it is indexed as soon as it is created" : try absence(of: path, configuration, in: index)]
    } else if let obstacle = try obstacle(to: path) {
      indexing = .disabled
      reasons = [obstacle]
      if isInIndex {
        if try isLeft(path, configuration, in: index) { reasons.append(try removalNotice()) } else { indexing = .imported }
      }
    } else if isInIndex {
      if let marker = configuration.exclusions.marker(in: path) { reasons = [Self.notice(of: marker)] }
      let isDirectory = try SmallFile.kind(at: path) == .folder
      let file = try environment.configurationFile()
      if let notice = configuration.contentNotice(of: path, isDirectory: isDirectory, file: file) { reasons.append(notice) }
      if isDirectory, let notice = configuration.mailNotice(of: path, file: file) { reasons.append(notice) }
    } else if let daemon = try daemon() {
      reasons = ["waiting: the daemon (process \(daemon.process)) has not indexed it yet"]
    } else {
      reasons = ["waiting: no daemon is running; \(importAdvice(path))"]
    }
    // Operands and roots are followed, so this link leads to nothing.
    if let target = SmallFile.linkTarget(of: path) {
      reasons.append("a symbolic link to \(PrintableText.path(target)), where nothing is")
    }
    Self.write(path, indexing.rawValue, to: &output)
    for reason in reasons { output.write("\t\(PrintableText.line(reason))\n") }
  }

  /// What to say about a folder that is indexed without its entries.
  static func notice(of marker: FolderMarker) -> String { "\(marker.notice); remove that file to index it" }

  /// Why the configuration has a path never indexed; `nil` if it has it indexed.
  private func obstacle(to path: [UInt8]) throws -> String? {
    if let obstacle = IndexingConfiguration.obstacle(toRoot: path, store: try self.path()) { return obstacle }
    return try IndexingConfiguration.obstacle(to: path, file: try environment.configurationFile(), home: try home())
  }

  /// Whether a path in the index, which the configuration does not include, is left from an earlier
  /// configuration. Otherwise it was imported.
  private func isLeft(_ path: [UInt8], _ configuration: IndexingConfiguration, in index: Store) throws -> Bool {
    let isDirectory = try SmallFile.kind(at: path) == .folder
    return try configuration.exclusions.exclusion(of: path, isDirectory: isDirectory) != nil
      || index.configuredRoots().contains(where: path.isAtOrBelow)
  }

  private func removalNotice() throws -> String {
    try daemon() == nil
      ? "still in the index; the next run of mds removes it"
      : "still in the index; the daemon removes it when it reloads the configuration: 'systemctl --user reload searchlight'"
  }

  /// What to say about a path where nothing is.
  private func absence(of path: [UInt8], _ configuration: IndexingConfiguration, in index: Store) throws -> String {
    var message = "no such file or folder"
    if configuration.exclusions.roots.contains(path) {
      let text = try IndexingConfiguration.text(ofFile: try environment.configurationFile()) ?? ""
      message += "; \(try source(of: path, in: text)) names it, and it is indexed as soon as it is created"
    }
    if try index.contains(path) { message += "; it is still in the index" }
    return message
  }

  /// Advice on how to index a path once, or permanently, if no daemon is running.
  func importAdvice(_ path: [UInt8]) -> String {
    "'mdimport \(PrintableText.argument(path))' indexes it once, 'systemctl --user start searchlight' keeps it indexed"
  }

  /// Apple's two lines about a folder.
  static func write(_ folder: [UInt8], _ message: String, to output: inout StandardOutput) {
    output.write(path: folder)
    output.write(":\n\t\(message)\n")
  }

  /// - Returns: Whether no part of the index is known to be damaged.
  private func writeSummary(of index: Store, to output: inout StandardOutput) throws -> Bool {
    let statistics = try index.statistics()
    let counts = statistics.counts
    let failures = try failures(in: index)
    let size = try Self.size(of: index.path)
    let pending = try index.read { snapshot throws(StoreError) in try snapshot.pendingCounts() }
    let partial = failures.count(where: \.isPartial)
    var text = "\(index.path):\n"
    text += "\t\(counted(counts.documents, "document"))\n"
    text += "\tcontents: \(counts[.current] - partial) read, \(partial) read in part, \(counts[.failed]) failed, "
    let hidden = pending.hidden > 0 ? " and \(pending.hidden) when their file systems are mounted" : ""
    text += "\(pending.reachable) to read\(hidden), \(counts[.none]) without content\n"
    if let skipped = try index.skippedEntries(), skipped > 0 {
      text += "\tnot indexed: \(skipped.grouped) \(skipped == 1 ? "entry" : "entries"), a folder counted as one; "
      text += "'mdutil --explain PATH' says why\n"
    }
    text += try UnreadKinds(in: index).summary(isVerbose: invocation.has("v"))
    text += try recognition(in: index)
    text += "\tsize: \(describedByteCount(size))\n"
    if invocation.has("v") { text += Self.uses(of: statistics) }
    if let layers = try index.sandboxLayers() {
      text += "\tsandbox of import workers: \(Self.describe(layers, isRequired: try configuration().sandbox == .required))\n"
    }
    text += "\tdaemon: \(try daemon().map(describe) ?? "not running; \(daemonStart)")\n"
    if try index.completeness().isUnfinished { text += "\tincomplete: \(Self.erasureNotice)\n" }
    for tree in try index.lostTrees(beside: try configuration()) {
      text += "\tincomplete: \(PrintableText.path(tree)) had been imported; mds or 'mdimport \(PrintableText.argument(tree))' adds it\n"
    }
    let damage = try index.knownDamage()
    for path in damage { text += "\tdamaged or missing: \(PrintableText.line(path)); 'mdutil --repair' rebuilds it, or says what does\n" }
    output.write(text)
    guard !failures.isEmpty else { return damage.isEmpty }
    output.write("\tnot read, or read only in part:\n")
    for failure in failures.prefix(Self.shownFailures) {
      output.write("\t\t")
      failure.write(to: &output)
    }
    if failures.count > Self.shownFailures { output.write("\t\t… \(failures.count) in all, see mdutil --failed\n") }
    return damage.isEmpty
  }

  /// How a daemon that does not run starts.
  private var daemonStart: String {
    let startsByItself = StartSocket(environment, besides: invocation.bytes("store")) != nil
    return startsByItself ? "the next search starts it (searchlight.socket)" : "run mds or mdimport to index changes"
  }

  /// What to say about an index that was erased and not filled again.
  private static let erasureNotice =
    "the index was erased or damaged, and not all files are in it again; mds or mdimport of every root adds them"

  private static func describe(_ layers: Set<SandboxLayer>, isRequired: Bool) -> String {
    let missing = Set.complete.subtracting(layers)
    guard !missing.isEmpty else { return "complete" }
    let consequence = isRequired ? ", so no contents are read" : ""
    return "without \(missing.sorted().map(\.description).joined(separator: ", ")), which this system does not grant\(consequence)"
  }

  /// How an index uses its space.
  static func uses(of statistics: StoreStatistics) -> String {
    var text = "\tfree in the catalog: \(describedByteCount(statistics.freeBytes))\n"
    for table in statistics.bytesByTable {
      text += "\tcatalog, \(table.name): \(counted(table.entries, "row")), \(describedByteCount(table.bytes))\n"
    }
    for layer in statistics.segmentsByLayer {
      text +=
        "\tlayer of \(layer.name): \(counted(layer.segments, "segment")), \(counted(layer.documents, "document")) (\(layer.dead) dead), "
      text += "\(describedByteCount(layer.bytes))\n"
    }
    return text + "\tnot in a segment yet: \(counted(statistics.pendingChanges, "change"))\n"
  }

  private func describe(_ daemon: DaemonLock.Holder) -> String {
    guard !daemon.isSuspended else {
      return "stopped by a signal (process \(daemon.process)); 'kill -CONT \(daemon.process)' continues it"
    }
    var text = "running (process \(daemon.process))"
    guard let report = PublishedReport(daemon.report, at: UnixTime.now) else { return text }
    for line in ["activity: " + report.activity] + report.remarks { text += "\n\t\(PrintableText.line(line))" }
    return text
  }

  /// Prints the paths of the file with an inode number.
  func resolve() throws {
    guard let number = invocation.text("t").flatMap(UInt64.init) else { tool.exitForWrongUse("-t takes an inode number; see ls -i") }
    let paths = try store().read { snapshot throws(StoreError) in
      var paths: [[UInt8]] = []
      try snapshot.forEachDocument { row throws(StoreError) in
        if row.status.inode == number, let path = try snapshot.path(of: row.reference) { paths.append(path) }
        return true
      }
      return paths
    }
    guard !paths.isEmpty else { tool.fail("\(number): no file in the index has this inode") }
    var output = StandardOutput()
    for path in paths {
      output.write(path: path)
      output.write(byte: UInt8(ascii: "\n"))
    }
    output.flush()
  }

  func listContents() throws {
    let path = try path()
    _ = try store()
    print(try Self.listing(of: path))
    try forEachApplicationStore { _, path in print(try Self.listing(of: path)) }
  }

  /// One line for each file of an index.
  static func listing(of path: String) throws -> String {
    try Store.contents(path).map { "\(path)/\($0.name)\t\(describedByteCount($0.bytes))\n" }.joined()
  }
}

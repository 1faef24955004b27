import CommandLine
import FileIndexing
import IndexStore

extension UtilityTool {
  /// Failures that are shown without being asked for.
  private static let shownFailures = 10

  /// Apple's lines for each folder, then ours about the index as a whole.
  func showState() throws {
    let operands = invocation.operands.map { AbsolutePath.follow($0) }
    let index: Store
    do {
      index = try store()
    } catch StoreError.notFound {
      let folders = operands.isEmpty ? try configuration().roots : operands
      return print((folders.isEmpty ? [try home()] : folders).map { Self.line($0, "No index.") }.joined())
    }
    let roots = try index.read { snapshot throws(StoreError) in try snapshot.roots() }
    var text = ""
    var isComplete = true
    for folder in operands {
      if try SmallFile.kind(at: folder) == nil {
        tool.report("\(shown(folder)): no such file or folder")
        isComplete = false
      } else {
        let isIndexed = try index.read { snapshot throws(StoreError) in
          if try snapshot.reference(for: folder) != nil { return true }
          guard let directory = try snapshot.directory(for: folder) else { return false }
          return try snapshot.directoryRecord(directory)?.isIndexed ?? false
        }
        text += Self.line(folder, isIndexed ? "Indexing enabled. " : "Indexing disabled.")
      }
    }
    if operands.isEmpty { text += roots.map { Self.line($0, "Indexing enabled. ") }.joined() + (try summary(of: index)) }
    print(text)
    if !isComplete { tool.exitForFailure() }
  }

  private static func line(_ folder: [UInt8], _ message: String) -> String { "\(shown(folder)):\n\t\(message)\n" }

  private func summary(of index: Store) throws -> String {
    let statistics = try index.statistics()
    let counts = statistics.counts
    let failures = try failures(in: index)
    let size = try Store.contents(index.path).reduce(0) { $0 + $1.bytes }
    let pending = counts[.pending] + counts[.textPending]
    var text = "\(index.path):\n"
    text += "\t\(counts.documents) documents\n"
    text += "\tcontents: \(counts[.current]) read, \(pending) to be read, \(counts[.failed]) failed, \(counts[.none]) have none to read\n"
    text += "\tsize: \(describedByteCount(size))\n"
    if invocation.has("v") {
      text += "\tfree in the catalog: \(describedByteCount(statistics.freeBytes))\n"
      for table in statistics.bytesByTable {
        text += "\tcatalog, \(table.name): \(table.entries) rows, \(describedByteCount(table.bytes))\n"
      }
      for layer in statistics.segmentsByLayer {
        text += "\tlayer of \(layer.name): \(layer.segments) segments, \(layer.documents) documents (\(layer.dead) dead), "
        text += "\(describedByteCount(layer.bytes))\n"
      }
      text += "\tnot in a segment yet: \(statistics.pendingChanges) changes\n"
    }
    text +=
      "\tdaemon: \(try daemon().map { "running (process \($0.process))" } ?? "not running; changes are seen when mdimport or mds runs")\n"
    if !failures.isEmpty {
      text += "\tnot or not wholly read:\n"
      for failure in failures.prefix(Self.shownFailures) { text += "\t\t\(failure)\n" }
      if failures.count > Self.shownFailures { text += "\t\t… \(failures.count) in all, see mdutil --failed\n" }
    }
    return text
  }

  /// Every file whose content could not be read, one a line.
  func listFailures() throws {
    print(try failures(in: try store()).map { $0 + "\n" }.joined())
  }

  private func failures(in index: Store) throws -> [String] {
    try index.read { snapshot throws(StoreError) in
      var lines: [String] = []
      for failure in try snapshot.failures() {
        guard let path = try snapshot.path(of: failure.reference) else { continue }
        lines.append("\(shown(path)): \(failure.reason)" + (failure.importer.isEmpty ? "" : " (\(failure.importer))"))
      }
      return lines.sorted()
    }
  }

  /// Paths by inode number.
  func resolve() throws {
    guard let number = invocation.text("t").flatMap(UInt64.init) else { tool.exitForWrongUse("-t wants the number of an inode, see ls -i") }
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
      output.write(path)
      output.write("\n")
    }
    output.flush()
  }

  func listContents() throws {
    let path = try path()
    _ = try store()
    print(try Store.contents(path).map { "\(path)/\($0.name)\t\(describedByteCount($0.bytes))\n" }.joined())
  }

  func verify() throws {
    let index = try store()
    let damage = try index.verify()
    for error in damage { tool.report("\(error)") }
    let leftovers = try index.unlistedSegments()
    if !leftovers.isEmpty { print(leftovers.map { "\(index.path)/segments/\($0): left behind; mds or mdimport removes it\n" }.joined()) }
    if !damage.isEmpty { tool.exitForFailure() }
    print("\(index.path): every part is as it was written, and agrees with the others\n")
  }
}

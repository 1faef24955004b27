// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages

extension ImportTool {
  /// Indexes the operands: names first, then contents.
  func index() throws {
    let (existing, areAllPaths) = try existingOperands()
    let paths = try existing.filter(isIncluded)
    let isComplete = areAllPaths && paths.count == existing.count
    guard !paths.isEmpty else { tool.exitForFailure() }
    let (configuration, file) = (try configuration(), try environment.configurationFile())
    for path in paths {
      let isDirectory = try SmallFile.kind(at: path) == .folder
      let content = configuration.contentNotice(of: path, isDirectory: isDirectory, file: file)
      for notice in [configuration.exclusions.marker(in: path)?.notice, content].compactMap(\.self) {
        tool.report("\(PrintableText.path(path)): \(notice)")
      }
    }
    let indexer = try indexer(creating: true)
    interruption.begin()
    let (names, contents) = try index(paths, with: indexer)
    try indexer.store.noteContents()
    try indexer.store.flush()
    var output = StandardOutput()
    output.write(Self.summary(names, contents))
    output.flush()
    // An unreadable folder deep in a tree is only reported. An unreadable path that the user named
    // is a failure.
    if !isComplete || names.problems.contains(where: { paths.contains($0.path) }) { tool.exitForFailure() }
  }

  /// Indexes paths, and starts again if another program erases the index meanwhile.
  private func index(_ paths: [[UInt8]], with indexer: FileIndexer) throws -> (names: CrawlSummary, contents: ContentProgress) {
    var attempts = 0
    while true {
      attempts += 1
      do {
        let erasure = try indexer.store.lastErasure()
        let result = try indexer.lookingAfterStore { try indexOnce(paths, with: indexer) }
        try indexer.store.noteComplete(paths, since: erasure, in: indexer.configuration)
        return result
      } catch StoreError.unknownDirectory where attempts < 3 {
        continue
      }
    }
  }

  private func indexOnce(_ paths: [[UInt8]], with indexer: FileIndexer) throws -> (names: CrawlSummary, contents: ContentProgress) {
    let progress = Progress()
    let isShown = invocation.has("progress") || StandardError.isTerminal
    defer { progress.clear() }
    let names = try indexer.indexNames(of: paths) { [interruption] in
      interruption.note(names: $0.entries)
      if isShown { progress.show(names: $0.entries) }
    }
    progress.clear()
    for problem in names.problems { tool.report("\(problem)") }
    let start = ContinuousClock.now
    let contents = try indexer.indexContents(of: paths) { [interruption] in
      interruption.note(done: $0.done, of: $0.total)
      if isShown { progress.show(done: $0.done, of: $0.total, since: start) }
    }
    return (names, contents)
  }

  /// Whether a path is of a kind that is indexed, and the configuration allows it. If not, reports
  /// the reason.
  private func isIncluded(_ path: [UInt8]) throws -> Bool {
    if let error = FileKindError(at: path) {
      tool.report("\(error)")
      return false
    }
    let store = try environment.store(invocation.bytes("store"))
    if let obstacle = IndexingConfiguration.obstacle(toRoot: path, store: store) {
      tool.report("\(PrintableText.path(path)): not indexed: \(obstacle)")
      return false
    }
    return try !reportExclusion(of: path)
  }

  /// Reports the rule that excludes a path.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  func reportExclusion(of path: [UInt8]) throws -> Bool {
    let isDirectory = try SmallFile.kind(at: path) == .folder
    guard let exclusion = try configuration().exclusions.exclusion(of: path, isDirectory: isDirectory) else { return false }
    let explanation = try IndexingConfiguration.explanation(
      of: exclusion, for: path, isDirectory: isDirectory, file: try environment.configurationFile(),
      home: try AbsolutePath.home(in: environment))
    tool.report("\(PrintableText.path(path)): not indexed: \(explanation)")
    return true
  }

  /// Reads the files of an importer or type again.
  func readAgain() throws {
    let name = invocation.text("r") ?? ""
    let indexer = try indexer(creating: false)
    _ = try indexer.markForReading(name)
    let progress = Progress()
    let isShown = invocation.has("progress") || StandardError.isTerminal
    interruption.begin()
    let start = ContinuousClock.now
    let contents = try indexer.lookingAfterStore {
      try indexer.indexContents(of: nil) { [interruption] in
        interruption.note(done: $0.done, of: $0.total)
        if isShown { progress.show(done: $0.done, of: $0.total, since: start) }
      }
    }
    try indexer.store.flush()
    progress.clear()
    var output = StandardOutput()
    output.write("\(contents)\(Self.advice(contents))\n")
    output.flush()
  }

  private static func summary(_ names: CrawlSummary, _ contents: ContentProgress) -> String {
    "\(counted(names.entries, "name")) (\(names.added) new, \(names.changed) changed, \(names.removed) removed); "
      + "\(contents)\(advice(contents))\n"
  }

  private static func advice(_ contents: ContentProgress) -> String {
    contents.failed + contents.partial > 0 ? ", see mdutil --failed" : ""
  }
}

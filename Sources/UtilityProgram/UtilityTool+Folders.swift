// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages

/// Which folders are indexed.
extension UtilityTool {
  /// Turns indexing of folders on or off.
  func turn() throws {
    let word = invocation.text("i") ?? ""
    guard word == "on" || word == "off" else { tool.exitForWrongUse("-i takes on or off, not '\(word)'") }
    guard !invocation.operands.isEmpty else { tool.exitForWrongUse("no folder was given") }
    // An error in the configuration is no error of a folder.
    _ = try reportedConfiguration()
    let file = try environment.configurationFile(isWritten: true)
    let (operands, areAllPaths) = followedOperands()
    var text: String?
    var turned: [TurnedFolder] = []
    try SmallFile.whileLocking(Array(file.utf8)) {
      text = try IndexingConfiguration.text(ofFile: file)
      for operand in operands {
        let folder = IndexingConfiguration.realPath(of: operand)
        do {
          var notes: [String] = []
          text = word == "on" ? try turningOn(folder, in: text, &notes) : try turningOff(folder, in: text)
          turned.append(TurnedFolder(path: folder, notes: notes))
        } catch {
          // Operands are followed, so this link leads to nothing.
          if word == "on", let target = SmallFile.linkTarget(of: operand) {
            tool.report("\(PrintableText.path(operand)): a symbolic link to \(PrintableText.path(target)), where nothing is")
          } else {
            tool.report("\(PrintableText.path(folder)): \(error)")
          }
        }
      }
      guard !turned.isEmpty else { tool.exitForFailure() }
      if let text { try SmallFile.write(Array(text.utf8), to: Array(file.utf8)) }
    }
    let isComplete = areAllPaths && turned.count == operands.count
    if word == "off" {
      let effective = try text ?? defaultText(home()) ?? ""
      do { try forget(turned.map(\.path), effective) } catch {
        let rest = "the next run of mds or mdimport removes what was turned off from the index"
        tool.fail("\(error)\n  the configuration has changed nevertheless; \(rest)")
      }
    }
    let daemon = try daemon()
    daemon?.ask(.reload)
    if let daemon, daemon.isSuspended { tool.report(daemon.suspension(until: "reloads its configuration")) }
    var output = StandardOutput()
    for var folder in turned {
      if word == "on", let expectation = try expectation(of: folder.path, daemon) { folder.notes.append(expectation) }
      Self.write(folder.path, word == "on" ? "Indexing enabled. " : "Indexing disabled.", to: &output)
      for note in folder.notes { output.write("\t\(PrintableText.line(note))\n") }
    }
    output.flush()
    if !isComplete { tool.exitForFailure() }
  }

  /// A folder or file that was turned on or off, and what a person should know about it.
  private struct TurnedFolder {
    let path: [UInt8]
    var notes: [String]
  }

  /// When a folder will be indexed that was turned on; `nil` if that happens at once.
  private func expectation(of folder: [UInt8], _ daemon: DaemonLock.Holder?) throws -> String? {
    if let daemon { return daemon.isPaused == true ? "the daemon indexes it\(daemon.pauseNotice)" : nil }
    let state = try isIndexed(folder) ? "in the index as it was at the last import" : "will be indexed when mds runs"
    return "\(state); \(importAdvice(folder))"
  }

  /// - Parameters:
  ///   - text: The content of the configuration file; `nil` if there is none.
  ///   - notes: Receives what a person should know.
  /// - Returns: The new content; `nil` if there is no file, and none is needed.
  private func turningOn(_ folder: [UInt8], in text: String?, _ notes: inout [String]) throws -> String? {
    let name = try writableName(folder)
    let kind = try SmallFile.kind(at: folder)
    let home = try home()
    func keeping(_ text: String?) -> String? {
      text.map { IndexingConfiguration.removing(.exclude, from: $0, home: home) { $0 == folder } }
    }
    // A line can be removed whatever is at its path now.
    if kind != .folder, kind != .file, text != nil, keeping(text) != text {
      notes.append("no longer excluded; nothing that can be indexed is there")
      return keeping(text)
    }
    guard let kind else { throw Refusal.missing }
    guard kind == .folder else {
      let configuration = try parsed(keeping(text ?? defaultText(home)) ?? "")
      try checkInclusion(of: folder, kind, configuration, &notes)
      return keeping(text)
    }
    if let obstacle = IndexingConfiguration.obstacle(toRoot: folder, store: try self.path()) { throw Refusal.neverIndexed(obstacle) }
    let exclusions = try parsed(keeping(text ?? defaultText(home)) ?? "").exclusions
    if let marker = exclusions.marker(in: folder) { notes.append(Self.notice(of: marker)) }
    if let error = SmallFile.listingError(folder) { tool.report("\(error); nothing in it is indexed until you may read it") }
    // Whoever has no index yet and names a folder wants only this folder.
    let present = try text ?? (hasIndex() ? defaultText(home) : nil)
    let kept = keeping(present)
    let configuration = try parsed(kept ?? "")
    if configuration.roots.contains(folder) { return text == nil ? nil : kept }
    if let root = configuration.roots.nearest(to: folder), configuration.includes(directory: folder) {
      notes.append("the root \(PrintableText.path(root)) includes it")
      return text == nil ? nil : kept
    }
    if present == nil, !environment.isOfSystem, folder != home {
      notes.append("the home folder is not indexed; 'mdutil -i on ~' adds it")
    }
    return IndexingConfiguration.adding(.root, name, to: kept)
  }

  /// Whether there is an index, or what is left of one.
  private func hasIndex() throws -> Bool {
    do { _ = try store() } catch StoreError.notFound { return try leftCatalog() != nil } catch { return true }
    return true
  }

  /// Checks that the file at a path is indexed with one of the roots. A file cannot be a root, so
  /// turning it on can only remove the line that excludes it.
  private func checkInclusion(
    of path: [UInt8], _ kind: SmallFile.Kind, _ configuration: IndexingConfiguration, _ notes: inout [String]
  ) throws {
    guard kind == .file else { throw Refusal.notAFile }
    let rules = configuration.exclusions
    if let exclusion = rules.exclusion(of: path, isDirectory: false) {
      let file = try environment.configurationFile()
      throw Refusal.excludedFile(
        try IndexingConfiguration.explanation(of: exclusion, for: path, isDirectory: false, file: file, home: try home()))
    }
    let parent = Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    guard let root = rules.roots.filter({ $0 != path }).nearest(to: path) else {
      throw Refusal.fileOutsideRoots(path, parent: parent)
    }
    notes.append("the root \(PrintableText.path(root)) includes it")
  }

  /// The content of a configuration file that says what holds without one; `nil` for the index of the system,
  /// which then has no roots.
  private func defaultText(_ home: [UInt8]) -> String? {
    environment.isOfSystem ? nil : IndexingConfiguration.adding(.root, String(decoding: home, as: UTF8.self), to: nil)
  }

  private func parsed(_ text: String) throws -> IndexingConfiguration {
    try IndexingConfiguration(parsing: text, home: try home(), isOfSystem: environment.isOfSystem)
  }

  /// - Parameter text: The content of the configuration file; `nil` if there is none.
  /// - Returns: The new content; `nil` if there is no file, and none is needed.
  private func turningOff(_ folder: [UInt8], in text: String?) throws -> String? {
    let home = try home()
    let present = text ?? defaultText(home) ?? ""
    let kept = IndexingConfiguration.removing(.root, from: present, home: home) { $0 == folder }
    let rules = try parsed(kept).exclusions
    let kind = try SmallFile.kind(at: folder)
    if kind == nil, kept == present, try !isIndexed(folder) { throw Refusal.nothingThere }
    // Never indexed, so there is nothing to exclude.
    if kind == .other, kept == present, SmallFile.linkTarget(of: folder) == nil { throw Refusal.notAFile }
    let isDirectory = kind != .file
    guard rules.roots.contains(where: folder.isAtOrBelow), rules.exclusion(of: folder, isDirectory: isDirectory) == nil else {
      return kept == present ? text : kept
    }
    return IndexingConfiguration.adding(.exclude, try writableName(folder), to: kept)
  }

  private func writableName(_ path: [UInt8]) throws -> String {
    guard let name = IndexingConfiguration.name(of: path) else { throw Refusal.unwritableName }
    return name
  }

  private func isIndexed(_ path: [UInt8]) throws -> Bool {
    do {
      let index = try store()
      return try index.read { snapshot throws(StoreError) in
        if try snapshot.directory(for: path) != nil { return true }
        return try snapshot.reference(for: path) != nil
      }
    } catch StoreError.notFound {
      return false
    }
  }

  /// Removes folders from the index, except for the roots inside them.
  ///
  /// - Parameter text: The content of the configuration file.
  private func forget(_ folders: [[UInt8]], _ text: String) throws {
    let configuration = try parsed(text)
    for folder in folders {
      for root in configuration.roots(inside: folder) {
        if configuration.mayBeMissing(root), try SmallFile.kind(at: root) == nil { continue }
        tool.report(try notice(of: root, inside: folder, configuration, text))
      }
    }
    let index: Store
    do {
      index = try store(.write(creating: false))
    } catch StoreError.notFound {
      return
    }
    try index.removeUnconfigured(configuration)
    for folder in folders { try index.removeTree(at: folder, keeping: configuration.roots(inside: folder)) }
    try index.keepTrees(in: configuration)
    try index.flush()
  }

  private func notice(
    of root: [UInt8], inside folder: [UInt8], _ configuration: IndexingConfiguration, _ text: String
  ) throws -> String {
    let path = PrintableText.path(root)
    if configuration.mayBeMissing(root) {
      return "\(PrintableText.path(folder)): \(path) stays indexed, because it has installed programs; 'applications = no' leaves it out"
    }
    let line = try source(of: root, in: text)
    return "\(PrintableText.path(folder)): \(path) stays indexed, because \(line) names it; 'mdutil -i off \(path)' turns it off"
  }

  /// The configuration file, with the line that names a root.
  ///
  /// - Parameter text: The content of the file.
  func source(of root: [UInt8], in text: String) throws -> String {
    let file = try environment.configurationFile()
    return IndexingConfiguration.line(of: .root, root, in: text, home: try home()).map { "line \($0) of \(file)" } ?? file
  }

  private enum Refusal: Error, CustomStringConvertible {
    case missing
    case nothingThere
    case notAFile
    case neverIndexed(String)
    /// The reason says what excludes the file.
    case excludedFile(String)
    case fileOutsideRoots([UInt8], parent: [UInt8])
    case unwritableName

    var description: String {
      switch self {
      case .missing: "no such folder"
      case .nothingThere: "nothing is there, and neither the index nor the configuration contains it; check the spelling"
      case .notAFile: "neither a file, a folder nor a symbolic link, so it cannot be indexed"
      case .neverIndexed(let reason), .excludedFile(let reason): reason
      case .fileOutsideRoots(let path, let parent):
        "a file, and only a folder can be a root; 'mdutil -i on \(PrintableText.argument(parent.isEmpty ? [UInt8(ascii: "/")] : parent))' "
          + "indexes its folder, 'mdimport \(PrintableText.argument(path))' indexes the file once"
      case .unwritableName: IndexingConfiguration.unwritableNotice
      }
    }
  }
}

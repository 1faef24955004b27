// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import QueryLanguage

/// `mdutil`: shows and changes the state of the index.
package struct UtilityTool {
  static let tool = Tool(
    "mdutil",
    usage: [
      "-s [-a] [FOLDER…]", "--failed [-0 | --json]", "-i on|off FOLDER…", "-E", "-r IMPORTER|TYPE", "-t INODE", "-L | -X",
      "--explain QUERY|PATH", "--verify",
      "--repair", "--purge", "-cr EXTENSION [ITEM…]", "--extensions", "-s | -L | -X | --verify | --repair | --purge --application PROGRAM",
      "pause [TIME ...] | resume",
    ],
    summary: "Shows and changes what is indexed, and shows the state of the index.",
    options: [
      ToolOption("s", nil, "Show what is indexed, and the state of the index."),
      ToolOption("failed", nil, "List every file whose content could not be read, and why."),
      ToolOption("0", nil, "With -failed: print only the paths, and end each with NUL, for xargs -0."),
      ToolOption("json", nil, "With -failed: print one JSON object per line, with the path, the reason, the importer and the time."),
      ToolOption("i", "on|off", "Turn indexing of these folders on or off: edit the configuration and notify the daemon.", isUnique: true),
      ToolOption("E", nil, "Erase the index of files and rebuild it."),
      ToolOption(
        "r", "IMPORTER|TYPE|EXTENSION", "Read all files of this importer or type again; for an extension, see -c.", allowsEmpty: false,
        isUnique: true),
      ToolOption("c", nil, "With -r: make this index extension, or that of this program, add all items or these items again."),
      ToolOption("extensions", nil, "List the index extensions of programs."),
      ToolOption("t", "INODE", "Print the paths of the file with this inode number.", isUnique: true),
      ToolOption("L", nil, "List the files of the index."),
      ToolOption("X", nil, "Remove the index of files but keep the configuration."),
      ToolOption(
        "explain", "QUERY|PATH", "Show how the index answers QUERY, or why PATH is indexed or not, or an item has priority.", isUnique: true
      ),
      ToolOption("verify", nil, "Check every byte of the index, and that its parts agree."),
      ToolOption("repair", nil, "Check every byte of the index, and rebuild damaged parts."),
      ToolOption("purge", nil, "Rewrite all files of the index that still hold removed data."),
      ToolOption("a", nil, "Everything that is indexed; this is the default if no folder is given."),
      ToolOption(
        "application", "PROGRAM", "Act only on the items of the program with this identifier; with -X, remove them.", allowsEmpty: false,
        isUnique: true),
      ToolOption("v", nil, "With -s: also show how the index uses its space, and all kinds of files that no importer reads."),
      .system, .store,
    ],
    foreignOptions: [ForeignOption("exclude", "-i off"), ForeignOption("include", "-i on"), ForeignOption("remove", "-X")],
    remarks: """
      Examples:
        mdutil -s
        mdutil -i on ~/Documents
        mdutil -i off ~/Private
        mdutil pause 2h
        mdutil --explain 'report kind:pdf created:this year'
      """)

  let invocation = Invocation(tool)
  let interruption = Interruption(tool)
  var tool: Tool { Self.tool }
  let environment: ToolEnvironment

  package init() { environment = ToolEnvironment(isOfSystem: invocation.has("system")) }

  private static let modes = ["s", "failed", "i", "E", "r", "t", "L", "X", "explain", "verify", "repair", "purge", "extensions"]

  private static let modesWithFolders = ["s", "i"]

  private static let modesWithApplication = ["s", "L", "X", "verify", "repair", "purge"]

  /// Scripts written for macOS name the volume that is to be erased.
  private func isWholeIndex(_ mode: String, _ operand: [UInt8]) -> Bool { ["E", "X"].contains(mode) && operand == Array("/".utf8) }

  package func run() {
    tool.explainDamagedIndex()
    interruption.hold()
    tool.prepareToWrite(environment)
    interruption.start()
    let modes = Self.modes.filter(invocation.has)
    if modes.isEmpty, let command = PauseCommand(invocation.operands) { return run(command) }
    guard modes.count == 1, let mode = modes.first else {
      tool.exitForWrongUse(modes.isEmpty ? missingAction : "-\(modes.joined(separator: " and -")) cannot be combined")
    }
    if invocation.has("c"), mode != "r" { tool.exitForWrongUse("-c needs -r with the identifier of an extension: -cr EXTENSION") }
    if mode != "failed", let option = ["0", "json"].first(where: invocation.has) { tool.exitForWrongUse("-\(option) needs -failed") }
    if !Self.modesWithFolders.contains(mode), !isForExtension, let operand = invocation.operands.first(where: { !isWholeIndex(mode, $0) }) {
      tool.exitForWrongUse("-\(mode) concerns the whole index and takes no folder, but \(PrintableText.path(operand)) was given")
    }
    checkApplication(mode)
    do {
      // Checked before anything is changed, because an option or the environment may name an
      // unusable index.
      _ = try path()
      if isForOneProgram { return try runForPrograms(mode) }
      switch mode {
      case "s": try showState()
      case "failed": try listFailures()
      case "i": try turn()
      case "E": try eraseAndRebuild()
      case "r" where isForExtension: try reindex()
      case "r": try readAgain()
      case "t": try resolve()
      case "extensions": listExtensions()
      case "L": try listContents()
      case "X": try remove()
      case "explain": try explain()
      case "verify": try verify()
      case "repair": try repair()
      default: try purge()
      }
    } catch StoreError.notFound(let path) where ["L", "verify", "repair", "purge"].contains(mode) && !isForOneProgram {
      // The indexes of programs need no index of files.
      tool.report("\(StoreError.notFound(path: path))")
      do { try runForPrograms(mode) } catch { tool.report("\(error)") }
      tool.exitForFailure()
    } catch {
      tool.fail("\(error)")
    }
  }

  private var missingAction: String {
    let words = invocation.operands.map { String(decoding: $0, as: UTF8.self) }
    if words.first == "resume" { return "resume takes no argument, but '\(PrintableText.line(words[1]))' was given" }
    guard let word = words.first else { return "no action was given" }
    let suggestion = Spelling.nearest(to: word, among: ["pause", "resume"]).map { "did you mean \($0)?" }
    return "'\(PrintableText.line(word))' is not an action; \(suggestion ?? "an action is an option such as -s, or pause or resume")"
  }

  private func checkApplication(_ mode: String) {
    guard isForOneProgram else { return }
    if mode == "E" {
      tool.exitForWrongUse(
        "-E rebuilds an index from files, and items are not in files; to remove the items of a program, use -X -application PROGRAM")
    }
    guard Self.modesWithApplication.contains(mode) else { tool.exitForWrongUse("-application and -\(mode) cannot be combined") }
    if invocation.has("store") { tool.exitForWrongUse("-application and -store cannot be combined: each of them chooses an index") }
    if let operand = invocation.operands.first {
      tool.exitForWrongUse("-application takes no folder, but \(PrintableText.path(operand)) was given")
    }
  }

  // MARK: What is needed

  func path() throws -> String { try environment.store(invocation.bytes("store")) }

  func store(_ access: Store.Access = .read) throws -> Store { try Store.open(try path(), access) }

  /// The paths that the operands lead to. Operands that do not exist are reported.
  func followedOperands() -> (paths: [[UInt8]], isComplete: Bool) {
    var paths: [[UInt8]] = []
    for operand in invocation.operands {
      do throws(PathError) { paths.append(try AbsolutePath.follow(operand)) } catch { tool.report("\(error)") }
    }
    return (paths, paths.count == invocation.operands.count)
  }

  func home() throws -> [UInt8] { try AbsolutePath.home(in: environment) }

  func configuration() throws -> IndexingConfiguration {
    try .load(try environment.configurationFile(), home: try home(), isOfSystem: environment.isOfSystem)
  }

  /// The configuration. Its warnings are reported.
  func reportedConfiguration() throws -> IndexingConfiguration {
    let configuration = try configuration()
    let file = try environment.configurationFile()
    for warning in configuration.warnings { tool.report("\(file): \(warning)") }
    return configuration
  }

  /// The daemon that maintains this index; `nil` if there is none.
  func daemon() throws -> DaemonLock.Holder? { try DaemonLock.holder(of: try path()) }

  func indexer(_ store: Store) throws -> FileIndexer {
    let indexer = try FileIndexer(store: store, configuration: try reportedConfiguration(), launch: workerLaunch())
    if let problem = indexer.placesProblem { tool.report(problem) }
    return indexer
  }

  /// How to start a worker, with the installed importers.
  func workerLaunch() -> WorkerLaunch {
    guard let worker = WorkerLaunch.installedExecutable() else {
      tool.fail("mdworker is neither next to this program nor in ../libexec/searchlight; reinstall Searchlight")
    }
    var launch = WorkerLaunch(executable: worker)
    launch.installed = reportedImporters()
    launch.places = PlaceFile(in: DataFolders(environment.value(of:)))
    return launch
  }

  /// The installed importers. Manifests that are not used are reported.
  func reportedImporters() -> [InstalledImporter] {
    let (importers, problems) = InstalledImporter.all(in: DataFolders(environment.value(of:)))
    for problem in problems { tool.report("\(problem)") }
    return importers
  }

  func print(_ text: String) {
    var output = StandardOutput()
    output.write(text)
    output.flush()
  }
}

// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import FileIndexing
import IndexStore
import LogMessages

/// `mdimport`: indexes files now, or shows what importers find in them.
package struct ImportTool {
  static let tool = Tool(
    "mdimport",
    usage: [
      "[-i] [--progress] PATH…", "-t [-d 1|2|3] [-o FILE] [-p] [-y TYPE] FILE…", "-r IMPORTER|TYPE", "-A | -X | -L",
    ],
    summary: "Indexes files, and folders with everything in them, in this process. No daemon is needed.",
    options: [
      ToolOption("i", nil, "Index the paths; this is the default."),
      ToolOption("progress", nil, "Show progress even if standard error is not a terminal."),
      ToolOption("t", nil, "Test: show what importers extract, without storing anything."),
      ToolOption("d", "LEVEL", "With -t: 1 prints one line per file, 2 adds the attributes, 3 adds the text.", isUnique: true),
      ToolOption("o", "FILE", "With -t: write the attributes to FILE as a property list.", allowsEmpty: false, isUnique: true),
      ToolOption("p", nil, "With -t: print how long each file took."),
      ToolOption("y", "TYPE", "With -t: treat the files as this type, whatever their names are.", allowsEmpty: false, isUnique: true),
      ToolOption("r", "IMPORTER|TYPE", "Read all files of this importer or type again.", allowsEmpty: false, isUnique: true),
      ToolOption("L", nil, "List the importers and the types they read."),
      ToolOption("A", nil, "List the known attributes."),
      ToolOption("X", nil, "Print the attribute schema."),
      .system, .store,
    ],
    remarks: """
      Examples:
        mdimport ~/Documents
        mdimport -t -d2 report.pdf
        mdimport -r public.jpeg
      """)

  let invocation = Invocation(tool)
  let interruption = Interruption(tool)
  var tool: Tool { Self.tool }
  let environment: ToolEnvironment

  package init() { environment = ToolEnvironment(isOfSystem: invocation.has("system")) }

  private static let modes = ["i", "t", "r", "L", "A", "X"]
  private static let modesWithPaths = ["i", "t"]

  package func run() {
    tool.explainDamagedIndex()
    interruption.hold()
    tool.prepareToWrite(environment)
    interruption.start()
    let modes = Self.modes.filter(invocation.has)
    guard modes.count <= 1 else { tool.exitForWrongUse("-\(modes.joined(separator: " and -")) cannot be combined") }
    if let mode = modes.first, !Self.modesWithPaths.contains(mode), let operand = invocation.operands.first {
      tool.exitForWrongUse("-\(mode) takes no path, but \(PrintableText.path(operand)) was given")
    }
    if let mode = modes.first, ["L", "A", "X", "t"].contains(mode), invocation.has("progress") {
      tool.exitForWrongUse("-progress and -\(mode) cannot be combined")
    }
    if modes != ["t"], let option = ["d", "o", "p", "y"].first(where: invocation.has) { tool.exitForWrongUse("-\(option) needs -t") }
    do {
      switch modes.first {
      case "t": try testImport()
      case "r": try readAgain()
      case "L": try listImporters()
      case "A": Schema.printAttributes()
      case "X": Schema.print()
      default: try index()
      }
    } catch {
      tool.fail("\(error)")
    }
  }

  // MARK: What is needed

  func configuration() throws -> IndexingConfiguration {
    return try .load(try environment.configurationFile(), home: try AbsolutePath.home(in: environment), isOfSystem: environment.isOfSystem)
  }

  func launch() -> WorkerLaunch {
    guard let worker = WorkerLaunch.installedExecutable() else {
      tool.fail("mdworker is neither next to this program nor in ../libexec/searchlight; reinstall Searchlight")
    }
    var launch = WorkerLaunch(executable: worker)
    let folders = DataFolders(environment.value(of:))
    launch.places = PlaceFile(in: folders)
    let (importers, problems) = InstalledImporter.all(in: folders)
    for problem in problems { tool.report("\(problem)") }
    launch.installed = importers
    return launch
  }

  /// - Parameter creating: Whether the index is created if there is none.
  func indexer(creating: Bool) throws -> FileIndexer {
    let path = try environment.store(invocation.bytes("store"))
    let store = try Store.openForIndexing(path, creating: creating) { tool.report($0) }
    let configuration = try configuration()
    let file = try environment.configurationFile()
    for warning in configuration.warnings { tool.report("\(file): \(warning)") }
    let indexer = try FileIndexer(store: store, configuration: configuration, launch: launch())
    if let problem = indexer.placesProblem { tool.report(problem) }
    return indexer
  }

  /// The operands that exist; the others are reported.
  func existingOperands() throws -> (paths: [[UInt8]], isComplete: Bool) {
    guard !invocation.operands.isEmpty else { tool.exitForWrongUse("no path was given") }
    var paths: [[UInt8]] = []
    for operand in invocation.operands {
      do {
        let path = try AbsolutePath.follow(operand)
        if try SmallFile.kind(at: path) != nil {
          paths.append(path)
        } else {
          tool.report("\(PrintableText.path(operand)): no such file or folder")
        }
      } catch {
        tool.report("\(error)")
      }
    }
    return (paths, paths.count == invocation.operands.count)
  }
}

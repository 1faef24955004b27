import CommandLine
import FileIndexing
import IndexStore
import TextAnalysis

/// `mdimport`: indexes files now, or shows what importers find in them.
struct ImportTool {
  static let tool = Tool(
    "mdimport",
    usage: [
      "[-i] [--progress] PATH…", "-t [-d 1|2|3] [-o FILE] [-p] [-y TYPE] FILE…", "-r IMPORTER|TYPE", "-A | -X | -L",
    ],
    summary: "Indexes files and everything in folders, in this process, with or without a running daemon.",
    options: [
      ToolOption("i", nil, "Index the paths: what is done without options."),
      ToolOption("progress", nil, "Tell how far it is also when standard error is no terminal."),
      ToolOption("t", nil, "Test: show what importers find, and store nothing."),
      ToolOption("d", "LEVEL", "With -t: 1 one line a file, 2 attributes too, 3 the text too."),
      ToolOption("o", "FILE", "With -t: write the attributes to FILE as a property list.", allowsEmpty: false),
      ToolOption("p", nil, "With -t: tell the time that each file took."),
      ToolOption("y", "TYPE", "With -t: take the files for this type, whatever their names say."),
      ToolOption("r", "IMPORTER|TYPE", "Read everything again that this importer reads, or that is of this type."),
      ToolOption("L", nil, "List the importers and what they read."),
      ToolOption("A", nil, "List the known attributes."),
      ToolOption("X", nil, "Print the schema of attributes."),
      .store,
    ],
    remarks: """
      Examples:
        mdimport ~/Documents
        mdimport -t -d2 report.pdf
        mdimport -r public.jpeg
      """)

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }

  private static let modes = ["t", "r", "L", "A", "X"]

  func run() {
    tool.explainDamagedIndex()
    tool.prepareToWrite()
    let modes = Self.modes.filter(invocation.has)
    guard modes.count <= 1 else { tool.exitForWrongUse("-\(modes.joined(separator: " and -")) exclude each other") }
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
    let environment = ToolEnvironment()
    return try .load(try environment.configurationFile(), home: try AbsolutePath.home(in: environment))
  }

  func launch() -> WorkerLaunch {
    guard let worker = WorkerLaunch.installedExecutable() else {
      tool.fail("mdworker is neither beside this program nor in ../libexec/searchlight; install Searchlight again")
    }
    return WorkerLaunch(executable: worker)
  }

  func indexer() throws -> FileIndexer {
    let store = try Store.openForIndexing(try ToolEnvironment().store(invocation.bytes("store"))) { tool.report($0) }
    return try FileIndexer(store: store, configuration: try configuration(), launch: launch())
  }

  /// The operands that name something, reported if they do not.
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

import Applications
import CommandLine
import TextAnalysis

/// `searchlight-open`: opens search results in the programs that they belong to.
struct OpenTool {
  static let tool = Tool(
    "searchlight-open",
    usage: ["URL…"],
    summary: """
      Opens items of programs, and continues searches in programs. URL is an address that mdfind has printed, or searchlight://PROGRAM?query=TEXT.
      Desktops start this program for URLs with the scheme searchlight.
      """,
    options: [],
    remarks: """
      Examples:
        searchlight-open searchlight://org.example.Recipes/Soups/minestrone
        searchlight-open 'searchlight://org.example.Recipes?query=soup'
      """)

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }
  private let environment = ToolEnvironment()

  func run() {
    guard !invocation.operands.isEmpty else { tool.exitForWrongUse("no URL was given") }
    let urls = invocation.operands.map { operand in
      guard let url = ResultURL(String(decoding: operand, as: UTF8.self)) else {
        tool.exitForWrongUse("\(PrintableText.path(operand)): neither the address of an item nor searchlight://PROGRAM?query=TEXT")
      }
      return url
    }
    do {
      for url in urls { try open(url) }
    } catch {
      tool.fail("\(error)")
    }
  }

  private func open(_ url: ResultURL) throws {
    guard let entry = DesktopEntry.of(url.program, in: DataFolders(environment.value(of:))) else {
      let program = PrintableText.line(url.program)
      tool.fail("\(program): the program has not installed its desktop entry \(program).desktop, so it cannot be started")
    }
    if entry.isDBusActivatable {
      do throws(BusError) {
        return try SessionBus().open("\(url)", in: entry, platformData: platformData)
      } catch {
        // A program that could not be reached has opened nothing, so it can be started instead.
        guard error.isUnreachable, entry.hasCommand else { throw error }
      }
    }
    try entry.start(opening: "\(url)")
  }

  /// With what the desktop has given this program, the program's window may come to the front.
  private var platformData: [String: String] {
    let variables = ["activation-token": "XDG_ACTIVATION_TOKEN", "desktop-startup-id": "DESKTOP_STARTUP_ID"]
    return variables.compactMapValues(environment.value(of:))
  }
}

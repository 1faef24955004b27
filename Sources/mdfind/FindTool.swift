import Attributes
import CommandLine
import IndexStore
import QueryLanguage

/// `mdfind`: prints the files that match a query.
struct FindTool {
  static let tool = Tool(
    "mdfind",
    usage: ["[OPTION…] QUERY", "[OPTION…] -name TEXT", "[OPTION…] -s SEARCH"],
    summary: """
      Prints the paths of the files that match. QUERY is a predicate, as in kMDItemFSSize > 1000000, when it compares something; otherwise it is
      words to look for, with keywords, as in 'report kind:pdf created:this year'. Several arguments are joined by spaces.
      """,
    options: [
      ToolOption("name", "TEXT", "Find files by a part of the name, whatever its case; with * the whole name. Narrows a query."),
      ToolOption("onlyin", "DIRECTORY", "Look only in this folder and below; may be repeated."),
      ToolOption("s", "SEARCH", "Run a saved search: a name, or the path of a .savedSearch file."),
      ToolOption("save", "NAME", "Keep the query and its folders as the saved search NAME, and do not run it."),
      ToolOption("literal", nil, "Take QUERY for a predicate, whatever it looks like."),
      ToolOption("interpret", nil, "Take QUERY for words, whatever it looks like."),
      ToolOption("count", nil, "Print how many files match, and nothing else."),
      ToolOption("limit", "N", "Print at most N files."),
      ToolOption("sort", "ATTRIBUTE", "Print in the order of an attribute; with - before it, the other way round."),
      ToolOption("attr", "ATTRIBUTE", "Print this attribute after each path; may be repeated."),
      ToolOption("0", nil, "End each path with NUL, not with a new line."),
      ToolOption("json", nil, "Print an object a line: the path, and the attributes that -attr names."),
      ToolOption("color", "WHEN", "Colour names: auto (on a terminal), always, never."),
      ToolOption("live", nil, "Stay, and print additions (+) and removals (-) as they happen, until ctrl-C."),
      ToolOption("reprint", nil, "With -live: print everything again after a change."),
      .store,
    ],
    remarks: """
      Examples:
        mdfind 'kMDItemContentTypeTree == "public.image" && kMDItemPixelWidth > 2000'
        mdfind -onlyin ~/Documents 'annual report'
        mdfind -name '*.pdf' -0 | xargs -0 ls -l
      """)

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }
  let environment = Environment()

  func run() {
    tool.explainDamagedIndex()
    checkOptions()
    do {
      let search = try search()
      if let name = invocation.bytes("save") { return try save(search, as: name) }
      for unknown in search.query.unknownAttributes { tool.report("\(unknown)") }
      let store = try Store.open(try environment.store(invocation.bytes("store")), .read)
      tool.keepFreedMemory()
      let (known, areAllThere) = try knownFolders(search.folders, in: store)
      if let folders = known { try answer(search, within: folders, from: store) } else { printNothing() }
      tool.finish(with: store, isSuccess: areAllThere)
    } catch let error as QuerySyntaxError {
      tool.fail(error.rendered())
    } catch {
      tool.fail("\(error)")
    }
  }

  private func answer(_ search: Search, within folders: [[UInt8]], from store: Store) throws {
    let run = SearchRun(store: store, query: search.query, folders: folders, order: order, limit: limit)
    if invocation.has("live") {
      try LiveSearch(run: run, printer: printer(for: search), isCounting: invocation.has("count"), reprints: invocation.has("reprint"))
        .follow()
    } else if invocation.has("count") {
      var output = StandardOutput()
      output.write("\(try run.count())\n")
      output.flush()
    } else {
      var output = StandardOutput()
      let printer = printer(for: search)
      try printer.print(try run.hits(onlyPaths: printer.isPlain), from: store, to: &output)
      output.flush()
    }
  }

  private func checkOptions() {
    if invocation.has("literal"), invocation.has("interpret") { tool.exitForWrongUse("-literal and -interpret exclude each other") }
    if invocation.has("s"), !invocation.operands.isEmpty { tool.exitForWrongUse("-s and a query exclude each other") }
    if invocation.has("reprint"), !invocation.has("live") { tool.exitForWrongUse("-reprint needs -live") }
    if let when = invocation.text("color"), !["auto", "always", "never"].contains(when) {
      tool.exitForWrongUse("-color is auto, always or never, not '\(when)'")
    }
    _ = limit
  }

  private var limit: Int? { invocation.number("limit", atLeast: 0, of: tool) }

  private var order: SearchOrder? {
    guard let text = invocation.text("sort") else { return nil }
    let isDescending = text.hasPrefix("-")
    return SearchOrder(attribute: AttributeName(isDescending ? String(text.dropFirst()) : text), isDescending: isDescending)
  }

  /// Nothing is where the user looks: no hit is success.
  private func printNothing() {
    guard invocation.has("count") else { return }
    var output = StandardOutput()
    output.write("0\n")
    output.flush()
  }

  private func printer(for search: Search) -> HitPrinter {
    let isColored =
      switch invocation.text("color") {
      case "always": true
      case "never": false
      default: StandardOutput.isTerminal && environment.value(of: "NO_COLOR") == nil
      }
    let isPlain = invocation.has("0") || invocation.has("json") || !isColored
    return HitPrinter(
      attributes: invocation.all("attr").map { String(decoding: $0, as: UTF8.self) }, isJSON: invocation.has("json"),
      terminator: invocation.has("0") ? 0 : UInt8(ascii: "\n"),
      painter: isPlain ? nil : HitPainter(needles: search.query.namedTexts, colors: environment.value(of: "LS_COLORS")))
  }
}

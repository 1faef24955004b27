// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import IndexStore
import LogMessages

/// `searchlight-open`: opens search results in the programs that they belong to.
package struct OpenTool {
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

  package init() {}

  package func run() {
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
    guard try entry.opensResults || isOfOwnItem(url) else {
      let program = PrintableText.line(url.program)
      tool.fail(
        "\(program): \(url.isItem ? "the program has no such item" : "only a program that declares it continues searches"), and "
          + "\(PrintableText.line(entry.path)) does not say X-Searchlight-Open=true, so it is not started")
    }
    // Its entry opens the same URL again, without end.
    guard !entry.startsThisProgram else { tool.fail("\(PrintableText.line(url.program)): this program opens results only in others") }
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

  /// Whether the program has added the item of the URL to an index. The URL may come from anywhere, and programs at large
  /// do not expect it: a shell would take it for a script.
  private func isOfOwnItem(_ url: ResultURL) throws -> Bool {
    guard case .item(var store, let identifier, _) = url else { return false }
    let folder = try environment.applications()
    for protection in ApplicationStore.Protection.allCases {
      store.protection = protection
      do throws(StoreError) {
        let reference = try Store.open(store.path(in: folder), .read).read { snapshot throws(StoreError) in
          try snapshot.reference(ofItem: identifier)
        }
        if reference != nil { return true }
      } catch {
        guard case .notFound = error else { tool.fail(store.message(about: error)) }
      }
    }
    return false
  }

  /// With what the desktop has given this program, the program's window may come to the front.
  private var platformData: [String: String] {
    let variables = ["activation-token": "XDG_ACTIVATION_TOKEN", "desktop-startup-id": "DESKTOP_STARTUP_ID"]
    return variables.compactMapValues(environment.value(of:))
  }
}

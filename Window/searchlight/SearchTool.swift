// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Widgets

/// The options of the program, and its one process.
@MainActor
struct SearchTool {
  static let tool = Tool(
    "searchlight",
    usage: ["[-show] [QUERY]", "-gapplication-service"],
    summary: """
      Shows the search window, or hides it if it is shown: a desktop calls this with a key. With QUERY, shows what it finds. The first call starts \
      the program, which then stays, hidden, unless searchlight.conf has 'window-stays = no'.
      """,
    options: [
      ToolOption("show", nil, "Show the window also if it is shown already.", isUnique: true),
      ToolOption("gapplication-service", nil, "Wait for the first call; the message bus starts the program so.", isUnique: true),
      ToolOption("times", nil, "Write to standard error how long each key took until its results were drawn.", isUnique: true),
    ], takesWords: true)

  /// The name on the message bus, and that of the files in `desktop`.
  private static let identifier = "org.searchlight.Searchlight"
  private static let searchAction = "search"

  private let invocation = Invocation(tool)

  func run() -> Never {
    let tool = Self.tool
    tool.explainDamagedIndex()
    Translation.find(in: DesktopOpener.pathBesideThisProgram("../share/locale"))
    let words = invocation.operands.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    let isService = invocation.has("gapplication-service")
    Desktop.prepareDrawing()
    let application = Application(Self.identifier, isService: isService)
    // Also without words: the action shows the window, where a call without action would hide it.
    let action = words.isEmpty && !invocation.has("show") ? nil : Self.searchAction
    do throws(ApplicationError) {
      if try application.isElsewhere() {
        application.call(action: action, words)
        application.flush()
        tool.finish(isSuccess: true)
      }
    } catch {
      tool.fail(error)
    }
    var window: MainWindow?
    func shown() -> MainWindow {
      if let window { return window }
      let made = MainWindow(application, tool, ToolEnvironment(), writesTimes: invocation.has("times"))
      window = made
      return made
    }
    // The process has just started: whatever called it wants to see the window.
    var pending: String? = action == nil ? nil : words
    application.onActivate = {
      if let text = pending { shown().show(searching: text) } else { shown().toggle() }
      pending = nil
    }
    application.add(action: Self.searchAction) { text in shown().show(searching: text) }
    tool.finish(isSuccess: application.run() == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import IndexStore
import QueryLanguage

extension FindTool {
  /// Shows results on the terminal while a query is being typed, and opens the chosen ones.
  func findInteractively() throws {
    let text = try invocation.query()
    let store = try ownStore()
    // What is printed while the screen is drawn would stay on it.
    let problem = InteractiveSearch.Problem()
    let system = systemFinder(beside: store) { problem.message = $0 }
    let folders = try invocation.all("onlyin").map(AbsolutePath.follow(_:))
    let (files, areAllThere) = try ownFiles(store, within: folders, besides: system)
    let items: ItemFinder? =
      if invocation.has("onlyin") || invocation.has("store") {
        nil
      } else {
        ItemFinder(Query(.constant(true)), orderedBy: nil, in: try environment.applications()) { problem.message = $0 }
      }
    let search = InteractiveSearch(
      files: files, items: items, system: system.map { ($0, folders) }, named: nameQueries.map(\.predicate),
      limit: limit ?? Self.rankedLimit, problem: problem)
    var browser = Browser(search, text: text)
    let home = try? AbsolutePath.home(in: environment)
    let isColored = environment.value(of: "NO_COLOR") == nil
    guard environment.terminalHasColors || !StandardOutput.isTerminal else {
      tool.fail("-i needs a terminal that can place text anywhere, and TERM names none; use -ranked")
    }
    guard var terminal = Terminal() else {
      tool.fail("-i needs a terminal for input and output; without one, use -ranked")
    }
    while true {
      let size = terminal.size
      let (lines, cursor) = browser.lines(columns: size.columns, rows: size.rows, isColored: isColored, home: home)
      terminal.draw(lines, cursor: cursor)
      switch terminal.next() {
      case .end: return finish(terminal, store, isSuccess: false)
      case .changed: continue
      case .keys(let keys):
        switch browser.apply(keys) {
        case .end: return finish(terminal, store, isSuccess: areAllThere)
        case .suspend: terminal.suspend()
        case .redraw: terminal.invalidate()
        case .open(let hit): browser.notice = open(hit, in: browser, from: &terminal)
        case .perform(let action, let hit): browser.notice = perform(action, with: hit, in: browser, from: &terminal)
        case nil: break
        }
      }
    }
  }

  /// The index and the folders in which files of the user are searched.
  private func ownFiles(
    _ store: Store?, within folders: [[UInt8]], besides system: SystemFinder?
  ) throws -> (files: (Store, [[UInt8]]?)?, areAllThere: Bool) {
    guard let store else { return (nil, try system.map { try reportUnknown(folders, to: $0) } ?? true) }
    let (known, areAllThere) = try knownFolders(folders, in: store, besides: system)
    return ((store, known), areAllThere)
  }

  private func finish(_ terminal: borrowing Terminal, _ store: Store?, isSuccess: Bool) {
    terminal.leave()
    finish(store, isSuccess: isSuccess)
  }

  /// Opens a hit with its program, which may use the terminal, and records the choice.
  ///
  /// - Returns: What to tell the user.
  private func open(_ hit: FoundHit, in browser: Browser, from terminal: inout Terminal) -> String {
    let path = hit.path
    let query = browser.line.text
    return choose(hit, in: browser, from: &terminal) {
      if let item = ApplicationStore.item(at: path) {
        try DesktopOpener.open(item: "\(ResultURL.item(item.store, identifier: item.identifier, query: query))")
      } else {
        guard try SmallFile.kind(at: path) != nil else { return "it no longer exists" }
        try DesktopOpener.open(path)
      }
      return nil
    }
  }

  /// Performs an action of a hit with the program that the desktop has for it.
  private func perform(_ action: HitAction, with hit: FoundHit, in browser: Browser, from terminal: inout Terminal) -> String {
    choose(hit, in: browser, from: &terminal) {
      try DesktopOpener.open(url: action.url)
      return nil
    }
  }

  /// - Parameter open: Opens the hit. Returns why it was not opened.
  private func choose(_ hit: FoundHit, in browser: Browser, from terminal: inout Terminal, _ open: () throws -> String?) -> String {
    let failure = terminal.lend { () -> String? in
      do { return try open() } catch { return "\(error)" }
    }
    if let failure { return failure }
    do {
      try recordChoice(of: hit, in: browser)
    } catch {
      return "opened, but the choice is not recorded: \(error)"
    }
    return "opened"
  }

  /// Records the use of a file, and lets the next searches, also those of the program, list a chosen item
  /// further up.
  private func recordChoice(of hit: FoundHit, in browser: Browser) throws {
    guard let item = ApplicationStore.item(at: hit.path) else {
      // The system's index records no use.
      if case .stored = hit { try recordOpening(of: hit.path) }
      return
    }
    let passed = browser.results.hits.prefix(browser.selected).compactMap { ApplicationStore.item(at: $0.path) }
    let store = try Store.open(item.store.path(in: try environment.applications()), .writeItems)
    try store.record(
      Engagement(
        query: browser.line.text, item: item.identifier, passed: passed.filter { $0.store == item.store }.map(\.identifier), kind: .select))
  }
}

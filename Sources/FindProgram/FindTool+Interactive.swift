// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import Finders
import IndexStore
import QueryLanguage

extension FindTool {
  /// Shows results on the terminal while a query is being typed, and opens the chosen ones. If standard output is not a terminal,
  /// as in `vim "$(mdfind -i)"`, prints the chosen ones and ends.
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
      limit: limit ?? Self.rankedLimit, problem: problem, isPredicate: isPredicate,
      explain: { try explanation(ofNothingFor: $0, in: store) })
    var browser = Browser(search, text: text, isForOutput: !StandardOutput.isTerminal)
    let home = try? AbsolutePath.home(in: environment)
    let isColored = environment.value(of: "NO_COLOR") == nil
    guard Terminal.isPresent else { tool.fail("-i needs a terminal; without one, use -ranked") }
    guard environment.terminalHasColors, var terminal = Terminal() else {
      tool.fail("-i needs a terminal that can place text anywhere, and TERM names none; use -ranked")
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
        // For a script that waits for a choice, none is a failure.
        case .end: return finish(terminal, store, isSuccess: areAllThere && StandardOutput.isTerminal)
        case .suspend: terminal.suspend()
        case .redraw: terminal.invalidate()
        case .open(let hits): browser.notice = open(hits, in: browser, from: &terminal)
        case .perform(let action, let hit): browser.notice = perform(action, with: hit, in: browser, from: &terminal)
        case .copy(let hits): browser.notice = copy(hits, to: terminal)
        case .showInFolder(let hit): browser.notice = showInFolder(hit, from: &terminal)
        case .print(let hits):
          terminal.leave()
          printChoice(hits)
          finish(store, isSuccess: areAllThere)
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

  // MARK: Actions

  /// Prints paths and addresses, as without `-i`.
  private func printChoice(_ hits: [FoundHit]) {
    var output = StandardOutput()
    for hit in hits {
      output.write(path: hit.path)
      output.write(byte: invocation.has("0") ? 0 : UInt8(ascii: "\n"))
    }
    output.flush()
  }

  /// Copies paths and addresses, one in a line, by the desktop's own program if there is one, and by the terminal.
  private func copy(_ hits: [FoundHit], to terminal: borrowing Terminal) -> String {
    let text = Array(hits.map(\.path).joined(separator: [UInt8(ascii: "\n")]))
    terminal.copy(text)
    let what = hits.count == 1 ? "the path" : "\(hits.count) paths"
    return Clipboard(environment).copy(text) ? "copied \(what)" : "asked the terminal to copy \(what)"
  }

  private func showInFolder(_ hit: FoundHit, from terminal: inout Terminal) -> String {
    guard ApplicationStore.item(at: hit.path) == nil else { return "this is not a file, so it is in no folder" }
    do {
      guard try SmallFile.kind(at: hit.path) != nil else { return "it no longer exists" }
    } catch { return "\(error)" }
    return use(&terminal) { opener in try opener.showInFolder(hit.path) } ?? "shown"
  }

  /// Opens hits with their programs, and records the choices.
  ///
  /// - Returns: What to tell the user.
  private func open(_ hits: [FoundHit], in browser: Browser, from terminal: inout Terminal) -> String {
    let query = browser.line.text
    var failures: [String] = []
    for hit in hits {
      let path = hit.path
      let message = choose(hit, in: browser, from: &terminal) { opener in
        if let item = ApplicationStore.item(at: path) {
          try opener.open(item: "\(ResultURL.item(item.store, identifier: item.identifier, query: query))")
        } else {
          try opener.open(path)
        }
      }
      if let message { failures.append(message) }
    }
    // There is room for one line.
    return failures.first ?? (hits.count == 1 ? "opened" : "opened \(hits.count)")
  }

  /// Performs an action of a hit with the program that the desktop has for it.
  private func perform(_ action: HitAction, with hit: FoundHit, in browser: Browser, from terminal: inout Terminal) -> String {
    choose(hit, in: browser, from: &terminal) { opener in try opener.open(url: action.url) } ?? "opened"
  }

  /// - Parameter open: Opens the hit.
  /// - Returns: What failed.
  private func choose(
    _ hit: FoundHit, in browser: Browser, from terminal: inout Terminal, _ open: (DesktopOpener) throws -> Void
  ) -> String? {
    do {
      if ApplicationStore.item(at: hit.path) == nil, try SmallFile.kind(at: hit.path) == nil { return "it no longer exists" }
    } catch { return "\(error)" }
    if let failure = use(&terminal, open) { return failure }
    do {
      try recordChoice(of: hit, in: browser)
    } catch {
      return "opened, but the choice is not recorded: \(error)"
    }
    return nil
  }

  /// Starts programs of the desktop, whose output nobody sees. Without a desktop, they run on the terminal.
  ///
  /// - Returns: Why that failed.
  private func use(_ terminal: inout Terminal, _ body: (DesktopOpener) throws -> Void) -> String? {
    func attempt(_ opener: DesktopOpener) -> String? {
      do { try body(opener) } catch { return (error as? DesktopOpenerError)?.reason ?? "\(error)" }
      return nil
    }
    let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment.value(of: $0) != nil }
    return hasDesktop ? attempt(DesktopOpener(output: .discarded)) : terminal.lend { attempt(DesktopOpener()) }
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

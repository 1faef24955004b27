// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import CommandLine
internal import IndexStore
package import ShellSearch

/// Does what a person has chosen. For a thread of its own, because programs may need time to start.
package struct Chooser: Sendable {
  private let indexes: IndexLookup
  private let memory: SharedMemory

  package init(_ indexes: IndexLookup, _ memory: SharedMemory) { (self.indexes, self.memory) = (indexes, memory) }

  private var environment: ToolEnvironment { indexes.environment }

  /// Opens a file with its default program, an item in its own program, or starts a program; and records the choice.
  ///
  /// - Parameter query: What was typed; `nil` if the shell does not say.
  package func open(_ text: String, _ query: ShellQuery?, _ token: StartToken?) throws(ChoiceError) {
    if case .item(let address)? = ResultIdentifier(text), case .search? = ResultURL(address) { return try continueSearch(address, token) }
    let result = try known(text)
    let choice = memory.choice(of: result, for: query) ?? ResultMemory.Choice(query: query?.text ?? "", passed: [])
    do {
      let opener = DesktopOpener(output: .discarded, variables: token?.variables ?? [:])
      switch result {
      case .item(let address):
        guard let item = ApplicationStore.item(at: Array(address.utf8)) else { throw ChoiceError.unknownResult(text) }
        let url = ResultURL.item(item.store, identifier: item.identifier, query: choice.query.isEmpty ? nil : choice.query)
        try opener.open(item: "\(url)")
      case .file(let path):
        try check(path)
        if let entry = DesktopEntry.installed(at: path, in: DataFolders(environment.value(of:))) {
          try entry.start(inTerminal: Self.terminal)
        } else {
          try opener.open(path)
        }
      }
    } catch {
      throw Self.failure(error)
    }
    record(result, choice)
  }

  /// Searches in the program of an item for what was typed to find it.
  package func continueSearch(ofItem text: String) throws(ChoiceError) {
    let result = try known(text)
    guard let item = ApplicationStore.item(at: result.location), let choice = memory.choice(of: result, for: nil) else {
      throw .unknownResult(text)
    }
    try continueSearch("\(ResultURL.search(choice.query, program: item.store.bundle))", nil)
  }

  private func continueSearch(_ address: String, _ token: StartToken?) throws(ChoiceError) {
    guard let url = ResultURL(address), DesktopEntry.of(url.program, in: DataFolders(environment.value(of:)))?.opensResults == true else {
      throw .unknownResult(address)
    }
    do {
      try DesktopOpener(output: .discarded, variables: token?.variables ?? [:]).open(item: address)
    } catch {
      throw Self.failure(error)
    }
  }

  package func show(_ text: String) throws(ChoiceError) {
    guard case .file(let path) = try known(text) else { throw .notInFolder }
    do {
      try check(path)
      try DesktopOpener(output: .discarded).showInFolder(path)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Copies the path of a file or the address of an item.
  package func copy(_ text: String) throws(ChoiceError) {
    guard Clipboard(environment).copy(try known(text).location) else { throw .noClipboard }
  }

  /// The search window, as it is installed. Without the window, this is the entry for a terminal.
  private static let windowEntry = "org.searchlight.Searchlight"

  /// Shows all results of a search: in the search window if it is installed, or in a terminal, or else the best file in its folder.
  package func launch(_ query: ShellQuery, _ token: StartToken?) throws(ChoiceError) {
    let opener = DesktopOpener(output: .discarded, variables: token?.variables ?? [:])
    do {
      if let window = DesktopEntry.of(Self.windowEntry, in: DataFolders(environment.value(of:))), window.isDBusActivatable,
        let command = window.commandLine
      {
        return try opener.start(command + ["-show", "--", query.text])
      }
      let command = [DesktopOpener.pathBesideThisProgram("mdfind"), "-i", "--", query.text]
      if let terminal = Self.terminal(command) { return try opener.start(terminal) }
      guard case .file(let path)? = memory.best(for: query) else { throw ChoiceError.noTerminal }
      indexes.reporter.report("\(ChoiceError.noTerminal); the best file is shown instead")
      try opener.showInFolder(path)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func terminal(_ command: [String]) -> [String]? { TerminalCommand.running(command, where: DesktopEntry.canStart) }

  /// The result with an identifier, which a search has listed or an index has: a caller may send any text.
  private func known(_ text: String) throws(ChoiceError) -> ResultIdentifier {
    guard let result = ResultIdentifier(text), memory.choice(of: result, for: nil) != nil || indexes.has(result) else {
      throw .unknownResult(text)
    }
    return result
  }

  private func check(_ path: [UInt8]) throws {
    if try SmallFile.kind(at: path) == nil { throw ChoiceError.missingFile(path) }
  }

  private static func failure(_ error: any Error) -> ChoiceError {
    switch error {
    case let error as ChoiceError: error
    case let error as DesktopOpenerError: .notOpened(error)
    case let error as LaunchError: .notStarted(error)
    default: .unreadable("\(error)")
    }
  }

  /// Records the use of a file, or lets the next searches list a chosen item further up, as `mdfind -i` does.
  private func record(_ result: ResultIdentifier, _ choice: ResultMemory.Choice) {
    do {
      switch result {
      case .file(let path): try Store.open(try environment.store(nil), .write(creating: false)).recordOpening(of: path)
      case .item(let address):
        guard let item = ApplicationStore.item(at: Array(address.utf8)) else { return }
        let passed = choice.passed.compactMap { ApplicationStore.item(at: $0.location) }.filter { $0.store == item.store }
        let store = try Store.open(item.store.path(in: try environment.applications()), .writeItems)
        try store.record(Engagement(query: choice.query, item: item.identifier, passed: passed.map(\.identifier), kind: .select))
      }
    } catch StoreError.notFound {
      // The file is in the system's index, which records no use.
    } catch {
      indexes.reporter.report("opened, but the choice is not recorded: \(error)")
    }
  }
}

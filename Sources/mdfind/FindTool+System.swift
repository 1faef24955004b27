import CommandLine
import IndexStore
import QueryLanguage
import SystemSearch
import TextAnalysis

/// Searching the system's index, which has files that all users share.
extension FindTool {
  var systemIndex: SystemIndex? {
    // A live search follows one index, and these name one.
    guard !invocation.has("live"), !invocation.has("store"), environment.value(of: "SEARCHLIGHT_STORE") == nil else { return nil }
    return SystemIndex(socket: environment.querySocket)
  }

  /// The user's index of files.
  ///
  /// - Returns: `nil` if the user has none, and the system has one.
  func ownStore() throws -> Store? {
    let path = try environment.store(invocation.bytes("store"))
    // A folder without an index is that of one that was lost a moment ago.
    if systemIndex != nil, try SmallFile.kind(at: Array(path.utf8)) == nil { return nil }
    return try Store.open(path, .read)
  }

  /// - Parameter store: The user's index; `nil` if there is none.
  func systemFinder(beside store: Store?) -> SystemFinder? {
    systemIndex.map {
      SystemFinder($0, own: store, synchronizationTime: invocation.has("sync") ? timeout : nil, environment: environment) {
        tool.report($0)
      }
    }
  }

  /// Answers a user who has no index of files.
  func answerFromSystem(_ search: Search) throws {
    guard let system = systemFinder(beside: nil) else { return }
    try reportHints(of: search.query, in: nil, system)
    let known = system.known(search.folders)
    for folder in search.folders where !known.contains(folder) { tool.report("\(PrintableText.path(folder)): not in the system's index") }
    var items = search.folders.isEmpty ? try itemFinder(search.query) : nil
    if let number = hitToOpen {
      try open(hit: number, of: search, nil, &items, system)
    } else if invocation.has("count") {
      let count = items?.count() ?? 0
      print(count: count + system.count(search, limit: limit.map { $0 - count }))
    } else {
      var output = StandardOutput()
      let printer = printer(highlighting: search.query.namedTexts)
      var count = 0
      for found in items?.found(limit: limit) ?? [] {
        try printer.print(found.hits, from: found.store, marked: nil, to: &output)
        count += found.hits.count
      }
      print(search, from: system, limit: limit.map { $0 - count }, printer, to: &output)
      output.flush()
    }
    reportMissingDictionaries()
    finish(nil, isSuccess: system.isComplete && items?.isComplete ?? true)
  }

  func print(_ search: Search, from system: SystemFinder, limit: Int?, _ printer: HitPrinter, to output: inout StandardOutput) {
    system.find(search, order: order, limit: limit, attributes: attributes.map(\.name)) { printer.print($0, to: &output) }
  }

  /// Ends the tool after all output is printed.
  func finish(_ store: Store?, isSuccess: Bool) -> Never {
    if let store { tool.finish(with: store, isSuccess: isSuccess) }
    tool.finish(isSuccess: isSuccess)
  }
}

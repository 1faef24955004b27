// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Finders
import IndexStore
import QueryLanguage
import TextAnalysis

extension FindTool {
  /// Maximum number of hits of a ranked search unless `-limit` is given. Nobody reads more, and every
  /// query would find thousands of documents with some of the words.
  static let rankedLimit = 100

  var isRanked: Bool { invocation.has("ranked") }

  /// Prints the files and items that match the typed words best, the best ones first.
  func findRanked() throws {
    let text = try invocation.query()
    guard text.contains(where: { !$0.isWhitespace }) else { tool.exitForWrongUse("no query was given") }
    if !invocation.has("interpret"), QueryClassifier.isMeantAsPredicate(text) {
      tool.report("-ranked looks for the words of this predicate; without -ranked, the predicate is evaluated")
    }
    let typed = RankedText(parsing: text, in: .current())
    let filters = [typed.filter] + nameQueries
    let filter = Query(.all(filters.map(\.predicate)), hints: filters.flatMap(\.hints))
    let limit = limit ?? Self.rankedLimit
    let folders = try invocation.all("onlyin").map(AbsolutePath.follow(_:))
    let store = try ownStore()
    let system = systemFinder(beside: store)
    try reportHints(of: filter, in: store, system)
    var finder = RankedFinder(typed, for: text, where: filter, limit: limit)
    let isCurrent = try store.map { try synchronize(with: $0, readsContents: true) } ?? true
    let before = try store?.completeness()
    let isComplete = try searchOwnStores(folders, filter, with: &finder, store, besides: system)
    if let system {
      finder.add(
        system.best(
          typed, where: filter, folders: folders, limit: limit, attributes: printer(highlighting: []).neededAttributes,
          passages: invocation.has("context")))
    }
    if let number = hitToOpen { try open(hit: number, of: finder.best().flatMap(\.hits).map(\.path)) } else { try print(finder) }
    for damage in finder.damage {
      tool.report("\(damage); a ranked search needs all parts of the index, so it finds no files; a search without -ranked may find some")
    }
    if let store, let before {
      for gap in try gaps(in: store, before, [.attributes, .text]) { tool.report(gap) }
    }
    reportMissingDictionaries()
    finish(store, isSuccess: isCurrent && isComplete && finder.damage.isEmpty && system?.isComplete ?? true)
  }

  /// Searches the user's index and the stores of programs.
  ///
  /// - Parameter filter: What every hit satisfies.
  /// - Returns: Whether everything could be searched.
  private func searchOwnStores(
    _ folders: [[UInt8]], _ filter: Query, with finder: inout RankedFinder, _ store: Store?, besides system: SystemFinder?
  ) throws -> Bool {
    var isComplete = true
    if let store {
      let (known, areAllThere) = try knownFolders(folders, in: store, besides: system)
      if let known { finder.addFiles(of: store, within: known) }
      isComplete = areAllThere
    } else if let system {
      isComplete = try reportUnknown(folders, to: system)
    }
    // Only files are in folders.
    guard folders.isEmpty, var items = try itemFinder(filter) else { return isComplete }
    items.forEachStore { name, store throws(StoreError) in try finder.addItems(of: store, name) }
    return isComplete && items.isComplete
  }

  private func print(_ finder: RankedFinder) throws {
    var output = StandardOutput()
    let words = finder.query.words.map { String(decoding: $0.token, as: UTF8.self) }
    let printer = printer(highlighting: words, passages: invocation.has("context") ? HitPassages(finder.query) : nil)
    for found in finder.best() {
      try printer.print(found, to: &output)
    }
    output.flush()
  }
}

import CommandLine
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
      tool.exitForWrongUse("-ranked takes words, not a predicate; with -interpret, any query consists of words")
    }
    let typed = try RankedText(parsing: text, in: .current())
    let filters = [typed.filter] + nameQueries
    let filter = Query(.all(filters.map(\.predicate)), hints: filters.flatMap(\.hints))
    let query = RankedQuery(typed.words)
    let store = try Store.open(try environment.store(invocation.bytes("store")), .read)
    try reportHints(of: filter, in: store)
    let isCurrent = try synchronize(with: store, readsContents: true)
    let (folders, areAllThere) = try knownFolders(try invocation.all("onlyin").map(AbsolutePath.follow(_:)), in: store)
    var finder = RankedFinder(query, where: filter, limit: limit ?? Self.rankedLimit)
    if let folders { finder.addFiles(of: store, within: folders) }
    // Only files are in folders.
    var items = invocation.has("onlyin") ? nil : try itemFinder(filter)
    items?.forEachStore { name, store throws(StoreError) in try finder.addItems(of: store, name) }
    if let number = hitToOpen { try open(hit: number, of: finder.best().flatMap { $0.hits.map(\.path) }) } else { try print(finder, query) }
    for damage in finder.damage {
      tool.report("\(damage); a ranked search needs all parts of the index, so it finds no files; a search without -ranked may find some")
    }
    try reportUnfinishedIndex(store)
    try reportHiddenVolumes(store)
    try reportUnreadContents(of: [.attributes, .text], in: store)
    reportMissingDictionaries()
    tool.finish(with: store, isSuccess: areAllThere && isCurrent && finder.damage.isEmpty && items?.isComplete ?? true)
  }

  private func print(_ finder: RankedFinder, _ query: RankedQuery) throws {
    var output = StandardOutput()
    let words = query.words.map { String(decoding: $0.token, as: UTF8.self) }
    let printer = printer(highlighting: words, passages: invocation.has("context") ? PassageFinder(query) : nil)
    for found in finder.best() { try printer.print(found.hits, from: found.store, marked: nil, to: &output) }
    output.flush()
  }
}

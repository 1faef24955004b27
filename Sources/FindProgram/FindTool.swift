// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import LogMessages
import QueryLanguage
import TextAnalysis
import UniformTypeIdentifiers

/// `mdfind`: prints the files that match a query.
package struct FindTool {
  static let tool = Tool(
    "mdfind",
    usage: [
      "[OPTION…] QUERY", "[OPTION…] --context WORDS", "[OPTION…] --ranked WORDS", "[OPTION…] -i [WORDS]", "[OPTION…] -name TEXT",
      "[OPTION…] -regex PATTERN",
      "[OPTION…] -s SEARCH",
      "[OPTION…] --duplicates [QUERY]", "[OPTION…] --like FILE [QUERY]", "-list-searches | -delete-search SEARCH",
    ],
    summary: """
      Prints the paths of the files that match QUERY. A QUERY that contains a comparison, such as kMDItemFSSize > 1000000, is a predicate.
      Any other QUERY is a list of words and keywords, such as 'report kind:pdf created:this year'. Several arguments are joined with
      spaces. After the first word, -WORD excludes a word unless it is an option; NOT WORD always excludes it.
      """,
    options: [
      ToolOption(
        "name", "TEXT",
        "Match part of the name, or DIRECTORY/NAME, ignoring case and accents; with * ? [abc], the whole name. May be repeated: all must match.",
        allowsEmpty: false),
      ToolOption(
        "regex", "PATTERN",
        "Match part of the name, or of the path if there is a slash, with a regular expression, ignoring case. May be repeated: all must match.",
        allowsEmpty: false),
      ToolOption("onlyin", "DIRECTORY", "Search only this folder and its subfolders; may be repeated.", allowsEmpty: false),
      ToolOption(
        "s", "SEARCH", "Run a saved search, given by its name or by the path of a .savedSearch file.", allowsEmpty: false, isUnique: true),
      ToolOption("save", "NAME", "Save the query and its folders as NAME without running it.", allowsEmpty: false, isUnique: true),
      ToolOption("list-searches", nil, "Print the name and the predicate of each saved search."),
      ToolOption("delete-search", "SEARCH", "Delete the saved search with this name.", allowsEmpty: false, isUnique: true),
      ToolOption("complete", "QUERY", "Print completions for an unfinished query, for use by shells.", isUnique: true),
      ToolOption("literal", nil, "Always interpret QUERY as a predicate."),
      ToolOption("interpret", nil, "Always interpret QUERY as words."),
      ToolOption("ranked", nil, "Print the best matches for the words of QUERY, the best first; at most 100 unless -limit is given."),
      ToolOption("unranked", nil, "Print the hits of words in the order of the index, not the most relevant ones first."),
      ToolOption("context", nil, "Also print a passage with the words of QUERY below each hit, if it has a text."),
      ToolOption(
        "i", nil, "Search interactively: show results on the terminal while the query is typed, open them, or print the chosen ones."),
      ToolOption(
        "duplicates", nil, "Print the files among the hits that have equal content, in groups; without QUERY, among all files."),
      ToolOption(
        "like", "FILE",
        "Print the hits that are most similar in meaning to this file, or the item with this address; without QUERY, among all files.",
        allowsEmpty: false, isUnique: true),
      ToolOption("count", nil, "Print only the number of matching files."),
      ToolOption(
        "hidden", nil, "Also name the hidden files of the searched folders that the index does not have. Those that it has are found."),
      ToolOption(
        "no-ignore", nil, "Also name other files of the searched folders that the index does not have, such as those that Git ignores."),
      ToolOption("limit", "N", "Print at most N files.", isUnique: true),
      ToolOption(
        "open", "N", "Open the N-th file of the result with its default desktop program, or the N-th item with its own.", isUnique: true),
      ToolOption("sort", "ATTRIBUTE", "Sort by this attribute; with - before its name, in descending order.", isUnique: true),
      ToolOption(
        "attr", "ATTRIBUTE", "Also print this attribute of each file, for example -attr size; may be repeated.", allowsEmpty: false),
      ToolOption("0", nil, "End each path with NUL instead of a newline."),
      ToolOption("json", nil, "Print one JSON object per line, with the path and the attributes named by -attr."),
      ToolOption("color", "WHEN", "Colour names: auto (if standard output is a terminal), always or never."),
      ToolOption("live", nil, "Keep running and print added (+) and removed (-) files until Ctrl-C."),
      ToolOption("sync", nil, "First wait until changes before the call are searchable, if a daemon runs."),
      ToolOption("timeout", "N", "With -sync: wait at most N seconds; 5 if left out.", isUnique: true),
      ToolOption("reprint", nil, "With -live: print the whole list again after each change."),
      .store,
    ],
    takesWords: true,
    foreignOptions: Self.foreignOptions,
    remarks: """
      Examples:
        mdfind 'kMDItemContentTypeTree == "public.image" && kMDItemPixelWidth > 2000'
        mdfind -onlyin ~/Documents 'annual report'
        mdfind -name '*.pdf' -0 | xargs -0 ls -l
      """)

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }
  let environment = ToolEnvironment()

  package init() {}

  package func run() {
    tool.explainDamagedIndex()
    checkOptions()
    do {
      if let text = invocation.bytes("complete") { return complete(try String(query: text)) }
      if invocation.has("list-searches") { return try listSearches() }
      if let name = invocation.bytes("delete-search") { return try deleteSearch(name) }
      if invocation.has("i") { return try findInteractively() }
      if isRanked { return try findRanked() }
      if let original = invocation.bytes("like") { return try findSimilar(to: original) }
      let search = try search()
      if let name = invocation.bytes("save") { return try save(search, as: name) }
      guard let store = try ownStore() else { return try answerWithoutOwnStore(search) }
      let system = systemFinder(beside: store)
      try checkOrder(in: store, system)
      try reportHints(of: search.query, in: store, system)
      // Only files are in folders.
      var items = search.folders.isEmpty ? try itemFinder(search.query) : nil
      // After all stores were opened: LMDB asks for megabytes of zeros for each, which cost nothing
      // until memory is kept.
      tool.keepFreedMemory()
      let needed = [attributes, sortAttribute.map { [$0] } ?? []].joined().map { Requirements(of: $0.name) }
        .reduce(CompiledPredicate(search.query, in: .current()).requirements) { $0.union($1) }
      // The system's index is waited for when it is asked, which can be earlier or later.
      let isCurrent = try synchronize(with: store, readsContents: !needed.isDisjoint(with: [.attributes, .text]))
      let (known, areAllThere) = try knownFolders(search.folders, in: store, besides: system)
      let before = try store.completeness()
      // A live search also finds what is in a folder that is indexed later.
      let folders = invocation.has("live") ? search.folders : known
      let own = folders.map { RepeatableSearch(store: store, query: search.query, folders: $0, order: order, limit: limit) }
      let areAllRead = try answer(search, own, &items, system)
      try reportLeftOut(search.folders, in: store)
      for gap in try gaps(in: store, before, needed) { tool.report(gap) }
      if StandardError.isTerminal, let notice = try outstandingScan(of: store) ?? absentDaemon(of: store) { tool.report(notice) }
      reportMissingDictionaries()
      finish(store, isSuccess: areAllThere && areAllRead && isCurrent && items?.isComplete ?? true && system?.isComplete ?? true)
    } catch let error as QuerySyntaxError {
      tool.fail(error.rendered())
    } catch {
      tool.fail("\(error)")
    }
  }

  /// Reports what is unusual about a query and the options.
  ///
  /// - Parameters:
  ///   - store: The user's index; `nil` if there is none.
  ///   - system: The system's index.
  func reportHints(of query: Query, in store: Store?, _ system: SystemFinder? = nil) throws {
    for hint in wordHints { tool.report(hint) }
    for hint in try upheld(query.hints + typeHints(of: query) + attributes.compactMap(\.hint), store, system) { tool.report("\(hint)") }
  }

  /// The hints on content types that no declaration knows.
  func typeHints(of query: Query) -> [QueryHint] {
    QueryHint.unknownTypes(in: query.predicate) { TypeDatabase.declaredTypes.map(\.identifier) }
  }

  /// The hints that no document disproves.
  func upheld(_ hints: [QueryHint], _ store: Store?, _ system: SystemFinder? = nil) throws -> [QueryHint] {
    var upheld = try store?.upheld(hints) ?? hints
    upheld = system?.upheld(upheld) ?? upheld
    return try upheld.filter { try !isDisprovedByItem($0) }
  }

  private func isDisprovedByItem(_ hint: QueryHint) throws -> Bool {
    // Only files are in folders. The search itself reports items that cannot be searched.
    guard let disproof = hint.disproof, !invocation.has("onlyin"), var items = try itemFinder(Query(disproof), report: { _ in }) else {
      return false
    }
    return items.count() > 0
  }

  func reportMissingDictionaries() {
    guard WordDictionaries.areMissing else { return }
    let advice = "install \(WordDictionaries.packageName)"
    tool.report("ICU's dictionaries are missing, so searches may miss Chinese, Japanese, Thai and similar words; \(advice)")
  }

  func itemFinder(_ query: Query, report: @escaping (String) -> Void = { FindTool.tool.report($0) }) throws -> ItemFinder? {
    // A live search is about files, and so is the index that `-store` names.
    if invocation.has("live") || invocation.has("store") { return nil }
    return ItemFinder(query, orderedBy: order, in: try environment.applications(), report: report)
  }

  /// - Parameters:
  ///   - own: The search in the user's index; `nil` if nothing of it is searched.
  ///   - items: The items that follow its files.
  ///   - system: The system's index, whose files follow the items.
  /// - Returns: Whether all files were read that had to be.
  func answer(_ search: Search, _ own: RepeatableSearch?, _ items: inout ItemFinder?, _ system: SystemFinder?) throws -> Bool {
    if invocation.has("duplicates") { return try printDuplicates(search, own, system) }
    if let number = hitToOpen {
      try open(hit: number, of: search, own, &items, system)
    } else if invocation.has("live") {
      guard let own else { return true }
      if try DaemonLock.holder(of: own.store.path) == nil {
        tool.report("no daemon keeps the index current; changes show when mds or mdimport runs")
      }
      try LiveSearch(
        search: own, printer: printer(highlighting: search.query.namedTexts), isCounting: invocation.has("count"),
        reprints: invocation.has("reprint")
      )
      .follow()
    } else if invocation.has("count") {
      let count = try (own?.count() ?? 0) + (items?.count() ?? 0)
      print(count: count + (system?.count(search, limit: limit.map { $0 - count }) ?? 0))
    } else {
      try printHits(search, own, &items, system)
    }
    return true
  }

  func print(count: Int) {
    var output = StandardOutput()
    output.write("\(min(count, limit ?? .max))\n")
    output.flush()
  }

  private func checkOptions() {
    if invocation.has("literal"), invocation.has("interpret") { tool.exitForWrongUse("-literal and -interpret cannot be combined") }
    if invocation.has("s"), !invocation.operands.isEmpty { tool.exitForWrongUse("-s and a query cannot be combined") }
    if let option = ["list-searches", "delete-search", "complete"].first(where: invocation.has),
      invocation.options.count > 1 || !invocation.operands.isEmpty
    {
      tool.exitForWrongUse("-\(option) cannot be combined with other options or a query")
    }
    if invocation.has("context"), !isRanked {
      if let option = ["count", "live", "save"].first(where: invocation.has) {
        tool.exitForWrongUse("-context and -\(option) cannot be combined")
      }
      if typedWords == nil { tool.exitForWrongUse("-context needs words to look for in texts") }
    }
    if invocation.has("duplicates"), let option = Self.optionsWithoutDuplicates.first(where: invocation.has) {
      tool.exitForWrongUse("-duplicates and -\(option) cannot be combined")
    }
    if invocation.has("like"), let option = Self.optionsWithoutLike.first(where: invocation.has) {
      tool.exitForWrongUse("-like and -\(option) cannot be combined")
    }
    if isRanked, let option = ["count", "literal", "live", "s", "save", "sort", "unranked"].first(where: invocation.has) {
      tool.exitForWrongUse("-ranked and -\(option) cannot be combined")
    }
    if invocation.has("i"), let option = Self.optionsOfLists.first(where: invocation.has) {
      tool.exitForWrongUse("-i and -\(option) cannot be combined")
    }
    if let asked = ["hidden", "no-ignore"].first(where: invocation.has), let option = ["i", "like", "ranked"].first(where: invocation.has) {
      tool.exitForWrongUse("-\(asked) and -\(option) cannot be combined")
    }
    if invocation.has("context"), invocation.has("0") { tool.exitForWrongUse("-context and -0 cannot be combined") }
    if invocation.has("timeout"), !invocation.has("sync") { tool.exitForWrongUse("-timeout needs -sync") }
    // Also if there is no daemon to wait for.
    _ = timeout
    if invocation.has("reprint"), !invocation.has("live") { tool.exitForWrongUse("-reprint needs -live") }
    if let name = invocation.bytes("save"), !SavedSearch.isPlainName(name) {
      tool.exitForWrongUse("-save takes a plain name without '/' and control characters, not \(PrintableText.path(name))")
    }
    if hitToOpen != nil, let option = ["attr", "context", "count", "json", "live", "save", "0"].first(where: invocation.has) {
      tool.exitForWrongUse("-open and -\(option) cannot be combined")
    }
    if invocation.has("save"),
      let option = ["0", "attr", "color", "count", "hidden", "json", "limit", "live", "no-ignore", "reprint", "sort", "sync", "unranked"]
        .first(
          where: invocation.has)
    {
      tool.exitForWrongUse("-save and -\(option) cannot be combined: a saved search consists of a query and its folders")
    }
    if invocation.has("count"), let option = ["attr", "json"].first(where: invocation.has) {
      tool.exitForWrongUse("-count and -\(option) cannot be combined: only a number is printed")
    }
    if invocation.has("0"), let option = ["count", "json"].first(where: invocation.has) {
      tool.exitForWrongUse("-0 and -\(option) exclude each other")
    }
    if let when = invocation.text("color"), !["auto", "always", "never"].contains(when) {
      tool.exitForWrongUse("-color takes auto, always or never, not '\(when)'")
    }
    if let attribute = sortAttribute, !attribute.name.hasOrder {
      tool.exitForWrongUse("-sort: cannot sort by “\(attribute.title)”; use an attribute that holds text, a number or a date")
    }
    _ = limit
  }

  /// Options that concern a printed list, or a query that is no list of words.
  private static let optionsOfLists = [
    "attr", "color", "context", "count", "json", "literal", "live", "open", "ranked", "s", "save", "sort",
    "sync", "unranked",
  ]

  var limit: Int? { invocation.number("limit", atLeast: 0, of: tool) }

  var attributes: [RequestedAttribute] { invocation.all("attr").map { RequestedAttribute($0) } }

  private var sortAttribute: RequestedAttribute? {
    invocation.bytes("sort").map { RequestedAttribute(Array($0.first == UInt8(ascii: "-") ? $0.dropFirst() : $0[...])) }
  }

  var order: SearchOrder? {
    sortAttribute.map { SearchOrder(attribute: $0.name, isDescending: invocation.bytes("sort")?.first == UInt8(ascii: "-")) }
  }

  /// A misspelled attribute to sort by is an error, because hits would be in no useful order, and
  /// `-limit` would print arbitrary ones. A custom key that no document has yet, or an attribute of
  /// the schema that nothing records, is only reported.
  func checkOrder(in store: Store?, _ system: SystemFinder?) throws {
    guard let attribute = sortAttribute else { return }
    switch attribute.name {
    case .known(let key):
      if let hint = QueryHint(ifUnrecorded: key), try !upheld([hint], store, system).isEmpty { tool.report("\(hint)") }
    case .custom(let name):
      guard let hint = try upheld([QueryHint(unknownAttribute: name)], store, system).first else { return }
      let unknown = UnknownAttribute(name)
      // Custom keys contain the name of a program, as in com_example_key.
      let mayBeCustom = name.contains("_") && !unknown.isReserved && unknown.nearest == nil
      if !mayBeCustom { tool.exitForWrongUse("-sort: \(hint)") }
      tool.report("\(hint)")
    }
  }

  /// Whether a person reads the hits and has not said what of them.
  private var describesHits: Bool {
    StandardOutput.isTerminal && !["attr", "json", "0", "live"].contains(where: invocation.has)
  }

  /// - Parameters:
  ///   - texts: The texts to highlight in names.
  ///   - passages: Finds the passage to print after each hit.
  func printer(highlighting texts: [String], passages: HitPassages? = nil) -> HitPrinter {
    let isColored =
      switch invocation.text("color") {
      case "always": true
      case "never": false
      default: StandardOutput.isTerminal && environment.value(of: "NO_COLOR") == nil && environment.terminalHasColors
      }
    let isUncolored = invocation.has("0") || invocation.has("json") || !isColored
    return HitPrinter(
      attributes: attributes, isJSON: invocation.has("json"),
      terminator: invocation.has("0") ? 0 : UInt8(ascii: "\n"),
      painter: isUncolored
        ? nil
        : HitPainter(
          needles: texts, colors: environment.value(of: "LS_COLORS"), isForTerminal: StandardOutput.isTerminal),
      isForTerminal: StandardOutput.isTerminal, passages: passages, columns: describesHits ? StandardOutput.columns : nil)
  }
}

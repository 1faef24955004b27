// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Attributes
internal import CommandLine
package import Finders
internal import IndexStore
internal import KeyFiles
internal import LogMessages
internal import QueryLanguage
package import ShellSearch

/// Finds results in all indexes, and describes them. For one thread.
package final class Searcher {
  /// Maximum number of results for GNOME Shell, which shows the first few and the number of the others.
  package static let maximumCount = 100
  /// Maximum number of results whose rows are described at a time. GNOME Shell asks for five.
  package static let maximumRowCount = 500
  /// Maximum number of lists whose hits are kept: the one that is shown, and those before it while a person types.
  private static let maximumListCount = 3
  /// Time after which matches get no more passages: KRunner waits for the slowest runner.
  private static let passageTime = Duration.milliseconds(25)

  let indexes: IndexLookup
  private let memory: SharedMemory
  private let home: [UInt8]?
  private let languages: MessageLanguages
  private let folders: DataFolders
  /// The newest last. Each keeps its indexes open, and thereby the space of files that are removed meanwhile.
  private var lists: [List] = []

  private struct List {
    let hits: [ResultIdentifier: FoundHit]
    let results: InteractiveResults
  }

  package init(_ indexes: IndexLookup, _ memory: SharedMemory) {
    (self.indexes, self.memory) = (indexes, memory)
    let environment = indexes.environment
    home = try? AbsolutePath.home(in: environment)
    folders = DataFolders(environment.value(of:))
    languages = MessageLanguages(["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment.value(of:)).first ?? "")
  }

  // MARK: Searching

  /// Finds the best results, the best ones first.
  ///
  /// - Parameter isWanted: Whether somebody still waits for them.
  package func results(for query: ShellQuery, limit: Int = maximumCount, while isWanted: @escaping () -> Bool) -> [ResultIdentifier] {
    guard query.isSearchable else { return [] }
    let found = find(query, limit: limit, while: isWanted)
    if let problem = found.problem { indexes.reporter.report(problem) }
    return found.identifiers
  }

  /// What a search has found.
  package struct Found {
    /// The best ones first.
    package var identifiers: [ResultIdentifier] = []
    /// Whether there may be more.
    package var isLimited = false
    /// Whether a document in the user's indexes has all words as they were typed.
    package var hasAllWords = false
    /// What is wrong with an index.
    package var problem: String?
    /// What is wrong with a predicate, which may not be finished.
    package var queryProblem: String?
  }

  /// Finds the best results for a text, which may be a single letter: see ``LetterQuery``.
  ///
  /// - Parameter isWanted: Whether somebody still waits for them.
  package func find(_ query: ShellQuery, limit: Int, while isWanted: @escaping () -> Bool) -> Found {
    var found = Found()
    let problem = InteractiveSearch.Problem()
    let store = indexes.files()
    let items = indexes.applications.map { ItemFinder(Query(.constant(true)), orderedBy: nil, in: $0) { problem.message = $0 } }
    let letter = LetterQuery(query.text, in: store)
    let isPredicate = letter == nil ? QueryClassifier.isMeantAsPredicate : { _ in true }
    var search = InteractiveSearch(
      files: store.map { ($0, []) }, items: items, system: indexes.system(beside: store).map { ($0, []) }, named: [], limit: limit,
      problem: problem, isPredicate: isPredicate, explain: { _ in nil })
    (search.omitsPartialHits, search.isWanted) = (true, isWanted)
    let results = search.results(for: letter?.predicate ?? query.text, completing: false)
    // A predicate that is not finished is no problem of the index.
    if letter == nil, isPredicate(query.text) { found.queryProblem = results.message } else { found.problem = results.message }
    guard isWanted() else { return found }
    var (identifiers, hits): ([ResultIdentifier], [ResultIdentifier: FoundHit]) = ([], [:])
    for hit in results.hits where !isHiddenProgram(hit) {
      let identifier = ResultIdentifier(location: hit.path)
      // A shell takes results with equal identifiers for one.
      guard hits.updateValue(hit, forKey: identifier) == nil else { continue }
      identifiers.append(identifier)
    }
    lists.append(List(hits: hits, results: results))
    if lists.count > Self.maximumListCount { lists.removeFirst() }
    memory.remember(identifiers, for: query)
    (found.identifiers, found.isLimited, found.hasAllWords) = (identifiers, results.isLimited, results.hasAllWords)
    return found
  }

  /// Desktop entries that are not meant for people, as `mds` marks them.
  private func isHiddenProgram(_ hit: FoundHit) -> Bool {
    guard hit.path.suffix(8).elementsEqual(".desktop".utf8), let values = try? hit.values([.supportFileType]) else { return false }
    return values[0] != nil
  }

  package func matches(for query: ShellQuery, while isWanted: @escaping () -> Bool) -> [RunnerMatch] {
    let identifiers = results(for: query, limit: RunnerMatch.maximumCount * 2, while: isWanted).prefix(RunnerMatch.maximumCount)
    let end = ContinuousClock.now + Self.passageTime
    let rows = identifiers.map { identifier in row(of: identifier, withPassage: isWanted() && ContinuousClock.now < end) }
    return RunnerMatch.matches(of: rows, for: query)
  }

  /// Closes the indexes of the last results. Previews of these have no passages any more.
  package func forget() { lists = [] }

  // MARK: Rows

  /// The rows of identifiers, one for each.
  package func rows(_ identifiers: [String]) -> [ResultRow] {
    identifiers.map { identifier in ResultIdentifier(identifier).map { row(of: $0) } ?? ResultRow(unknown: identifier) }
  }

  /// The row of a result.
  package func row(of identifier: ResultIdentifier, withPassage: Bool = true) -> ResultRow {
    if let row = continuation(identifier) { return row }
    let (listed, results) = listed(identifier)
    guard let hit = listed ?? indexes.hit(identifier) else { return ResultRow(unknown: identifier.text) }
    // A row without a passage is better than none.
    let passage = withPassage ? (try? results?.passage(hit)) ?? nil : nil
    return row(of: hit, identifier, passage)
  }

  /// A result in one of the last lists, and this list.
  private func listed(_ identifier: ResultIdentifier) -> (FoundHit?, InteractiveResults?) {
    let list = lists.last { $0.hits[identifier] != nil }
    return (list?.hits[identifier], list?.results)
  }

  /// What a preview shows of a result besides its row; `nil` if no index has it any more.
  package func preview(of identifier: ResultIdentifier) -> HitPreview? {
    let (listed, results) = listed(identifier)
    guard let hit = listed ?? indexes.hit(identifier) else { return nil }
    return hit.preview(results?.passage ?? { _ in nil }, home: home)
  }

  private func row(of hit: FoundHit, _ identifier: ResultIdentifier, _ passage: Passage?) -> ResultRow {
    let title = hit.title(home: home)
    let types = (try? hit.values([.contentTypeTree]))?[0]?.elements.map { $0.plainText() } ?? []
    var row = ResultRow(
      identifier: identifier, kind: .file, name: PrintableText.line(title.name), details: PrintableText.line(title.details),
      place: title.place, icons: TypeIcons.names(forTypes: types),
      types: types, isRelated: hit.isRelated, passage: passage.map { PassageStart.of($0.text, match: $0.matches.first?.lowerBound) })
    if let item = ApplicationStore.item(at: hit.path) {
      let entry = DesktopEntry.of(item.store.bundle, in: folders, languages: languages)
      row.kind = .item(program: PrintableText.line(entry?.name ?? item.store.bundle))
      row.continuesSearches = entry?.opensResults ?? false
      row.place = ""
      row.icons = (entry?.icon.map { [$0] } ?? []) + (types.isEmpty ? ["application-x-executable"] : row.icons)
    } else if let entry = DesktopEntry.installed(at: hit.path, in: folders, languages: languages) {
      row.kind = .program
      if let name = entry.name { row.name = PrintableText.line(name) }
      (row.details, row.passage) = (PrintableText.line(entry.comment ?? ""), nil)
      row.icons = [entry.icon, "application-x-executable"].compactMap(\.self)
    }
    return row
  }

  // MARK: Searches in programs

  /// Maximum number of programs in which a search can be continued.
  private static let maximumContinuationCount = 2

  /// Searches that programs continue of which the last search has found items, the best first.
  package func continuations(of query: ShellQuery, _ results: [ResultIdentifier]) -> [ResultIdentifier] {
    var programs: [String] = []
    for case .item(let address) in results {
      guard programs.count < Self.maximumContinuationCount else { break }
      guard let item = ApplicationStore.item(at: Array(address.utf8)), !programs.contains(item.store.bundle) else { continue }
      if DesktopEntry.of(item.store.bundle, in: folders)?.opensResults == true { programs.append(item.store.bundle) }
    }
    return programs.map { .item("\(ResultURL.search(query.text, program: $0))") }
  }

  /// The row of a search that a program continues; `nil` for another result.
  private func continuation(_ identifier: ResultIdentifier) -> ResultRow? {
    guard case .item(let address) = identifier, case .search(let text, let program)? = ResultURL(address) else { return nil }
    guard let entry = DesktopEntry.of(program, in: folders, languages: languages) else { return ResultRow(unknown: identifier.text) }
    return ResultRow(
      identifier: identifier, kind: .continuation, name: "Search in \(PrintableText.line(entry.name ?? program))",
      details: PrintableText.line(text), icons: [entry.icon, "edit-find"].compactMap(\.self))
  }
}

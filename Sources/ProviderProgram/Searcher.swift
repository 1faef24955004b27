// SPDX-License-Identifier: Apache-2.0

import Applications
import Attributes
import CommandLine
import Finders
import IndexStore
import KeyFiles
import LogMessages
import QueryLanguage
import ShellSearch
import Synchronization

/// Finds results in all indexes, and describes them. For one thread.
final class Searcher {
  /// Maximum number of results for GNOME Shell, which shows the first few and the number of the others.
  static let maximumCount = 100
  /// Maximum number of results whose rows are described at a time. GNOME Shell asks for five.
  static let maximumRowCount = 500
  /// Maximum number of lists whose hits are kept: the one that is shown, and those before it while a person types.
  private static let maximumListCount = 3
  /// Time after which matches get no more passages: KRunner waits for the slowest runner.
  private static let passageTime = Duration.milliseconds(25)

  private let indexes: IndexLookup
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

  init(_ indexes: IndexLookup, _ memory: SharedMemory) {
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
  func results(for query: ShellQuery, limit: Int = maximumCount, while isWanted: @escaping () -> Bool) -> [ResultIdentifier] {
    guard query.isSearchable else { return [] }
    let problem = InteractiveSearch.Problem()
    let store = indexes.files()
    let items = indexes.applications.map { ItemFinder(Query(.constant(true)), orderedBy: nil, in: $0) { problem.message = $0 } }
    let isPredicate = QueryClassifier.isMeantAsPredicate
    var search = InteractiveSearch(
      files: store.map { ($0, []) }, items: items, system: indexes.system(beside: store).map { ($0, []) }, named: [], limit: limit,
      problem: problem, isPredicate: isPredicate, explain: { _ in nil })
    (search.omitsPartialHits, search.isWanted) = (true, isWanted)
    let results = search.results(for: query.text, completing: false)
    // A predicate that is not finished is no problem of the index.
    if let message = results.message, !isPredicate(query.text) { indexes.reporter.report(message) }
    guard isWanted() else { return [] }
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
    return identifiers
  }

  /// Desktop entries that are not meant for people, as `mds` marks them.
  private func isHiddenProgram(_ hit: FoundHit) -> Bool {
    guard hit.path.suffix(8).elementsEqual(".desktop".utf8), let values = try? hit.values([.supportFileType]) else { return false }
    return values[0] != nil
  }

  func matches(for query: ShellQuery, while isWanted: @escaping () -> Bool) -> [RunnerMatch] {
    let identifiers = results(for: query, limit: RunnerMatch.maximumCount * 2, while: isWanted).prefix(RunnerMatch.maximumCount)
    let end = ContinuousClock.now + Self.passageTime
    let rows = identifiers.map { identifier in row(of: identifier, withPassage: isWanted() && ContinuousClock.now < end) }
    return RunnerMatch.matches(of: rows, for: query)
  }

  // MARK: Rows

  /// The rows of identifiers, one for each.
  func rows(_ identifiers: [String]) -> [ResultRow] {
    identifiers.map { identifier in ResultIdentifier(identifier).map { row(of: $0) } ?? ResultRow(unknown: identifier) }
  }

  private func row(of identifier: ResultIdentifier, withPassage: Bool = true) -> ResultRow {
    let list = lists.last { $0.hits[identifier] != nil }
    guard let hit = list?.hits[identifier] ?? indexes.hit(identifier) else { return ResultRow(unknown: identifier.text) }
    // A row without a passage is better than none.
    let passage = withPassage ? (try? list?.results.passage(hit)) ?? nil : nil
    return row(of: hit, identifier, passage)
  }

  private func row(of hit: FoundHit, _ identifier: ResultIdentifier, _ passage: Passage?) -> ResultRow {
    let title = hit.title(home: home)
    let types = (try? hit.values([.contentTypeTree]))?[0]?.elements.map { $0.plainText() } ?? []
    var row = ResultRow(
      identifier: identifier, kind: .file, name: PrintableText.line(title.name), details: PrintableText.line(title.details),
      place: title.place, icons: TypeIcons.names(forTypes: types),
      passage: passage.map { PassageStart.of($0.text, match: $0.matches.first?.lowerBound) })
    if let item = ApplicationStore.item(at: hit.path) {
      let entry = DesktopEntry.of(item.store.bundle, in: folders, languages: languages)
      row.kind = .item(program: PrintableText.line(entry?.name ?? item.store.bundle))
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
}

/// The lists of results that one thread finds, and from which another one opens results.
final class SharedMemory: Sendable {
  private let memory = Mutex(ResultMemory())

  func remember(_ results: [ResultIdentifier], for query: ShellQuery) { memory.withLock { $0.remember(results, for: query) } }

  func choice(of result: ResultIdentifier, for query: ShellQuery?) -> ResultMemory.Choice? {
    memory.withLock { $0.choice(of: result, for: query) }
  }

  func best(for query: ShellQuery) -> ResultIdentifier? { memory.withLock { $0.best(for: query) } }
}

// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import IndexStore
package import QueryLanguage
internal import SystemSearch
internal import TextAnalysis
internal import UniformTypeIdentifiers

/// What a text that is being typed leads to.
package struct InteractiveResults {
  /// Files of the system's index have the values of ``FoundHit/previewedAttributes``.
  package var hits: [FoundHit] = []
  /// Texts that continue what was typed.
  package var completions: [String] = []
  /// Whether there may be more hits.
  package var isLimited = false
  /// Whether a document in the user's indexes has all words as they were typed.
  package var hasAllWords = false
  /// Why there are no results, for example because a keyword has no value yet.
  package var message: String?
  /// Finds the passage of a hit for the words.
  package var passage: (FoundHit) throws(StoreError) -> Passage? = { _ in nil }

  package init() {}
}

/// Searches the index of files, those of programs and that of the system while a text is being typed.
package struct InteractiveSearch {
  /// `nil` if the user has no index of files.
  private let files: Store?
  /// The folders to search; empty to search everywhere, `nil` to search no files.
  private let folders: [[UInt8]]?
  /// The folders of the user, of which some may be only in the system's index; empty to search everywhere.
  private let systemFolders: [[UInt8]]
  private let items: ItemFinder?
  private let system: SystemFinder?
  private let names: [Predicate]
  private let limit: Int
  private let problem: Problem
  /// Why no search finds the items of some program.
  private let lastingProblem: String?
  /// Whether a text is meant as a predicate.
  private let isPredicate: (String) -> Bool
  /// Why a query finds nothing, as far as that is known.
  private let explain: (Query) throws -> String?

  /// Why the items of a program or the system's index cannot be searched. Their finders set it.
  package final class Problem {
    package var message: String?

    package init() {}
  }

  /// Whether hits that lack some of the words are left out, unless there are no others.
  package var omitsPartialHits = false
  /// Whether anybody still waits for the results. Asked between two indexes; afterwards, hits are missing.
  package var isWanted: () -> Bool = { true }

  /// Number of completions that are offered.
  private static let completionCount = 6

  package init(
    files: (store: Store, folders: [[UInt8]]?)?, items: ItemFinder?, system: (finder: SystemFinder, folders: [[UInt8]])?,
    named names: [Predicate], limit: Int, problem: Problem, isPredicate: @escaping (String) -> Bool,
    explain: @escaping (Query) throws -> String?
  ) {
    (self.files, folders, self.items) = (files?.store, files?.folders, items)
    (self.system, systemFolders) = (system?.finder, system?.folders ?? [])
    (self.names, self.limit, self.problem, lastingProblem) = (names, limit, problem, problem.message)
    (self.isPredicate, self.explain) = (isPredicate, explain)
  }

  /// - Parameter isCompleting: Whether completions are wanted.
  package func results(for text: String, completing isCompleting: Bool) -> InteractiveResults {
    var results = InteractiveResults()
    guard text.contains(where: { !$0.isWhitespace }) else { return results }
    problem.message = lastingProblem
    do {
      let query = isPredicate(text) ? try find(predicate: text, &results) : try find(words: text, &results)
      results.message = results.message ?? problem.message
      // What is odd about a text with results is probably about to change.
      if results.hits.isEmpty, results.message == nil { results.message = try explain(query) }
      results.isLimited = results.hits.count == limit
    } catch let error as QuerySyntaxError {
      results.message = error.message
    } catch {
      results.message = "\(error)"
    }
    if isCompleting { results.completions = completions(of: text) }
    return results
  }

  /// - Returns: The condition that every hit satisfies, with the hints of the text.
  private func find(words text: String, _ results: inout InteractiveResults) throws -> Query {
    let typed = RankedText(parsing: text, in: .current())
    let filter = Query(.all([typed.filter.predicate] + names), hints: typed.filter.hints)
    var finder = RankedFinder(typed, for: text, where: filter, limit: limit)
    if let files, let folders { finder.addFiles(of: files, within: folders) }
    var items = items
    items?.forEachStore { name, store throws(StoreError) in
      if isWanted() { try finder.addItems(of: store, name) }
    }
    if let system, isWanted() {
      let found = system.best(
        typed, where: filter, folders: systemFolders, limit: limit, attributes: Self.previewedAttributes, passages: false)
      finder.add(found)
    }
    results.hits = finder.best(omittingPartial: omitsPartialHits).flatMap(\.hits)
    let passages = HitPassages(finder.query)
    results.passage = { [system] hit throws(StoreError) in
      switch hit {
      case .stored(let hit, let store): try passages.passage(of: hit, in: store)
      case .system(let hit): system?.passage(of: hit.path, for: typed.words)
      }
    }
    results.hasAllWords = finder.hasAllWords
    results.message = finder.damage.first?.description
    return Query(.all([typed.query.predicate] + names), hints: typed.filter.hints)
  }

  /// Hits in the order of `mdfind` without `-i`.
  private func find(predicate text: String, _ results: inout InteractiveResults) throws -> Query {
    let typed = try Query(parsing: text)
    let query = Query(.all([typed.predicate] + names), hints: typed.hints)
    if let files, let folders {
      let search = RepeatableSearch(store: files, query: query, folders: folders, order: nil, limit: limit)
      results.hits += try search.hits().hits().map { .stored($0, files) }
    }
    if var items {
      items.query = query
      for found in items.found(limit: limit - results.hits.count) { results.hits += found.hits.map { .stored($0, found.store) } }
    }
    let search = Search(query: query, folders: systemFolders)
    system?.find(search, order: nil, limit: max(0, limit - results.hits.count), attributes: Self.previewedAttributes) { hits in
      results.hits += hits.map { .system($0) }
    }
    results.hits = Array(results.hits.prefix(limit))
    return query
  }

  private static let previewedAttributes = FoundHit.previewedAttributes.map { AttributeName.known($0) }

  // MARK: Completions

  /// What continues the text: keywords and their values, and what else belongs to the language of queries; then words and titles
  /// of documents. Those that differ from the text and from each other only in case are left out. The best of each index come before the
  /// second best.
  package func completions(of text: String) -> [String] {
    var lists: [[Completion]] = []
    // If an index cannot be read, the search says why.
    if let files, let found = try? files.completions(of: text, limit: Self.completionCount) { lists.append(found) }
    var items = items
    items?.forEachStore { _, store throws(StoreError) in lists.append(try store.completions(of: text, limit: Self.completionCount)) }
    var seen: Set = [text.lowercased()]
    let found = (0..<Self.completionCount).flatMap { place in lists.compactMap { $0.dropFirst(place).first?.text } }
    let all = syntaxCompletions(of: text) + found
    return Array(all.filter { seen.insert($0.lowercased()).inserted }.prefix(Self.completionCount))
  }

  /// Keywords from their second letter on, since most texts are words; values of a keyword; and in a predicate, attributes and operators.
  private func syntaxCompletions(of text: String) -> [String] {
    let completion = QueryCompletion(of: text, types: TypeDatabase.declaredTypes.map { QueryCompletion.Candidate($0.identifier, $0.name) })
    let isPredicate = isPredicate(text)
    let start = text.dropLast(completion.fragment.count)
    guard isPredicate || start.last == ":" || completion.fragment.count > 1 else { return [] }
    // A keyword has no space behind it; every candidate that has is an attribute with an operator.
    let candidates = completion.candidates.map(\.text).filter { isPredicate || start.last == ":" || $0.last == ":" }
    return candidates.prefix(Self.completionCount).map { start + $0 }
  }
}

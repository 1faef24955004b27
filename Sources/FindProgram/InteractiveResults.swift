// SPDX-License-Identifier: Apache-2.0

import Attributes
import IndexStore
import QueryLanguage
import SystemSearch
import TextAnalysis

/// What a text that is being typed leads to.
struct InteractiveResults {
  /// Files of the system's index have the values of ``FoundHit/previewedAttributes``.
  var hits: [FoundHit] = []
  /// Texts that continue what was typed.
  var completions: [Completion] = []
  /// Whether there may be more hits.
  var isLimited = false
  /// Why there are no results, for example because a keyword has no value yet.
  var message: String?
  /// Finds the passage of a hit for the words.
  var passage: (FoundHit) throws(StoreError) -> Passage? = { _ in nil }
}

/// Searches the index of files, those of programs and that of the system while a text is being typed.
struct InteractiveSearch {
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

  /// Why the items of a program or the system's index cannot be searched. Their finders set it.
  final class Problem {
    var message: String?
  }

  /// Number of completions that are offered.
  private static let completionCount = 6

  init(
    files: (store: Store, folders: [[UInt8]]?)?, items: ItemFinder?, system: (finder: SystemFinder, folders: [[UInt8]])?,
    named names: [Predicate], limit: Int, problem: Problem
  ) {
    (self.files, folders, self.items) = (files?.store, files?.folders, items)
    (self.system, systemFolders) = (system?.finder, system?.folders ?? [])
    (self.names, self.limit, self.problem, lastingProblem) = (names, limit, problem, problem.message)
  }

  /// - Parameter isCompleting: Whether completions are wanted.
  func results(for text: String, completing isCompleting: Bool) -> InteractiveResults {
    var results = InteractiveResults()
    guard text.contains(where: { !$0.isWhitespace }) else { return results }
    problem.message = lastingProblem
    do {
      let typed = RankedText(parsing: text, in: .current())
      let filter = Query(.all([typed.filter.predicate] + names))
      var finder = RankedFinder(typed, for: text, where: filter, limit: limit)
      if let files, let folders { finder.addFiles(of: files, within: folders) }
      var items = items
      items?.forEachStore { name, store throws(StoreError) in try finder.addItems(of: store, name) }
      if let system {
        let attributes = FoundHit.previewedAttributes.map { AttributeName.known($0) }
        finder.add(system.best(typed, where: filter, folders: systemFolders, limit: limit, attributes: attributes, passages: false))
      }
      results.hits = finder.best().flatMap(\.hits)
      let passages = HitPassages(finder.query)
      results.passage = { [system] hit throws(StoreError) in
        switch hit {
        case .stored(let hit, let store): try passages.passage(of: hit, in: store)
        case .system(let hit): system?.passage(of: hit.path, for: typed.words)
        }
      }
      results.message = finder.damage.first?.description ?? problem.message
      // What is odd about a text with results is probably about to change.
      if results.hits.isEmpty { results.message = results.message ?? typed.filter.hints.first { $0.disproof == nil }?.message }
      results.isLimited = results.hits.count == limit
      if isCompleting { results.completions = try completions(of: text) }
    } catch {
      results.message = "\(error)"
    }
    return results
  }

  /// Completions that differ from the text and from each other in more than case. The best of each
  /// index come before the second best.
  private func completions(of text: String) throws(StoreError) -> [Completion] {
    var lists: [[Completion]] = []
    if let files { lists.append(try files.completions(of: text, limit: Self.completionCount)) }
    var items = items
    items?.forEachStore { _, store throws(StoreError) in lists.append(try store.completions(of: text, limit: Self.completionCount)) }
    var seen: Set = [text.lowercased()]
    let all = (0..<Self.completionCount).flatMap { place in lists.compactMap { $0.dropFirst(place).first } }
    return Array(all.filter { seen.insert($0.text.lowercased()).inserted }.prefix(Self.completionCount))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import DesktopSearch
import Finders
import IndexStore
import LogMessages
import QueryLanguage

/// What a program is told of a search.
struct ProgramHits: Sendable {
  /// A dictionary for each hit.
  var hits: [[String: AttributeValue]] = []
  /// Whether there may be more.
  var isTruncated = false
  /// What is odd about the query, and why something was not searched.
  var notices: [String] = []
}

/// Searches all indexes for programs.
struct ProgramSearcher: Sendable {
  let indexes: IndexLookup

  /// - Parameter isWanted: Whether anybody waits for the answer.
  func hits(for query: ProgramQuery, while isWanted: @escaping () -> Bool) throws(ProviderError) -> ProgramHits {
    let condition = try query.query()
    let problem = InteractiveSearch.Problem()
    let store = files(problem)
    // Only files are in folders.
    let items = query.folders.isEmpty ? indexes.applications : nil
    var search = InteractiveSearch(
      files: store.map { ($0, query.folders) },
      items: items.map { ItemFinder(condition, orderedBy: nil, in: $0) { problem.message = $0 } },
      system: indexes.system(beside: store).map { ($0, query.folders) }, named: [], limit: query.limit, problem: problem,
      isPredicate: { _ in query.isPredicate }, explain: { _ in nil })
    (search.omitsPartialHits, search.isWanted) = (true, isWanted)
    let results = search.results(for: query.text, completing: false)
    var answer = ProgramHits(isTruncated: results.isLimited, notices: results.message.map { [$0] } ?? [])
    answer.notices += ((try? store?.upheld(condition.hints)) ?? condition.hints).map(\.message)
    answer.notices += store.map { unknownFolders(query.folders, $0) } ?? []
    for hit in results.hits where isWanted() {
      do throws(StoreError) {
        var members = try hit.members(attributes: query.attributes)
        if hit.isRelated { members["related"] = .boolean(true) }
        if query.wantsPassages, let passage = try results.passage(hit) { members.merge(passage.members) { $1 } }
        answer.hits.append(members)
      } catch {
        answer.notices.append("\(error)")
      }
    }
    return answer
  }

  private func files(_ problem: InteractiveSearch.Problem) -> Store? {
    do {
      return try Store.open(try indexes.environment.store(nil), .read)
    } catch {
      problem.message = "\(error)"
      return nil
    }
  }

  private func unknownFolders(_ folders: [[UInt8]], _ store: Store) -> [String] {
    folders.filter { folder in
      (try? store.read { snapshot throws(StoreError) in try snapshot.folderState(folder) }) == .unknown
    }.map { "\(PrintableText.path($0)): not in the index; mdimport adds it" }
  }
}

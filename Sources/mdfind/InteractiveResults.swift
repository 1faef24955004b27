import IndexStore
import QueryLanguage
import TextAnalysis

/// What a text that is being typed leads to.
struct InteractiveResults {
  /// A file or an item.
  struct Hit {
    let store: Store
    let hit: SearchHit
  }

  var hits: [Hit] = []
  /// Texts that continue what was typed.
  var completions: [Completion] = []
  /// Whether there may be more hits.
  var isLimited = false
  /// Why there are no results, for example because a keyword has no value yet.
  var message: String?
  /// Finds passages for the words.
  var passages: PassageFinder?
}

/// Searches the index of files and those of programs while a text is being typed.
struct InteractiveSearch {
  private let files: Store
  /// The folders to search; empty to search everywhere, `nil` to search no files.
  private let folders: [[UInt8]]?
  private let items: ItemFinder?
  private let names: [Predicate]
  private let limit: Int
  private let problem: Problem

  /// Why the items of a program cannot be searched. The finder of items sets it.
  final class Problem {
    var message: String?
  }

  /// Number of completions that are offered.
  private static let completionCount = 6

  init(files: Store, within folders: [[UInt8]]?, items: ItemFinder?, named names: [Predicate], limit: Int, problem: Problem) {
    (self.files, self.folders, self.items, self.names, self.limit) = (files, folders, items, names, limit)
    self.problem = problem
  }

  /// - Parameter isCompleting: Whether completions are wanted.
  func results(for text: String, completing isCompleting: Bool) -> InteractiveResults {
    var results = InteractiveResults()
    guard text.contains(where: { !$0.isWhitespace }) else { return results }
    do {
      let typed = try RankedText(parsing: text, in: .current())
      let query = RankedQuery(typed.words)
      var finder = RankedFinder(query, where: Query(.all([typed.filter.predicate] + names)), limit: limit)
      if let folders { finder.addFiles(of: files, within: folders) }
      var items = items
      items?.forEachStore { name, store throws(StoreError) in try finder.addItems(of: store, name) }
      results.hits = finder.best().flatMap { found -> [InteractiveResults.Hit] in
        // The system's index is not searched here.
        guard case .stored(let hits, let store) = found else { return [] }
        return hits.map { InteractiveResults.Hit(store: store, hit: $0) }
      }
      results.passages = PassageFinder(query)
      results.message = finder.damage.first?.description ?? problem.message
      results.isLimited = results.hits.count == limit
      if isCompleting { results.completions = try completions(of: text) }
    } catch let error as QuerySyntaxError {
      results.message = error.message
    } catch {
      results.message = "\(error)"
    }
    return results
  }

  /// Completions that differ from the text and from each other in more than case.
  private func completions(of text: String) throws(StoreError) -> [Completion] {
    var seen: Set = [text.lowercased()]
    return try files.completions(of: text, limit: Self.completionCount).filter { seen.insert($0.text.lowercased()).inserted }
  }
}

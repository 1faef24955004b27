// SPDX-License-Identifier: Apache-2.0

package import DesktopSearch
internal import Finders
package import ShellSearch
package import Threading

/// Searches on a thread of its own, so that keys never wait for an index. Only the last search and the last preview are of interest: a new one
/// takes the place of one that waits, and ends one that runs.
package final class SearchWorker: Sendable {
  /// Maximum number of results. More do not help to choose one, and each costs time to describe.
  package static let maximumCount = 50

  private struct Queue {
    var search: (number: SearchNumber, query: ShellQuery)?
    var preview: ResultIdentifier?
    /// Whether the state of the index is asked for.
    var isStateWanted = false
    /// The newest search, whose results are wanted.
    var newest = SearchNumber()

    /// What a person waits for most comes first.
    mutating func next() -> Work? {
      if let (number, query) = search.take() { return .search(number, query) }
      if let identifier = preview.take() { return .preview(identifier) }
      guard isStateWanted else { return nil }
      isStateWanted = false
      return .state
    }
  }

  private enum Work {
    case search(SearchNumber, ShellQuery)
    case preview(ResultIdentifier)
    case state
  }

  private let queue = Monitor(Queue())

  package init() {}

  /// Starts the thread, which ends with the process.
  ///
  /// - Parameter deliver: Called on the thread.
  package func start(_ indexes: IndexLookup, _ memory: SharedMemory, deliver: @escaping @Sendable (WorkerAnswer) -> Void)
    throws(ThreadError)
  {
    try Thread { [self] in
      let searcher = Searcher(indexes, memory)
      while true {
        switch queue.wait(until: { $0.next() }) {
        case .search(let number, let query): search(query, number, with: searcher, deliver)
        case .preview(let identifier): searcher.preview(for: identifier).map { deliver(.previewed($0)) }
        case .state: deliver(.index(indexes.state()))
        }
      }
    }.detach()
  }

  private func search(
    _ query: ShellQuery, _ number: SearchNumber, with searcher: Searcher, _ deliver: (WorkerAnswer) -> Void
  ) {
    let isWanted: @Sendable () -> Bool = { [queue] in queue.update(waking: { _ in false }) { $0.newest == number } }
    let found = searcher.find(query, limit: Self.maximumCount, while: isWanted)
    guard isWanted() else { return }
    let rows = found.identifiers.map { searcher.row(of: $0, withPassage: false) }
    deliver(
      .found(
        FoundRows(
          number: number, rows: rows, isLimited: found.isLimited, problem: found.problem, queryProblem: found.queryProblem)))
    guard isWanted() else { return }
    let suggestions = searcher.suggestions(for: query, found: rows.count, while: isWanted)
    if isWanted() { deliver(.suggested(number, suggestions)) }
  }

  /// - Parameter number: Greater than those of earlier searches.
  package func search(_ query: ShellQuery, _ number: SearchNumber) {
    queue.update {
      $0.search = (number, query)
      ($0.newest, $0.preview) = (number, nil)
    }
  }

  /// Nothing is searched for any more.
  package func cancel(_ number: SearchNumber) {
    queue.update(waking: { _ in false }) {
      $0.search = nil
      ($0.newest, $0.preview) = (number, nil)
    }
  }

  package func preview(_ identifier: ResultIdentifier) { queue.update { $0.preview = identifier } }

  package func reportState() { queue.update { $0.isStateWanted = true } }
}

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

  private static let firstText = "the"

  private struct Queue {
    typealias Instant = ContinuousClock.Instant

    var search: (number: SearchNumber, query: ShellQuery)?
    var preview: ResultIdentifier?
    var suggestions: (number: SearchNumber, query: ShellQuery, isCorrecting: Bool)?
    /// Whether the state of the index is asked for.
    var isStateWanted = false
    /// The newest search, whose results are wanted.
    var newest = SearchNumber()
    /// When its results were delivered.
    var delivery = Instant.now
    var isPrepared = false
    var isForgetting = false

    /// Time after the results for which nothing else is delivered, so that the frame with the results comes first.
    private static let previewDelay = Duration.milliseconds(25)
    /// The same for suggestions, which nobody reads between two keys.
    private static let suggestionDelay = Duration.milliseconds(90)

    /// What a person waits for most comes first.
    mutating func next() -> Monitor<Queue>.Finding<Work> {
      if let (number, query) = search.take() { return .met(.search(number, query)) }
      if isStateWanted {
        isStateWanted = false
        return .met(.state)
      }
      if isForgetting {
        isForgetting = false
        return .met(.forget)
      }
      let age = Instant.now - delivery
      if let identifier = preview {
        guard age >= Self.previewDelay else { return .unmet(lookAgainAfter: Self.previewDelay - age) }
        preview = nil
        return .met(.preview(identifier))
      }
      if let (number, query, isCorrecting) = suggestions {
        guard age >= Self.suggestionDelay else { return .unmet(lookAgainAfter: Self.suggestionDelay - age) }
        suggestions = nil
        return .met(.suggest(number, query, isCorrecting: isCorrecting))
      }
      if !isPrepared {
        guard age >= Self.suggestionDelay else { return .unmet(lookAgainAfter: Self.suggestionDelay - age) }
        isPrepared = true
        return .met(.prepare)
      }
      return .unmet(lookAgainAfter: nil)
    }
  }

  private enum Work {
    case search(SearchNumber, ShellQuery)
    case preview(ResultIdentifier)
    case suggest(SearchNumber, ShellQuery, isCorrecting: Bool)
    case state
    case prepare
    case forget
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
        switch queue.wait(waking: { _ in false }, until: { $0.next() }) {
        case .search(let number, let query): search(query, number, with: searcher, deliver)
        case .suggest(let number, let query, let isCorrecting):
          let suggestions = searcher.suggestions(for: query, correcting: isCorrecting) { self.isNewest(number) }
          if isNewest(number) { deliver(.suggested(number, suggestions)) }
        case .preview(let identifier): searcher.preview(for: identifier).map { deliver(.previewed($0)) }
        case .prepare:
          // The first search and suggestions of a process read what all need, which takes 100 ms in a large index.
          let query = ShellQuery(Self.firstText)
          _ = searcher.find(query, limit: 1) { true }
          _ = searcher.suggestions(for: query, correcting: true) { true }
        case .forget: searcher.forget()
        case .state: deliver(.index(indexes.state()))
        }
      }
    }.detach()
  }

  private func search(
    _ query: ShellQuery, _ number: SearchNumber, with searcher: Searcher, _ deliver: (WorkerAnswer) -> Void
  ) {
    let found = searcher.find(query, limit: Self.maximumCount) { self.isNewest(number) }
    guard isNewest(number) else { return }
    let rows = found.identifiers.map { searcher.row(of: $0, withPassage: false) }
    deliver(
      .found(
        FoundRows(
          number: number, rows: rows, isLimited: found.isLimited, problem: found.problem, queryProblem: found.queryProblem)))
    queue.update(waking: { _ in false }) {
      $0.delivery = .now
      if $0.newest == number { $0.suggestions = (number, query, isCorrecting: !found.hasAllWords) }
    }
  }

  private func isNewest(_ number: SearchNumber) -> Bool { queue.update(waking: { _ in false }) { $0.newest == number } }

  /// - Parameter number: Greater than those of earlier searches.
  package func search(_ query: ShellQuery, _ number: SearchNumber) {
    queue.update {
      $0.search = (number, query)
      ($0.newest, $0.preview, $0.suggestions) = (number, nil, nil)
    }
  }

  /// Nothing is searched for any more.
  package func cancel(_ number: SearchNumber) {
    queue.update(waking: { _ in false }) {
      $0.search = nil
      ($0.newest, $0.preview, $0.suggestions) = (number, nil, nil)
    }
  }

  package func preview(_ identifier: ResultIdentifier) { queue.update { $0.preview = identifier } }

  /// Releases the indexes of the last results, whose files would be kept on the disk for the hidden window.
  package func forget() { queue.update { $0.isForgetting = true } }

  package func reportState() { queue.update { $0.isStateWanted = true } }
}

// SPDX-License-Identifier: Apache-2.0

/// The last lists of results, which tell what a person has typed to choose one, and what the person has passed over.
package struct ResultMemory: Sendable {
  /// What precedes the choice of a result.
  package struct Choice: Hashable, Sendable {
    package var query: String
    /// The results before it, in their order.
    package var passed: [ResultIdentifier]

    package init(query: String, passed: [ResultIdentifier]) { (self.query, self.passed) = (query, passed) }
  }

  private struct List: Sendable {
    let query: String
    let results: [ResultIdentifier]
  }

  /// Maximum number of lists: a text is typed with a few keys, and the shown list is one of the last.
  static let maximumCount = 8

  /// The newest last.
  private var lists: [List] = []

  package init() {}

  /// Remembers a list, which takes the place of an earlier one for the same text.
  package mutating func remember(_ results: [ResultIdentifier], for query: ShellQuery) {
    lists.removeAll { $0.query == query.text }
    lists.append(List(query: query.text, results: results))
    if lists.count > Self.maximumCount { lists.removeFirst() }
  }

  /// The best result of a list; `nil` if the list is not remembered, or empty.
  package func best(for query: ShellQuery) -> ResultIdentifier? { lists.last { $0.query == query.text }?.results.first }

  /// - Parameter query: What was typed, if the shell has said so.
  /// - Returns: `nil` if no list has the result.
  package func choice(of result: ResultIdentifier, for query: ShellQuery?) -> Choice? {
    let found = lists.reversed().filter { $0.results.contains(result) }
    guard let list = found.first(where: { $0.query == query?.text }) ?? found.first else { return nil }
    return Choice(query: query?.text ?? list.query, passed: Array(list.results.prefix { $0 != result }))
  }
}

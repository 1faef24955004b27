// SPDX-License-Identifier: Apache-2.0

package import DesktopSearch
package import ShellSearch

/// Number of a search of the window, ascending.
package struct SearchNumber: Hashable, Sendable, Comparable {
  private var value: UInt64 = 0

  package init() {}

  package var next: SearchNumber {
    var next = self
    next.value += 1
    return next
  }

  package static func < (one: SearchNumber, other: SearchNumber) -> Bool { one.value < other.value }
}

/// The results of a search.
package struct FoundRows: Hashable, Sendable {
  package var number: SearchNumber
  /// The best ones first.
  package var rows: [ResultRow]
  /// Whether there may be more.
  package var isLimited: Bool
  /// What is wrong with an index, as a sentence.
  package var problem: String?
  /// What is wrong with a predicate, which may not be finished.
  package var queryProblem: String?

  package init(number: SearchNumber, rows: [ResultRow], isLimited: Bool = false, problem: String? = nil, queryProblem: String? = nil) {
    (self.number, self.rows, self.isLimited, self.problem) = (number, rows, isLimited, problem)
    self.queryProblem = queryProblem
  }
}

/// What the thread of searches tells the window.
package enum WorkerAnswer: Sendable {
  case found(FoundRows)
  case suggested(SearchNumber, [Suggestion])
  case previewed(Preview)
  case index(IndexState)
}

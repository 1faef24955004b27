// SPDX-License-Identifier: Apache-2.0

package import ShellSearch

/// A line of the list of results.
package struct ListEntry: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case result(ResultRow)
    /// Shows the rest of a group.
    case more(count: Int)
  }

  package let group: ResultGroup
  /// Whether the heading of the group stands above the entry.
  package let isFirst: Bool
  package let content: Content

  package var row: ResultRow? { if case .result(let row) = content { row } else { nil } }

  /// Maximum number of results of a group that is not expanded. With fewer, the rest would take no less room than its entry.
  static let maximumCount = 5

  /// Groups results: the best one, then the groups in the order of their best results.
  ///
  /// - Parameters:
  ///   - rows: The best first.
  ///   - expanded: Groups that are shown as a whole.
  package static func entries(of rows: [ResultRow], expanding expanded: Set<ResultGroup> = []) -> [ListEntry] {
    guard let best = rows.first else { return [] }
    var (order, grouped): ([ResultGroup], [ResultGroup: [ResultRow]]) = ([], [:])
    for row in rows.dropFirst() {
      let group = ResultGroup(row)
      if grouped[group] == nil { order.append(group) }
      grouped[group, default: []].append(row)
    }
    var entries = [ListEntry(group: .best, isFirst: true, content: .result(best))]
    for group in order {
      let rows = grouped[group] ?? []
      let isWhole = expanded.contains(group) || rows.count <= maximumCount + 1
      let shown = isWhole ? rows[...] : rows.prefix(maximumCount)
      for (index, row) in shown.enumerated() { entries.append(ListEntry(group: group, isFirst: index == 0, content: .result(row))) }
      if !isWhole { entries.append(ListEntry(group: group, isFirst: false, content: .more(count: rows.count - shown.count))) }
    }
    return entries
  }
}

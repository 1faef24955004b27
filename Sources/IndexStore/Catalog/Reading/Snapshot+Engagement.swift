// SPDX-License-Identifier: Apache-2.0

internal import LMDB

extension Snapshot {
  /// The documents that were chosen after queries like this one, with values from 0 to 1.
  ///
  /// A choice after the same text counts fully; after a text that begins with it, in proportion to
  /// its length, up to half; after a shorter text that it begins with, a quarter. So a choice also
  /// helps while the person is still typing.
  ///
  /// - Parameter time: Seconds since 1970.
  /// - Complexity: O(rows), at most ``EngagementRow/maximumCount``, 0.2 µs each.
  package func engagement(with query: String, at time: Int64) throws(StoreError) -> [DocumentID: Double] {
    let typed = EngagementRow.folded(query)
    var sums: [DocumentID: Double] = [:]
    try forEachEngagement { document, recorded, row in
      guard document.rawValue != 0 else { return }
      let share: Double =
        if recorded == typed {
          1
        } else if recorded.starts(with: typed) {
          typed.isEmpty ? 0.25 : 0.5 * Double(typed.count) / Double(recorded.count)
        } else if recorded.count >= 2, typed.starts(with: recorded) {
          0.25
        } else {
          0
        }
      if share > 0 { sums[document, default: 0] += share * row.weight(at: time) }
    }
    return sums.mapValues { $0 / ($0 + 1) }
  }

  /// Suggestions that the person has chosen, and queries after which something was chosen, that
  /// begin with a text; the most used first.
  package func engagedTexts(beginningWith text: String, at time: Int64) throws(StoreError) -> [String] {
    let typed = EngagementRow.folded(text)
    var weights: [[UInt8]: (text: String, weight: Double)] = [:]
    try forEachEngagement { _, recorded, row in
      guard recorded.count > typed.count, recorded.starts(with: typed) else { return }
      weights[recorded, default: (row.text, 0)].weight += row.weight(at: time)
    }
    return weights.values.sorted { ($1.weight, $0.text) < ($0.weight, $1.text) }.map(\.text)
  }

  func forEachEngagement(_ body: (DocumentID, [UInt8], EngagementRow) -> Void) throws(StoreError) {
    guard content == .items else { return }
    let cursor = try transaction.cursor(.engagement)
    var found = try cursor.first()
    while found {
      let key = cursor.keyBytes
      body(DocumentID(rawValue: cursor.key.uint64(at: 0)), Array(key[8...]), try EngagementRow(cursor.value))
      found = try cursor.next()
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import LMDB

extension WriteTransaction {
  /// Changes the weight of a document for a query.
  func addEngagement(_ weight: Double, _ document: DocumentID, _ query: [UInt8], _ text: String) throws(StoreError) {
    let key = EngagementRow.key(document, query)
    var new = weight
    if let value = try snapshot.transaction.value(.engagement, bytes: key) { new += try EngagementRow(value).weight(at: pending.now) }
    // Differences of rounding are not a weight.
    guard new > 0.001 else {
      try remove(.engagement, bytes: key)
      return
    }
    try put(.engagement, bytes: key, EngagementRow(weight: new, at: pending.now, text: String(text.prefix(200))).encoded())
  }

  /// Removes rows with little weight when there are too many.
  func limitEngagement() throws(StoreError) {
    guard try snapshot.transaction.size(of: .engagement).entries > EngagementRow.maximumCount else { return }
    var rows: [(key: [UInt8], weight: Double)] = []
    try snapshot.forEachEngagement { document, query, row in
      rows.append((EngagementRow.key(document, query), row.weight(at: pending.now)))
    }
    rows.sort { $0.weight > $1.weight }
    // More than necessary, so that the next choices need not do this again.
    let kept = rows.prefix(EngagementRow.maximumCount * 9 / 10).prefix { $0.weight >= EngagementRow.leastWeight }
    for row in rows[kept.endIndex...] { try remove(.engagement, bytes: row.key) }
  }

  /// Removes what was recorded about a document.
  func forgetEngagement(with document: DocumentID) throws(StoreError) {
    let prefix = EngagementRow.key(document, [])
    while true {
      let key: [UInt8]
      do {
        let cursor = try snapshot.transaction.cursor(.engagement)
        guard try cursor.seek(Key(document)), cursor.keyBytes.starts(with: prefix) else { return }
        key = cursor.keyBytes
      }
      try remove(.engagement, bytes: key)
    }
  }
}

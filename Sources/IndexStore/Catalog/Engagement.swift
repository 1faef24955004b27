// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Glibc
internal import LMDB
internal import TextAnalysis

/// What a person did with the results of a query.
package struct Engagement: Sendable {
  package enum Kind: Sendable {
    /// Opened the result.
    case select
    /// Looked at it, for example in a preview.
    case focus
  }

  /// What the person had typed.
  package var query: String
  /// The result.
  package var item: String
  /// The results that were listed before it, which the person passed over.
  package var passed: [String]
  package var kind: Kind

  package init(query: String, item: String, passed: [String], kind: Kind) {
    self.query = query
    self.item = item
    self.passed = passed
    self.kind = kind
  }

  /// The weight of the result: the more results the person passed over, the more the choice says.
  fileprivate var weight: Double {
    switch kind {
    case .select: Double(min(passed.count + 1, 5)) / 2 + 0.5
    case .focus: 0.3
    }
  }

  /// The weight that each of the nearest passed results loses.
  fileprivate static let lossOfPassed = (weight: 0.1, count: 20)
}

/// A row of ``CatalogTable/engagement``: how often, and how long ago, a document was chosen after a
/// query. Its key is the DocumentID and the query, so that the rows go with the document. Number 0
/// stands for the choice of a suggestion.
///
/// All weights halve in the same time. The row has the time at which the weight will have decayed to
/// 1, so that it need not be rewritten, as in Firefox's ranking.
struct EngagementRow {
  /// Seconds since 1970.
  var unity: Double
  /// What was typed, or the suggestion.
  var text: String

  /// Thirty days, as in Firefox.
  static let halfLife = 30.0 * 86_400
  /// Rows of the store above which those with the least weight are removed.
  static let maximumCount = 10_000
  /// Below this weight, about 90 days after one choice, a row is removed.
  static let leastWeight = 0.1

  func weight(at time: Int64) -> Double { pow(2, (unity - Double(time)) / Self.halfLife) }

  init(weight: Double, at time: Int64, text: String) {
    unity = Double(time) + log2(weight) * Self.halfLife
    self.text = text
  }

  init(_ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      unity = Double(bitPattern: try reader.uint64())
      text = try reader.string()
    } catch {
      throw .damaged(.engagement, "an engagement", error)
    }
  }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(fixed: unity.bitPattern)
    writer.append(string: text)
    return writer.sealed()
  }

  static func key(_ document: DocumentID, _ query: [UInt8]) -> [UInt8] { unsafe Key(document).withBytes { unsafe [UInt8]($0) } + query }

  /// The form of a query under which choices are recorded: without case, accents and spaces around
  /// it, at most 200 bytes.
  static func folded(_ query: String) -> [UInt8] {
    var folded: [UInt8] = []
    let words = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    foldUTF8(Array(words.utf8).span, .all, into: &folded)
    return Array(folded.prefix(200))
  }
}

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

  fileprivate func forEachEngagement(_ body: (DocumentID, [UInt8], EngagementRow) -> Void) throws(StoreError) {
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

extension Store {
  /// Records what a person did with the results of a query. It survives a power failure.
  ///
  /// Does nothing if the store does not have the item.
  package func record(_ engagement: Engagement) throws(StoreError) {
    try recordDurably { transaction throws(StoreError) in
      let time = transaction.pending.now
      guard let chosen = try transaction.snapshot.reference(ofItem: engagement.item, at: time) else { return }
      let query = EngagementRow.folded(engagement.query)
      for identifier in engagement.passed.suffix(Engagement.lossOfPassed.count) {
        guard let passed = try transaction.snapshot.reference(ofItem: identifier, at: time), passed != chosen else { continue }
        try transaction.addEngagement(-Engagement.lossOfPassed.weight, passed.document, query, engagement.query)
      }
      try transaction.addEngagement(engagement.weight, chosen.document, query, engagement.query)
    }
  }

  /// Records that a person chose a suggestion, so that it is suggested again.
  package func record(chosenSuggestion text: String) throws(StoreError) {
    try recordDurably { transaction throws(StoreError) in
      try transaction.addEngagement(1, DocumentID(rawValue: 0), EngagementRow.folded(text), text)
    }
  }

  private func recordDurably(_ body: (borrowing WriteTransaction) throws(StoreError) -> Void) throws(StoreError) {
    // Nothing that a search finds has changed, only the order.
    try commit(announcing: false) { transaction throws(StoreError) in
      try body(transaction)
      try transaction.limitEngagement()
    }
    try flush()
  }
}

extension WriteTransaction {
  /// Changes the weight of a document for a query.
  fileprivate func addEngagement(_ weight: Double, _ document: DocumentID, _ query: [UInt8], _ text: String) throws(StoreError) {
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
  fileprivate func limitEngagement() throws(StoreError) {
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

// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import TextAnalysis

/// The documents that contain all phrases of a query, each phrase in the text or in one of the
/// ranked fields.
struct PhraseMatches {
  /// For each text segment, the documents with all phrases in their texts.
  let texts: [OrdinalSet]
  /// The rows of ``FieldMatches`` with all phrases.
  let rows: Set<Int>

  /// Returns `nil` if there are no phrases.
  ///
  /// - Complexity: A search for each phrase, and reading a row of the catalog for each document with
  ///   its words in the fields.
  init?(
    _ phrases: [RankedQuery.Phrase], in matching: RankedMatching, _ source: RankedSource, _ snapshot: borrowing Snapshot
  ) throws(StoreError) {
    if phrases.isEmpty { return nil }
    var texts = matching.texts.map { OrdinalSet(all: $0.reader.documentCount) }
    var rows = Set(0..<(try matching.rows().fields.count))
    for phrase in phrases {
      let found = try matching.texts.map { text throws(StoreError) in
        try translatingSegmentErrors { () throws(SegmentError) in try text.reader.textMatches(phrase.pattern) }
      }
      texts = zip(texts, found).map { $0.intersection($1) }
      rows = try Self.rows(with: phrase, among: rows, in: matching, found, source, snapshot)
    }
    self.texts = texts
    self.rows = rows
  }

  private static func rows(
    with phrase: RankedQuery.Phrase, among rows: Set<Int>, in matching: RankedMatching, _ found: [OrdinalSet],
    _ source: RankedSource, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> Set<Int> {
    let fields = try matching.rows().fields
    var kept = try matching.rows(withTexts: found).intersection(rows)
    try snapshot.withView { view throws(StoreError) in
      var reader = try DocumentRows(snapshot)
      let words = matching.forms.indices.filter { phrase.words >> UInt64($0) & 1 != 0 }
      let withWords = fields.table.rows(of: matching.fields.documents(withAll: words))
      let candidates = rows.filter { row in !kept.contains(row) && withWords.contains(row) }.sorted()
      let references = try source.references(of: candidates.map { fields.documents[$0] })
      for (row, reference) in zip(candidates, references) {
        guard let reference, try reader.withRow(of: reference, in: snapshot, { view.look(at: $0) }) != nil else { continue }
        var hasPhrase = false
        try view.forEachRankedText { _, text in if !hasPhrase { hasPhrase = phrase.pattern.matches(text) } }
        if hasPhrase { kept.insert(row) }
      }
    }
    return kept
  }
}

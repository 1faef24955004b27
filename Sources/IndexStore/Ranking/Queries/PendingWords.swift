// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import TextAnalysis

/// The words in the fields of pending documents, which no segment has.
struct PendingWords {
  private(set) var references: [DocumentReference] = []
  /// For each term, the documents that have it, as indices in ``references``.
  private(set) var documents: [[UInt8]: [(index: Int, field: RankedField)]] = [:]
  /// The names and titles, with indices in ``references``.
  private(set) var titles: [(index: Int, field: RankedField, text: String)] = []

  /// - Complexity: O(*n*), *n* = words of the documents.
  init(_ pending: [DocumentReference], in snapshot: borrowing Snapshot) throws(StoreError) {
    var references: [DocumentReference] = []
    var documents: [[UInt8]: [(index: Int, field: RankedField)]] = [:]
    var titles: [(index: Int, field: RankedField, text: String)] = []
    try snapshot.withView { view throws(StoreError) in
      var rows = try DocumentRows(snapshot)
      for reference in pending {
        guard try rows.withRow(of: reference, in: snapshot, { view.look(at: $0) }) != nil else { continue }
        let index = references.count
        references.append(reference)
        try view.forEachRankedText { field, text in
          if field.isTitle { titles.append((index, field, text)) }
          Tokenizer.forEachToken(in: text.utf8.span) { surface, _ in
            var term: [UInt8] = []
            foldToken(surface, .all, into: &term)
            documents[term, default: []].append((index, field))
          }
        }
      }
    }
    self.references = references
    self.documents = documents
    self.titles = titles
  }
}

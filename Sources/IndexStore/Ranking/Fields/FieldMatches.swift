// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// Documents whose names or attributes contain words of a query, with their DocumentIDs.
struct FieldMatches {
  let table: FieldTable
  /// The document of each row.
  let documents: [UInt64]
  /// ``documents`` in ascending order.
  let ascending: [UInt64]
  private let ranks: DocumentRanks
  /// The row of each element of ``ascending``; `nil` if their orders are equal.
  private let rows: [Int32]?

  var count: Int { table.count }

  /// - Parameter wanted: The documents that get a row, a subset of all found ones.
  init(
    _ wanted: FieldSet, of found: FieldPostings, _ words: PendingWords, _ parameters: RankingParameters
  ) throws(StoreError) {
    let table = FieldTable(wanted, of: found, parameters)
    let documents = try translatingSegmentErrors { () throws(SegmentError) in try table.documentIDs(found, words) }
    (self.table, self.documents) = (table, documents)
    // Documents are usually in order within a segment, and often in the order of segments.
    if documents.isStrictlyAscending {
      (ascending, rows) = (documents, nil)
    } else {
      let order = documents.indices.sorted { documents[$0] < documents[$1] }
      ascending = order.map { documents[$0] }
      rows = order.map { Int32($0) }
    }
    ranks = DocumentRanks(ascending)
  }

  /// The row of an element of ``ascending``.
  @inline(__always)
  func row(at index: Int) -> Int { rows.map { Int($0[index]) } ?? index }

  /// The row of a document, or `nil` if it has none.
  func row(of document: UInt64) -> Int? {
    guard let rank = ranks.rank(of: document) else { return nil }
    return rows.map { Int($0[rank]) } ?? rank
  }

  /// Finds the rows of many documents; −1 for those without a row.
  ///
  /// - Parameters:
  ///   - documents: The first `count` elements are looked up.
  ///   - found: Receives the rows. Has as many elements as `documents`.
  func findRows(of documents: [UInt64], count: Int, into found: inout [Int32]) {
    ranks.find(documents, count: count, into: &found)
    guard let rows else { return }
    for index in 0..<count where found[index] >= 0 { found[index] = rows[Int(found[index])] }
  }
}

extension [UInt64] {
  var isStrictlyAscending: Bool {
    guard var last = first else { return true }
    for element in self[1...] {
      if element <= last { return false }
      last = element
    }
    return true
  }
}

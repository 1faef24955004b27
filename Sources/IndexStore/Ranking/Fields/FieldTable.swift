// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// How often words of a query occur in the names and attributes of documents: a row for each document,
/// and a column for each word.
struct FieldTable {
  /// Number of rows.
  let count: Int
  /// For each word, its weighted frequency in the fields of each row.
  private(set) var frequencies: [[Float]]

  private let wanted: FieldSet
  /// The rows of each segment, in the order of ordinals.
  private let segments: [SegmentRows]
  /// The row of each pending document; these are the last ones.
  private let pending: [(index: Int, row: Int)]

  /// - Parameter wanted: The documents that get a row, a subset of all found ones.
  init(_ wanted: FieldSet, of found: FieldPostings, _ parameters: RankingParameters) {
    var segments: [SegmentRows] = []
    var count = 0
    for ordinals in wanted.segments {
      segments.append(SegmentRows(ordinals, first: count))
      count += ordinals.count
    }
    pending = zip(wanted.pending.sorted(), count...).map { (index: $0, row: $1) }
    (self.wanted, self.segments, self.count) = (wanted, segments, count + wanted.pending.count)
    frequencies = [[Float]](repeating: [Float](repeating: 0, count: self.count), count: found.wordCount)
    for (segment, rows) in zip(found.segments, segments) { for postings in segment.postings { add(postings, rows) } }
    for (index, row) in pending {
      for word in 0..<found.wordCount {
        for field in RankedField.allCases {
          let weight = found.pendingWeight(of: word, in: field, of: index)
          if weight > 0 { frequencies[word][row] += parameters.frequency(weight, in: field) }
        }
      }
    }
  }

  private mutating func add(_ postings: FieldSegment.Postings, _ rows: SegmentRows) {
    // Moved out of the property, so that each access is fast.
    var column: [Float] = []
    swap(&column, &frequencies[postings.word])
    let frequency = postings.frequency
    unsafe column.withUnsafeMutableBufferPointer { column in
      rows.forEachRow(of: postings.ordinals) { unsafe column[$0] += frequency }
    }
    swap(&column, &frequencies[postings.word])
  }

  /// The rows of documents; those without a row are left out.
  func rows(of documents: FieldSet) -> RowSet {
    var found = RowSet(count: count)
    for (rows, ordinals) in zip(segments, documents.segments) {
      found.insert { insert in rows.forEachRow(of: ordinals) { insert($0) } }
    }
    for (index, row) in pending where documents.pending.contains(index) { found.insert(row) }
    return found
  }

  /// The DocumentIDs of all rows.
  func documentIDs(_ found: FieldPostings, _ words: PendingWords) throws(SegmentError) -> [UInt64] {
    var ids: [UInt64] = []
    ids.reserveCapacity(count)
    for (segment, ordinals) in zip(found.segments, wanted.segments) {
      ids.append(contentsOf: try segment.reader.documentIDs(inOrderOf: ordinals))
    }
    for (index, _) in pending { ids.append(words.references[index].document.rawValue) }
    return ids
  }
}

/// The rows of documents of a segment.
private struct SegmentRows {
  let first: Int
  /// The documents, as a bitmap.
  private let words: [UInt64]
  /// The row of the first document of each of ``words``.
  private let rows: [Int]

  init(_ ordinals: OrdinalSet, first: Int) {
    self.first = first
    words = ordinals.words
    var (rows, row): ([Int], Int) = ([], first)
    rows.reserveCapacity(words.count)
    for word in words {
      rows.append(row)
      row += word.nonzeroBitCount
    }
    self.rows = rows
  }

  /// Calls `body` with the rows of the members of a set that have one.
  @inline(__always)
  func forEachRow(of set: OrdinalSet, _ body: (Int) -> Void) {
    unsafe words.withUnsafeBufferPointer { words in
      unsafe rows.withUnsafeBufferPointer { rows in
        set.forEachWord { index, members in
          let (word, first) = unsafe (words[index], rows[index])
          var rest = members & word
          while rest != 0 {
            let lesser = rest & (0 &- rest) &- 1
            body(first &+ (word & lesser).nonzeroBitCount)
            rest &= rest &- 1
          }
        }
      }
    }
  }
}

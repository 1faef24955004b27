// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// A segment of the text layer without dead versions and removed documents.
struct LiveTexts {
  let reader: SegmentReader
  let excluded: OrdinalSet
  let lengths: TextLengths

  /// - Parameter removed: Documents that were removed, ascending.
  init(_ segment: LiveSegment, removed: [UInt64]) throws(SegmentError) {
    reader = segment.reader
    excluded = removed.isEmpty ? segment.dead : segment.dead.union(try segment.reader.ordinals(ofDocuments: removed))
    lengths = try reader.textLengths
  }

  /// Number of positions in the texts that are not excluded, and number of these texts.
  var size: (positions: Int, texts: Int) {
    var size = (positions: lengths.total, texts: lengths.documentCount)
    excluded.forEach { ordinal in
      let length = Int(lengths.counts[Int(ordinal)])
      size.positions -= length
      if length > 0 { size.texts -= 1 }
      return true
    }
    return size
  }
}

/// The texts of a segment that contain words of a query.
struct RankedText {
  let reader: SegmentReader
  let lengths: TextLengths
  let ids: DocumentIDColumn
  /// Dead versions, and documents that were removed.
  let excluded: OrdinalSet
  /// For each word of the query.
  let words: [WordPostings]

  init(_ forms: [WordForm], in texts: LiveTexts, _ normalization: LengthNormalization) throws(SegmentError) {
    let reader = texts.reader
    self.reader = reader
    lengths = texts.lengths
    ids = try reader.documentIDs
    excluded = texts.excluded
    words = try forms.map { form throws(SegmentError) in
      try WordPostings(try form.terms(in: .text, of: reader), in: reader, excluding: texts.excluded, normalization)
    }
  }

  /// Finds the texts of documents that have a row.
  ///
  /// - Parameter frequencies: For each word, receives the relative frequencies in the texts of the
  ///   rows of `fields`.
  /// - Returns: A bit for each document that is neither excluded nor in `fields`.
  func addFrequencies(
    of fields: FieldMatches, _ normalization: LengthNormalization, to frequencies: inout [[Float]]
  ) throws(SegmentError) -> [UInt64] {
    var withoutRow = excluded.complement.words
    if fields.count == 0 { return withoutRow }
    var sums = WindowSums()
    var rows: [TextOfRow] = []
    if fields.count > reader.documentCount / 32 {
      // Nearly all windows have rows.
      var ids = [UInt64](repeating: 0, count: TextLengths.windowSize)
      var found = [Int32](repeating: -1, count: TextLengths.windowSize)
      for window in 0..<(reader.documentCount + TextLengths.windowSize - 1) / TextLengths.windowSize {
        let count = try reader.readDocumentIDs(of: window, into: &ids)
        fields.findRows(of: ids, count: count, into: &found)
        for part in 0..<(count + 63) / 64 {
          let index = window * TextLengths.windowSize / 64 + part
          let wanted = withoutRow[index]
          var left = wanted
          for offset in part * 64..<min(part * 64 + 64, count) {
            let bit: UInt64 = 1 &<< UInt64(offset & 63)
            if wanted & bit == 0 || found[offset] < 0 { continue }
            left &= ~bit
            rows.append(TextOfRow(offset: offset, row: Int(found[offset])))
          }
          withoutRow[index] = left
        }
        try add(&rows, window, normalization, &sums, to: &frequencies)
      }
      return withoutRow
    }
    let ordinals = try reader.ordinals(ofDocuments: fields.ascending).subtracting(excluded)
    var window = 0
    for (ordinal, id) in zip(ordinals.ordinals, try reader.documentIDs(inOrderOf: ordinals)) {
      if Int(ordinal) / TextLengths.windowSize != window {
        try add(&rows, window, normalization, &sums, to: &frequencies)
        window = Int(ordinal) / TextLengths.windowSize
      }
      guard let row = fields.row(of: id) else { continue }
      withoutRow[Int(ordinal >> 6)] &= ~(1 << UInt64(ordinal & 63))
      rows.append(TextOfRow(offset: Int(ordinal) % TextLengths.windowSize, row: row))
    }
    try add(&rows, window, normalization, &sums, to: &frequencies)
    return withoutRow
  }

  /// A text of a window, and the row of its document.
  private struct TextOfRow {
    let offset: Int
    let row: Int
  }

  /// Adds the frequencies of the words in the texts of a window, and empties `rows`.
  private func add(
    _ rows: inout [TextOfRow], _ window: Int, _ normalization: LengthNormalization, _ sums: inout WindowSums,
    to frequencies: inout [[Float]]
  ) throws(SegmentError) {
    if rows.isEmpty { return }
    for (word, postings) in words.enumerated() where postings.bounds[window] > 0 {
      try sums.read(postings, window)
      var column: [Float] = []
      swap(&column, &frequencies[word])
      let first = window * TextLengths.windowSize
      let (constant, slope) = (normalization.constant, normalization.slope)
      unsafe column.withUnsafeMutableBufferPointer { column in
        for text in rows {
          let sum = sums[text.offset]
          if sum == 0 { continue }
          unsafe column[text.row] = WordPostings.frequency(sum) / (constant + slope * Float(lengths.counts[first + text.offset]))
        }
      }
      swap(&column, &frequencies[word])
    }
    rows.removeAll(keepingCapacity: true)
  }
}

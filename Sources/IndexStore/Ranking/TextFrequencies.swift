internal import Segments

/// The texts of a segment that contain words of a query.
struct TextFrequencies {
  let reader: SegmentReader
  let lengths: TextLengths
  /// For each word of the query.
  let words: [TermFrequencies]
  /// Dead versions, and documents that were removed.
  let excluded: OrdinalSet

  init(_ forms: [WordForm], in segment: LiveSegment, removed: [UInt64]) throws(StoreError) {
    reader = segment.reader
    let reader = reader
    let dead = segment.dead
    (lengths, words, excluded) = try translatingSegmentErrors { () throws(SegmentError) in
      let excluded = removed.isEmpty ? dead : dead.union(try reader.ordinals(ofDocuments: removed))
      let words = try forms.map { form throws(SegmentError) in
        try reader.frequencies(of: form.terms(in: .text, of: reader), excluding: excluded)
      }
      return (try reader.textLengths, words, excluded)
    }
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

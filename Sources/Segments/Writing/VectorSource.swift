// SPDX-License-Identifier: Apache-2.0

package import WordVectors

/// Makes the vectors of documents from the terms of their segment.
package struct VectorSource {
  package let model: WordVectorModel
  private let lookup: WordVectorLookup
  /// The fields whose words belong to the vectors of documents.
  private let fields: [SegmentField]

  package init(_ model: WordVectorModel, fields: [SegmentField]) {
    self.model = model
    lookup = WordVectorLookup(model)
    // As the words of one document are sorted.
    self.fields = fields.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Whether a segment has all vectors that this makes.
  package func isUpToDate(_ segment: SegmentReader) throws(SegmentError) -> Bool {
    guard let texts = try segment.textVectors, let fields = try segment.fieldVectors else { return false }
    return texts.identity == model.identity && fields.identity == model.identity
  }

  /// Writes the vectors of the documents of a segment that are kept.
  ///
  /// - Returns: `false` if the model turned out to be damaged.
  /// - Complexity: O(*p* · *n* / 65,536), *p* = postings, *n* = documents; 34 MB of memory.
  func write(
    _ section: SegmentSection, of segment: SegmentReader, _ renumbering: OrdinalRenumbering, to writer: inout VectorRowsWriter
  ) throws(SegmentError) -> Bool {
    for start in stride(from: 0, to: segment.documentCount, by: TextVectorCollector.maximumOrdinalCount) {
      let end = min(start + TextVectorCollector.maximumOrdinalCount, segment.documentCount)
      let collector = TextVectorCollector(UInt32(start)..<UInt32(end), lookup)
      if section == .textVectors { try addTexts(of: segment, to: collector) } else { try addFields(of: segment, to: collector) }
      try collector.write(to: &writer, renumbering)
      if collector.hasFailed { return false }
    }
    return true
  }

  private func addTexts(of segment: SegmentReader, to collector: TextVectorCollector) throws(SegmentError) {
    let terms = try segment.textTerms
    guard terms.blockCount > 0 else { return }
    for ordinal in try segment.documentsWithTerms(of: .withoutTextVector).ordinals { collector.leaveOut(ordinal) }
    var cursor = PostingsCursor(of: terms)
    try segment.forEachTerm(in: .text, beginningWith: [], where: { lookup.word($0) != nil }) { term, postings throws(SegmentError) in
      guard collector.begin(term) else { return }
      for list in postings.lists { try cursor.forEachFrequency(of: list) { collector.add($0, count: Int($1)) } }
    }
  }

  private func addFields(of segment: SegmentReader, to collector: TextVectorCollector) throws(SegmentError) {
    var cursor = PostingsCursor(of: try segment.attributeTerms)
    for field in fields {
      try segment.forEachTerm(
        in: .words(field), beginningWith: [], where: { lookup.word($0) != nil }
      ) { term, postings throws(SegmentError) in
        guard collector.begin(term) else { return }
        for list in postings.lists {
          try cursor.open(list)
          while let documents = unsafe try cursor.nextBlock() {
            for index in 0..<documents.count { unsafe collector.add(documents[index], count: 1) }
          }
        }
      }
      collector.end()
    }
  }
}

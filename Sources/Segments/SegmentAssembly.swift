/// Writes a segment's sections from sorted terms: what building and merging have in common.
struct SegmentAssembly {
  let file: SegmentFileWriter
  let folder: String

  func writeText(
    _ terms: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    // Positions, by far the largest, go to the file directly.
    try writeDictionary((.textTerms, .textIndex, .textPostings), hasFields: false, positions: .textPositions, terms)
  }

  func writeAttributes(
    _ terms: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    try writeDictionary((.attributeTerms, .attributeIndex, .attributePostings), hasFields: true, positions: nil, terms)
  }

  func writeTrigrams(
    _ terms: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    try writeDictionary((.trigramTerms, .trigramIndex, .trigramPostings), hasFields: false, positions: nil, terms)
  }

  private func writeDictionary(
    _ sections: (terms: SegmentSection, index: SegmentSection, postings: SegmentSection), hasFields: Bool, positions: SegmentSection?,
    _ body: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    let terms = ByteSink(scratchIn: folder)
    let index = ByteSink(scratchIn: folder)
    let postings = ByteSink(scratchIn: folder)
    var writer = TermDictionaryWriter(
      hasFields: hasFields, terms: terms, postings: postings, positions: positions == nil ? nil : file.sink)
    try body(&writer)
    try writer.finish(index: index)
    if let positions { file.endSection(positions) }
    try file.append(sections.terms, terms)
    try file.append(sections.index, index)
    try file.append(sections.postings, postings)
  }
}

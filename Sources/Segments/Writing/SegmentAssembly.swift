// SPDX-License-Identifier: Apache-2.0

/// Writes the dictionaries of a segment from sorted terms. Used by building and merging.
struct SegmentAssembly {
  let file: SegmentFileWriter
  let folder: String

  /// - Parameters:
  ///   - lengths: The number of positions in each text, by ordinal.
  ///   - vectors: Receives the terms.
  func writeText(
    lengths: [UInt32], vectors: TextVectorCollector? = nil, _ terms: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    // Positions are by far the largest part, so they are written to the file directly.
    let texts = (section: SegmentSection.textPositions, divisors: TextDivisors(lengths))
    try writeDictionary((.textTerms, .textIndex, .textPostings), hasFields: false, positions: texts, vectors: vectors, terms)
  }

  func writeAttributes(
    _ terms: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    try writeDictionary((.attributeTerms, .attributeIndex, .attributePostings), hasFields: true, positions: nil, terms)
  }

  func writeTrigrams(
    _ terms: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    try append(try Self.trigrams(in: folder, terms))
  }

  /// Writes the dictionary of trigrams to scratches, for ``append(_:)``.
  static func trigrams(
    in folder: String, _ terms: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) -> WrittenDictionary {
    try WrittenDictionary((.trigramTerms, .trigramIndex, .trigramPostings), hasFields: false, folder, terms)
  }

  func append(_ dictionary: consuming WrittenDictionary) throws(SegmentError) {
    try file.append(dictionary.sections.terms, dictionary.terms)
    try file.append(dictionary.sections.index, dictionary.index)
    try file.append(dictionary.sections.postings, dictionary.postings)
  }

  private func writeDictionary(
    _ sections: WrittenDictionary.Sections, hasFields: Bool, positions: (section: SegmentSection, divisors: TextDivisors)?,
    vectors: TextVectorCollector? = nil, _ body: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    let dictionary = try WrittenDictionary(
      sections, hasFields: hasFields, positions: positions.map { (file.sink, $0.divisors) }, vectors: vectors, folder, body)
    if let positions { file.endSection(positions.section) }
    try append(dictionary)
  }
}

/// A term dictionary that has been written to scratches and is still to be copied to the segment
/// file.
///
/// Safe to send between threads because its creator keeps no reference to the sinks.
struct WrittenDictionary: @unchecked Sendable {
  typealias Sections = (terms: SegmentSection, index: SegmentSection, postings: SegmentSection)

  fileprivate let sections: Sections
  fileprivate let terms: ByteSink
  fileprivate let index: ByteSink
  fileprivate let postings: ByteSink

  /// - Parameter positions: Receives the positions. `nil` for terms without positions.
  fileprivate init(
    _ sections: Sections, hasFields: Bool, positions: (sink: ByteSink, divisors: TextDivisors)? = nil,
    vectors: TextVectorCollector? = nil, _ folder: String,
    _ body: (inout TermDictionaryWriter) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    self.sections = sections
    terms = ByteSink(scratchIn: folder)
    index = ByteSink(scratchIn: folder)
    postings = ByteSink(scratchIn: folder)
    var writer = TermDictionaryWriter(
      hasFields: hasFields, terms: terms, postings: postings, positions: positions?.sink, divisors: positions?.divisors, vectors: vectors)
    try body(&writer)
    try writer.finish(index: index)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import WordVectors

/// Writes the vectors of the words in fields, one document at a time.
///
/// Each word of a field counts once, however often it occurs, so that the vector can also be computed from the segment's terms.
struct FieldVectorWriter: ~Copyable {
  private let lookup: WordVectorLookup
  private var rows: VectorRowsWriter
  private var ordinal: UInt32 = 0
  /// The words of the current document with their fields.
  private var words: [[UInt8]] = []
  private var hasFailed = false

  init(_ lookup: WordVectorLookup, scratchIn folder: String) {
    self.lookup = lookup
    rows = VectorRowsWriter(lookup.model.identity, scratchIn: folder)
  }

  /// - Parameter key: The field and the folded word, as in the dictionary.
  mutating func add(_ key: [UInt8], of ordinal: UInt32) {
    self.ordinal = ordinal
    words.append(key)
  }

  mutating func endDocument() throws(SegmentError) {
    if words.isEmpty { return }
    words.sort { $0.lexicographicallyPrecedes($1) }
    var sum = VectorSum()
    for index in words.indices where index == 0 || words[index] != words[index - 1] {
      let key = words[index]
      guard let word = lookup.word(key.span.extracting((1 + Int(key[0]))...)) else { continue }
      do throws(WordVectorError) { try sum.add(word, count: 1, of: lookup.model) } catch { hasFailed = true }
    }
    words.removeAll(keepingCapacity: true)
    if let vector = sum.vector(scale: lookup.model.scale) { try rows.append(vector, of: ordinal) }
  }

  mutating func finish(in file: SegmentFileWriter) throws(SegmentError) {
    try endDocument()
    if !hasFailed { try rows.finish(.fieldVectors, in: file) }
  }
}

internal import Segments

/// The documents of a segment of the attributes layer that contain words of a query.
struct FieldSegment {
  /// The documents that contain a word in a field.
  struct Postings {
    let ordinals: OrdinalSet
    let word: Int
    let field: RankedField
    let frequency: Float
    let isLiteral: Bool
  }

  let reader: SegmentReader
  let postings: [Postings]
  /// The documents of all ``postings``, in the order of ordinals.
  let documents: [UInt64]
  /// The row of each of ``documents`` in ``FieldMatches``.
  var rows: [UInt32] = []

  /// The ordinals of ``documents``.
  let ordinals: OrdinalSet
  private let words: [UInt64]
  /// The number of documents before each of ``words``.
  private let before: [UInt32]

  /// Returns `nil` if there are no such documents.
  ///
  /// - Parameter sufficient: For each word and field, once so many documents are found, terms of lower
  ///   weights are left out.
  init?(
    _ forms: [WordForm], in fields: [RankedField], of segment: LiveSegment, _ parameters: RankingParameters, sufficient: Int = .max
  ) throws(SegmentError) {
    let reader = segment.reader
    self.reader = reader
    var found: [Postings] = []
    for (word, form) in forms.enumerated() {
      for field in fields {
        // A document counts once, with the greatest weight.
        var terms = try form.terms(in: .words(field.words), of: reader)
        if terms.isEmpty { continue }
        terms.sort { $0.weight > $1.weight }
        var seen = segment.dead
        var (start, count) = (0, 0)
        while start < terms.count, count < sufficient {
          let weight = terms[start].weight
          let end = terms[start...].firstIndex { $0.weight != weight } ?? terms.count
          let ordinals = try reader.documents(with: terms[start..<end].map(\.postings)).subtracting(seen)
          if !ordinals.isEmpty {
            found.append(
              Postings(
                ordinals: ordinals, word: word, field: field, frequency: parameters.frequency(weight, in: field),
                isLiteral: form.isLiteral(weight)))
          }
          (start, count) = (end, count + ordinals.count)
          if start < terms.count { seen = seen.union(ordinals) }
        }
      }
    }
    if found.isEmpty { return nil }
    postings = found
    ordinals = OrdinalSet(universe: reader.documentCount, unionOf: found.map(\.ordinals))
    words = ordinals.words
    var (before, count): ([UInt32], UInt32) = ([], 0)
    before.reserveCapacity(words.count)
    for word in words {
      before.append(count)
      count += UInt32(word.nonzeroBitCount)
    }
    self.before = before
    documents = try reader.documentIDs(inOrderOf: ordinals)
  }

  /// Calls `body` with the row of each member of a subset of ``ordinals``.
  @inline(__always)
  func forEachRow(of set: OrdinalSet, _ body: (Int) -> Void) {
    let (rows, words, before) = (rows, words, before)
    let members = set.words
    for index in members.indices where members[index] != 0 {
      var rest = members[index]
      let (word, first) = (words[index], Int(before[index]))
      while rest != 0 {
        let lesser = rest & (0 &- rest) &- 1
        body(Int(rows[first &+ (word & lesser).nonzeroBitCount]))
        rest &= rest &- 1
      }
    }
  }
}

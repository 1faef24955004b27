// SPDX-License-Identifier: Apache-2.0

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
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import TextAnalysis

/// A word that was probably meant instead of another one.
package struct WordCorrection: Hashable, Sendable {
  /// The folded word that was typed.
  package let typed: [UInt8]
  /// The folded word of the index.
  package let meant: [UInt8]
  /// Number of edits between them.
  package let distance: Int
  /// About the number of documents that have the word.
  package let documentCount: Int

  /// Whether this is a better correction of the same word.
  package func isBetter(than other: WordCorrection) -> Bool { (distance, -documentCount) < (other.distance, -other.documentCount) }
}

extension RankedQuery {
  /// A typed text with corrected words.
  package static func correcting(_ text: String, _ corrections: [WordCorrection]) -> String {
    let utf8 = Array(text.utf8)
    var corrected: [UInt8] = []
    var end = 0
    for range in longestTokens(in: utf8.span) {
      var token: [UInt8] = []
      foldToken(utf8[range].span, .all, into: &token)
      guard let correction = corrections.first(where: { $0.typed == token }) else { continue }
      corrected += utf8[end..<range.lowerBound] + correction.meant
      end = range.upperBound
    }
    return String(decoding: corrected + utf8[end...], as: UTF8.self)
  }
}

/// Finds the word of an index that is most similar to a typed one.
struct CorrectionSearch {
  private let word: RankedQuery.Word
  private let distance: EditDistance
  /// Minimum number of documents that a correction has.
  private let minimumCount: Int

  /// Returns `nil` for a word that is not corrected: a short one, a number, or one in quotation marks.
  ///
  /// - Parameter count: Number of documents that have the word.
  init?(_ word: RankedQuery.Word, count: Int) {
    guard let maximum = WordForm.maximumTypos(in: word) else { return nil }
    self.word = word
    distance = EditDistance(to: word.token, maximum: maximum, isPrefix: false)
    minimumCount = count + 1
  }

  /// - Returns: `nil` if no word is similar.
  /// - Complexity: O(*n*), *n* = terms with the same first letter.
  func best(in source: RankedSource) throws(StoreError) -> WordCorrection? {
    var counts: [[UInt8]: Int] = [:]
    func add(_ term: Span<UInt8>, _ count: Int) {
      guard term.count + 4 >= word.token.count, term.count <= word.token.count + 8, distance.distance(of: term) != nil else { return }
      counts[term.indices.map { term[$0] }, default: 0] += count
    }
    let beginning = Array(word.token.prefix(1))
    for segment in source.attributes {
      try translatingSegmentErrors { () throws(SegmentError) in
        for field in RankedField.allCases {
          try segment.reader.forEachTermCount(in: .words(field.words), beginningWith: beginning, add)
        }
      }
    }
    for text in source.texts {
      try translatingSegmentErrors { () throws(SegmentError) in
        try text.reader.forEachTermCount(in: .text, beginningWith: beginning, add)
      }
    }
    for (term, documents) in source.pending.documents where term.starts(with: beginning) { add(term.span, documents.count) }
    var best: WordCorrection?
    // In the order of words, so that equal corrections do not depend on chance.
    for (term, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      // A word that begins with the typed one is found anyway.
      guard count >= minimumCount, !term.starts(with: word.token), let edits = distance.distance(of: term.span) else { continue }
      let correction = WordCorrection(typed: word.token, meant: term, distance: edits, documentCount: count)
      if best.map(correction.isBetter) ?? true { best = correction }
    }
    return best
  }
}

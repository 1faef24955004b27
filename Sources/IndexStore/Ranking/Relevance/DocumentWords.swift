// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import TextAnalysis
internal import WordVectors

/// The distinct words of a document.
package struct DocumentWords: Sendable {
  /// Folded.
  private(set) var words: Set<[UInt8]> = []

  /// Number of bytes of a text whose words count.
  package static let maximumTextLength = 1 << 18

  /// Shorter words say little.
  private static let minimumLength = 3

  package mutating func add(_ text: Span<UInt8>) {
    var folded: [UInt8] = []
    Tokenizer.forEachToken(in: text) { surface, _ in
      folded.removeAll(keepingCapacity: true)
      foldToken(surface, .all, into: &folded)
      add(folded)
    }
  }

  private mutating func add(_ word: [UInt8]) {
    let hasLetter = word.contains { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if word.count >= Self.minimumLength, hasLetter { words.insert(word) }
  }

  /// The words of a document's attributes, and of its text as far as the catalog stores it.
  ///
  /// - Complexity: O(length of the text), at most ``maximumTextLength``.
  package init(of reference: DocumentReference, in snapshot: borrowing Snapshot) throws(StoreError) {
    for (word, uses) in try PendingWords([reference], in: snapshot).documents where uses.contains(where: \.field.hasMeaning) { add(word) }
    var rest = Self.maximumTextLength
    try snapshot.forEachTextChunk(of: reference.document) { chunk throws(StoreError) in
      add(chunk.extracting(..<min(chunk.count, rest)))
      rest -= min(chunk.count, rest)
      return rest > 0
    }
  }
}

extension Store {
  /// The words that two documents have in common, those first that the fewest documents of this store have.
  ///
  /// - Throws: `StoreError.damagedSegment` if a segment is damaged, until it is repaired.
  package func commonWords(
    of one: DocumentWords, and other: DocumentWords, limit: Int, parameters: RankingParameters = RankingParameters()
  ) throws(StoreError) -> [String] {
    let lookup = searchingVectors().map(WordVectorLookup.init)
    let common = one.words.intersection(other.words).map { word in
      (word: word, weight: lookup.flatMap { lookup in lookup.word(word.span).map(lookup.model.weight(of:)) } ?? Self.weightOfUnknown)
    }
    let candidates = common.sorted { one, other in
      one.weight != other.weight ? one.weight > other.weight : one.word.lexicographicallyPrecedes(other.word)
    }
    .prefix(RankedQuery.maximumWordCount)
    let weights = Dictionary(candidates.map { ($0.word, $0.weight) }, uniquingKeysWith: { first, _ in first })
    let query = RankedQuery(candidates.map { String(decoding: $0.word, as: UTF8.self) }.joined(separator: " ") + " ")
    let ranked = try ranking { _, snapshots throws(StoreError) -> [(word: [UInt8], weight: Float)] in
      let source = try RankedSource(snapshots[0].snapshot, at: clock())
      let forms = query.words.map { WordForm($0, nil, stemWeight: 0) }
      let matching = try RankedMatching(forms, query, source, parameters)
      return zip(query.words, matching.idf).map { ($0.token, $1 * weights[$0.token, default: Self.weightOfUnknown]) }
    }
    let best = ranked.sorted { one, other in
      one.weight != other.weight ? one.weight > other.weight : one.word.lexicographicallyPrecedes(other.word)
    }
    return best.prefix(limit).map { String(decoding: $0.word, as: UTF8.self) }
  }

  /// How much a word says that no definition has, such as a name, compared to others: less than most, because words such as
  /// *with* are none either.
  private static let weightOfUnknown: Float = 5
}

extension Store {
  /// For each word of a query that has a vector, the words of a document that are nearest to it in meaning and say most, the best first.
  ///
  /// - Parameter limit: Maximum number of words for each.
  /// - Returns: Words of the query to which none is near are left out.
  package func nearestWords(
    in document: DocumentWords, to query: RankedQuery, limit: Int, parameters: RankingParameters = RankingParameters()
  ) -> [(word: String, nearest: [String])] {
    guard let model = searchingVectors() else { return [] }
    let lookup = WordVectorLookup(model)
    func vector(_ word: [UInt8]) -> (direction: TextVector, weight: Float)? {
      guard let known = lookup.word(word.span) else { return nil }
      var sum = VectorSum()
      // A damaged file has no vectors.
      do throws(WordVectorError) { try sum.add(known, count: 1, of: model) } catch { return nil }
      return sum.vector(scale: model.scale).map { ($0, model.weight(of: known)) }
    }
    let known = document.words.compactMap { word in vector(word).map { (word: word, vector: $0) } }
    return query.words.filter { !$0.isQuoted }.compactMap { asked in
      guard let words = vector(asked.token)?.direction.words else { return nil }
      let near = known.compactMap { word, vector -> (word: [UInt8], score: Float)? in
        let cosine = Float(vector.direction.product(with: words)) * model.scale * model.scale
        return cosine < parameters.minimumCosine ? nil : (word, cosine * vector.weight)
      }
      if near.isEmpty { return nil }
      let best = near.sorted { one, other in
        one.score != other.score ? one.score > other.score : one.word.lexicographicallyPrecedes(other.word)
      }
      return (String(decoding: asked.token, as: UTF8.self), best.prefix(limit).map { String(decoding: $0.word, as: UTF8.self) })
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// The documents whose names or attributes contain words of a query, as sets of documents.
struct FieldPostings {
  /// The documents of segments of the attributes layer.
  let segments: [FieldSegment]
  /// For each pending document with a word in a field, as an index in ``PendingWords/references``, the
  /// greatest weight of each word in each field.
  private let pending: [Int: [UInt32]]

  /// All these documents.
  let all: FieldSet
  /// The documents with all words in their names or titles as they were typed, not in another form.
  let inTitle: FieldSet
  /// The same for all fields.
  let inFields: FieldSet
  /// For each word, the number of documents with it in a field.
  let documentFrequencies: [Int]

  private let words: [WordDocuments]
  private let forms: [WordForm]

  /// Finds the documents in segments of the attributes layer, and pending documents.
  ///
  /// - Parameters:
  ///   - fields: Words in other fields do not count.
  ///   - sufficient: See ``FieldSegment``.
  init(
    _ forms: [WordForm], in segments: [LiveSegment], _ words: PendingWords, _ parameters: RankingParameters,
    fields: [RankedField] = RankedField.allCases, sufficient: Int = .max
  ) throws(StoreError) {
    self.forms = forms
    var found: [FieldSegment] = []
    for segment in segments {
      let part = try translatingSegmentErrors { () throws(SegmentError) in
        try FieldSegment(forms, in: fields, of: segment, parameters, sufficient: sufficient)
      }
      if let part { found.append(part) }
    }
    let pending = Self.weights(forms, in: fields, words)
    (self.segments, self.pending) = (found, pending)
    let documents = forms.indices.map { word in
      let weights = pending.mapValues { $0[Self.column(word, .name)..<Self.column(word + 1, .name)] }
      return WordDocuments(word, forms[word], in: found, weights)
    }
    self.words = documents
    documentFrequencies = documents.map(\.all.count)
    all = FieldSet(unionOf: documents.map(\.all), in: found)
    inTitle = FieldSet(intersectionOf: documents.map(\.titles))
    inFields = FieldSet(intersectionOf: documents.map(\.literal))
  }

  /// The documents with all of some words in their fields as they were typed.
  func documents(withAll words: [Int]) -> FieldSet { FieldSet(intersectionOf: words.map { self.words[$0].literal }) }

  var wordCount: Int { forms.count }

  /// The weight of a word in a field of a pending document.
  func pendingWeight(of word: Int, in field: RankedField, of index: Int) -> UInt32 { pending[index]?[Self.column(word, field)] ?? 0 }

  private static func column(_ word: Int, _ field: RankedField) -> Int { word * RankedField.allCases.count + Int(field.rawValue) }

  private static func weights(_ forms: [WordForm], in fields: [RankedField], _ words: PendingWords) -> [Int: [UInt32]] {
    var weights: [Int: [UInt32]] = [:]
    for (term, places) in words.documents {
      for (word, form) in forms.enumerated() {
        for (index, field) in places where fields.contains(field) {
          let weight = form.weight(of: term.span, in: .words(field.words))
          if weight == 0 { continue }
          weights[index, default: [UInt32](repeating: 0, count: forms.count * RankedField.allCases.count)][column(word, field)]
            .raise(to: weight)
        }
      }
    }
    return weights
  }
}

/// The documents with a word in their fields.
private struct WordDocuments {
  /// Those with it in their names or titles, as it was typed.
  let titles: FieldSet
  /// Those with it in any field, as it was typed.
  let literal: FieldSet
  let all: FieldSet

  /// - Parameter weights: For each pending document, the weight of the word in each field.
  init(_ word: Int, _ form: WordForm, in segments: [FieldSegment], _ weights: [Int: ArraySlice<UInt32>]) {
    func documents(
      with known: FieldSet?, where isWanted: (_ isTitle: Bool, _ isLiteral: Bool) -> Bool
    ) -> FieldSet {
      let ordinals = segments.indices.map { number in
        let found = segments[number].postings.filter { $0.word == word && isWanted($0.field.isTitle, $0.isLiteral) }
        let universe = segments[number].reader.documentCount
        return OrdinalSet(universe: universe, unionOf: (known.map { [$0.segments[number]] } ?? []) + found.map(\.ordinals))
      }
      let pending = weights.filter { _, weights in
        zip(RankedField.allCases, weights).contains { field, weight in weight > 0 && isWanted(field.isTitle, form.isLiteral(weight)) }
      }
      return FieldSet(segments: ordinals, pending: Set(pending.keys).union(known?.pending ?? []))
    }
    titles = documents(with: nil) { isTitle, isLiteral in isTitle && isLiteral }
    literal = documents(with: titles) { isTitle, isLiteral in !isTitle && isLiteral }
    all = documents(with: literal) { _, isLiteral in !isLiteral }
  }
}

/// A set of documents of ``FieldPostings``.
struct FieldSet {
  /// The documents of each segment.
  var segments: [OrdinalSet]
  /// Pending documents, as indices in ``PendingWords/references``.
  var pending: Set<Int>

  init(segments: [OrdinalSet], pending: Set<Int>) { (self.segments, self.pending) = (segments, pending) }

  /// - Parameter segments: The segments of the sets.
  fileprivate init(unionOf sets: [FieldSet], in segments: [FieldSegment]) {
    self.segments = segments.indices.map { number in
      OrdinalSet(universe: segments[number].reader.documentCount, unionOf: sets.map { $0.segments[number] })
    }
    pending = sets.reduce(into: []) { $0.formUnion($1.pending) }
  }

  /// - Parameter sets: If there are none, there are no segments either, and the result is empty.
  fileprivate init(intersectionOf sets: [FieldSet]) {
    guard let first = sets.first else {
      self.init(segments: [], pending: [])
      return
    }
    self = sets.dropFirst().reduce(first) { $0.intersection($1) }
  }

  /// The empty set of documents of the same segments.
  var empty: FieldSet { FieldSet(segments: segments.map { OrdinalSet(universe: $0.universe) }, pending: []) }

  var count: Int { segments.reduce(pending.count) { $0 + $1.count } }

  func intersection(_ other: FieldSet) -> FieldSet {
    FieldSet(segments: zip(segments, other.segments).map { $0.intersection($1) }, pending: pending.intersection(other.pending))
  }

  func union(_ other: FieldSet) -> FieldSet {
    FieldSet(segments: zip(segments, other.segments).map { $0.union($1) }, pending: pending.union(other.pending))
  }

  func subtracting(_ other: FieldSet) -> FieldSet {
    FieldSet(segments: zip(segments, other.segments).map { $0.subtracting($1) }, pending: pending.subtracting(other.pending))
  }
}

extension UInt32 {
  fileprivate mutating func raise(to other: UInt32) { self = Swift.max(self, other) }
}

extension RankingParameters {
  /// What an occurrence of a term with a weight in a field counts compared to one in a text.
  func frequency(_ weight: UInt32, in field: RankedField) -> Float {
    Float(weight) / Float(WordPostings.fullWeight) * self.weight(of: field)
  }
}

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
  private(set) var inTitle: FieldSet
  /// The same for all fields.
  private(set) var inFields: FieldSet

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
    all = FieldSet(segments: found.map(\.ordinals), pending: Set(pending.keys))
    (inTitle, inFields) = (all, all)
    inTitle = documents(withAll: Array(forms.indices)) { field, isLiteral in field.isTitle && isLiteral }
    inFields = documents(withAll: Array(forms.indices)) { _, isLiteral in isLiteral }
  }

  /// For each word, the number of documents with it in a field.
  var documentFrequencies: [Int] {
    forms.count == 1 ? [all.count] : forms.indices.map { documents(with: $0) { _, _ in true }.count }
  }

  /// The documents with all of some words in fields for which a condition holds.
  func documents(withAll words: [Int], where isWanted: (RankedField, _ isLiteral: Bool) -> Bool) -> FieldSet {
    words.reduce(all) { $0.intersection(documents(with: $1, where: isWanted)) }
  }

  private func documents(with word: Int, where isWanted: (RankedField, _ isLiteral: Bool) -> Bool) -> FieldSet {
    let ordinals = segments.map { segment in
      let wanted = segment.postings.filter { $0.word == word && isWanted($0.field, $0.isLiteral) }
      return OrdinalSet(universe: segment.reader.documentCount, unionOf: wanted.map(\.ordinals))
    }
    let indices = pending.filter { _, weights in
      RankedField.allCases.contains { field in
        let weight = weights[Self.column(word, field)]
        return weight > 0 && isWanted(field, forms[word].isLiteral(weight))
      }
    }
    return FieldSet(segments: ordinals, pending: Set(indices.keys))
  }

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

/// A set of documents of ``FieldPostings``.
struct FieldSet {
  /// The documents of each segment.
  var segments: [OrdinalSet]
  /// Pending documents, as indices in ``PendingWords/references``.
  var pending: Set<Int>

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

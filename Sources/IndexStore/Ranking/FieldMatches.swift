internal import Segments

/// The documents whose names or attributes contain words of a query: a table with a row for each
/// document, in the order of DocumentIDs, and columns for each word.
struct FieldMatches {
  let wordCount: Int
  /// Strictly ascending.
  let documents: [UInt64]
  let ranks: DocumentRanks

  /// For each word, its weighted frequency in the fields of each row.
  private(set) var frequencies: [[Float]]
  /// For each word, the rows with it in a name or title as it was typed, not in another form.
  private(set) var inTitle: [RowSet]
  /// The same for all fields.
  private(set) var inFields: [RowSet]
  /// The documents of each segment of the attributes layer.
  let segments: [FieldSegment]

  var count: Int { documents.count }

  /// Finds the documents in segments of the attributes layer, and pending documents.
  ///
  /// - Parameters:
  ///   - fields: Words in other fields do not count.
  ///   - sufficient: See ``FieldSegment``.
  init(
    _ forms: [WordForm], in segments: [LiveSegment], _ pending: PendingWords, _ parameters: RankingParameters,
    fields: [RankedField] = RankedField.allCases, sufficient: Int = .max
  ) throws(StoreError) {
    wordCount = forms.count
    var parts: [FieldSegment] = []
    for segment in segments {
      let part = try translatingSegmentErrors { () throws(SegmentError) in
        try FieldSegment(forms, in: fields, of: segment, parameters, sufficient: sufficient)
      }
      if let part { parts.append(part) }
    }
    let weights = Self.weights(forms, in: fields, pending)
    var all: [UInt64] = []
    all.reserveCapacity(parts.reduce(weights.count) { $0 + $1.documents.count })
    for part in parts { all.append(contentsOf: part.documents) }
    for index in weights.keys { all.append(pending.references[index].document.rawValue) }
    // Documents are usually in order within a segment, and often in the order of segments.
    let isAscending = all.isStrictlyAscending
    if !isAscending { all.sort() }
    documents = all
    let ranks = DocumentRanks(all)
    self.ranks = ranks
    var first = 0
    for index in parts.indices {
      let documents = parts[index].documents
      parts[index].rows =
        isAscending ? (first..<first + documents.count).map { UInt32($0) } : documents.map { UInt32(ranks.rank(of: $0) ?? 0) }
      first += documents.count
    }
    self.segments = parts
    let none = RowSet(count: all.count)
    frequencies = forms.map { _ in [Float](repeating: 0, count: all.count) }
    inTitle = forms.map { _ in none }
    inFields = inTitle
    for part in parts { add(part) }
    for (index, row) in weights {
      guard let target = ranks.rank(of: pending.references[index].document.rawValue) else { continue }
      for (column, weight) in row.enumerated() where weight > 0 {
        guard let field = RankedField(rawValue: UInt8(column % RankedField.allCases.count)) else { continue }
        let word = column / RankedField.allCases.count
        frequencies[word][target] += parameters.frequency(weight, in: field)
        guard forms[word].isLiteral(weight) else { continue }
        inFields[word].insert(target)
        if field.isTitle { inTitle[word].insert(target) }
      }
    }
  }

  private mutating func add(_ part: FieldSegment) {
    for found in part.postings {
      // Moved out of the property, so that each access is fast.
      var column: [Float] = []
      swap(&column, &frequencies[found.word])
      let frequency = found.frequency
      unsafe column.withUnsafeMutableBufferPointer { column in
        part.forEachRow(of: found.ordinals) { unsafe column[$0] += frequency }
      }
      swap(&column, &frequencies[found.word])
    }
    for word in 0..<wordCount {
      let literal = part.postings.filter { $0.word == word && $0.isLiteral }
      Self.insert(literal, of: part, into: &inFields[word])
      Self.insert(literal.filter { $0.field.isTitle }, of: part, into: &inTitle[word])
    }
  }

  private static func insert(_ postings: [FieldSegment.Postings], of part: FieldSegment, into rows: inout RowSet) {
    if postings.isEmpty { return }
    let ordinals = OrdinalSet(universe: part.reader.documentCount, unionOf: postings.map(\.ordinals))
    rows.insert { insert in part.forEachRow(of: ordinals) { insert($0) } }
  }

  /// For each pending document with a word in a field, the greatest weight of each word in each
  /// field.
  private static func weights(_ forms: [WordForm], in fields: [RankedField], _ pending: PendingWords) -> [Int: [UInt32]] {
    var weights: [Int: [UInt32]] = [:]
    let fieldCount = RankedField.allCases.count
    for (term, places) in pending.documents {
      for (word, form) in forms.enumerated() {
        for (index, field) in places where fields.contains(field) {
          let weight = form.weight(of: term.span, in: .words(field.words))
          if weight == 0 { continue }
          let column = word * fieldCount + Int(field.rawValue)
          weights[index, default: [UInt32](repeating: 0, count: forms.count * fieldCount)][column].raise(to: weight)
        }
      }
    }
    return weights
  }
}

extension UInt32 {
  fileprivate mutating func raise(to other: UInt32) { self = Swift.max(self, other) }
}

extension [UInt64] {
  fileprivate var isStrictlyAscending: Bool {
    guard var last = first else { return true }
    for element in self[1...] {
      if element <= last { return false }
      last = element
    }
    return true
  }
}

extension RankingParameters {
  /// What an occurrence of a term with a weight in a field counts compared to one in a text.
  func frequency(_ weight: UInt32, in field: RankedField) -> Float {
    Float(weight) / Float(WordPostings.fullWeight) * self.weight(of: field)
  }
}

internal import Segments

/// The documents whose names or attributes contain words of a query: a table with a row for each
/// document, in the order of DocumentIDs.
struct FieldMatches {
  let wordCount: Int
  private(set) var documents: [UInt64] = []
  private(set) var directories: [UInt32] = []

  /// The weighted frequency of each word in the fields, row by row.
  private(set) var frequencies: [Float] = []
  /// A bit for each word that is in a name or title as it was typed, not in another form.
  private(set) var inTitle: [UInt64] = []
  /// The same for all fields.
  private(set) var inFields: [UInt64] = []

  var count: Int { documents.count }

  /// Finds the documents in segments of the attributes layer, and pending documents.
  init(
    _ forms: [WordForm], in segments: [LiveSegment], _ pending: PendingWords, _ parameters: RankingParameters
  ) throws(StoreError) {
    wordCount = forms.count
    for segment in segments {
      try translatingSegmentErrors { () throws(SegmentError) in try add(forms, segment, parameters) }
    }
    add(forms, pending, parameters)
    sort()
  }

  /// A word in a field of a document.
  private struct Occurrence {
    let index: UInt32
    let word: Int
    let field: RankedField
    let frequency: Float
    let isLiteral: Bool
  }

  private mutating func add(_ forms: [WordForm], _ segment: LiveSegment, _ parameters: RankingParameters) throws(SegmentError) {
    let reader = segment.reader
    var occurrences: [Occurrence] = []
    for (word, form) in forms.enumerated() {
      for field in RankedField.allCases {
        // A document counts once, with the greatest weight.
        var terms = try form.terms(in: .words(field.words), of: reader)
        if terms.isEmpty { continue }
        terms.sort { $0.weight > $1.weight }
        var seen = segment.dead
        var start = 0
        while start < terms.count {
          let weight = terms[start].weight
          let end = terms[start...].firstIndex { $0.weight != weight } ?? terms.count
          let found = try reader.documents(with: terms[start..<end].map(\.postings)).subtracting(seen)
          let (frequency, isLiteral) = (Self.frequency(weight, field, parameters), form.isLiteral(weight))
          found.forEach {
            occurrences.append(Occurrence(index: $0, word: word, field: field, frequency: frequency, isLiteral: isLiteral))
            return true
          }
          start = end
          if start < terms.count { seen = seen.union(found) }
        }
      }
    }
    if occurrences.isEmpty { return }
    var words = [UInt64](repeating: 0, count: (reader.documentCount + 63) / 64)
    for occurrence in occurrences { words[Int(occurrence.index >> 6)] |= 1 << UInt64(occurrence.index & 63) }
    let ordinals = OrdinalSet(universe: reader.documentCount, words: words)
    var rows = [Int32](repeating: -1, count: reader.documentCount)
    var next = count
    ordinals.forEach {
      rows[Int($0)] = Int32(next)
      next += 1
      return true
    }
    addRows(ordinals.count)
    next = count - ordinals.count
    try reader.forEachDocumentID(of: ordinals) { _, document in
      documents[next] = document
      next += 1
    }
    next = count - ordinals.count
    try reader.forEachDirectoryID(of: ordinals) { _, directory in
      directories[next] = UInt32(truncatingIfNeeded: directory)
      next += 1
    }
    for occurrence in occurrences { add(occurrence, to: Int(rows[Int(occurrence.index)])) }
  }

  private static func frequency(_ weight: UInt32, _ field: RankedField, _ parameters: RankingParameters) -> Float {
    Float(weight) / Float(TermFrequencies.fullWeight) * parameters.weight(of: field)
  }

  private mutating func addRows(_ added: Int) {
    documents.append(contentsOf: repeatElement(0, count: added))
    directories.append(contentsOf: repeatElement(0, count: added))
    frequencies.append(contentsOf: repeatElement(0, count: added * wordCount))
    inTitle.append(contentsOf: repeatElement(0, count: added))
    inFields.append(contentsOf: repeatElement(0, count: added))
  }

  private mutating func add(_ occurrence: Occurrence, to row: Int) {
    frequencies[row * wordCount + occurrence.word] += occurrence.frequency
    guard occurrence.isLiteral else { return }
    inFields[row] |= 1 << UInt64(occurrence.word)
    if occurrence.field.isTitle { inTitle[row] |= 1 << UInt64(occurrence.word) }
  }

  private mutating func add(_ forms: [WordForm], _ pending: PendingWords, _ parameters: RankingParameters) {
    var weights: [Int: [UInt32]] = [:]
    let fieldCount = RankedField.allCases.count
    for (term, places) in pending.documents {
      for (word, form) in forms.enumerated() {
        for (index, field) in places {
          let weight = form.weight(of: term.span, in: .words(field.words))
          if weight == 0 { continue }
          let column = word * fieldCount + Int(field.rawValue)
          var row = weights[index] ?? [UInt32](repeating: 0, count: forms.count * fieldCount)
          row[column] = max(row[column], weight)
          weights[index] = row
        }
      }
    }
    for (index, row) in weights {
      let reference = pending.references[index]
      addRows(1)
      documents[count - 1] = reference.document.rawValue
      directories[count - 1] = reference.directory.rawValue
      for (column, weight) in row.enumerated() where weight > 0 {
        guard let field = RankedField(rawValue: UInt8(column % fieldCount)) else { continue }
        let (word, frequency) = (column / fieldCount, Self.frequency(weight, field, parameters))
        let isLiteral = forms[word].isLiteral(weight)
        add(Occurrence(index: 0, word: word, field: field, frequency: frequency, isLiteral: isLiteral), to: count - 1)
      }
    }
  }

  /// Sorts the rows by DocumentID.
  private mutating func sort() {
    if zip(documents, documents.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    let order = documents.indices.sorted { documents[$0] < documents[$1] }
    var frequencies: [Float] = []
    frequencies.reserveCapacity(self.frequencies.count)
    for row in order { frequencies.append(contentsOf: self.frequencies[row * wordCount..<(row + 1) * wordCount]) }
    self.frequencies = frequencies
    documents = order.map { documents[$0] }
    directories = order.map { directories[$0] }
    inTitle = order.map { inTitle[$0] }
    inFields = order.map { inFields[$0] }
  }

  /// The row of a document, or `nil` if it has none.
  func row(of document: UInt64) -> Int? {
    var (low, high) = (0, documents.count)
    while low < high {
      let middle = (low + high) / 2
      if documents[middle] < document { low = middle + 1 } else { high = middle }
    }
    return low < documents.count && documents[low] == document ? low : nil
  }
}

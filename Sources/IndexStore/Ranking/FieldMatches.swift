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

  /// The documents of a segment that contain a word in a field.
  private struct Found {
    let ordinals: OrdinalSet
    let word: Int
    let field: RankedField
    let frequency: Float
    let isLiteral: Bool
  }

  private mutating func add(_ forms: [WordForm], _ segment: LiveSegment, _ parameters: RankingParameters) throws(SegmentError) {
    let reader = segment.reader
    var found: [Found] = []
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
          let ordinals = try reader.documents(with: terms[start..<end].map(\.postings)).subtracting(seen)
          if !ordinals.isEmpty {
            let frequency = Self.frequency(weight, field, parameters)
            found.append(Found(ordinals: ordinals, word: word, field: field, frequency: frequency, isLiteral: form.isLiteral(weight)))
          }
          start = end
          if start < terms.count { seen = seen.union(ordinals) }
        }
      }
    }
    if found.isEmpty { return }
    let ordinals = OrdinalSet(universe: reader.documentCount, unionOf: found.map(\.ordinals))
    let first = count
    addRows(ordinals.count)
    var next = first
    try reader.forEachDocumentID(of: ordinals) { _, document in
      documents[next] = document
      next += 1
    }
    next = first
    try reader.forEachDirectoryID(of: ordinals) { _, directory in
      directories[next] = UInt32(truncatingIfNeeded: directory)
      next += 1
    }
    // The row of an ordinal is the number of lesser ones.
    let words = ordinals.words
    var ranks = [Int](repeating: 0, count: words.count)
    next = first
    for index in words.indices {
      ranks[index] = next
      next += words[index].nonzeroBitCount
    }
    for found in found {
      found.ordinals.forEachWord { index, members in
        var rest = members
        while rest != 0 {
          let lesser = rest & (0 &- rest) &- 1
          let row = ranks[index] + (words[index] & lesser).nonzeroBitCount
          add(found.word, in: found.field, found.frequency, isLiteral: found.isLiteral, to: row)
          rest &= rest - 1
        }
      }
    }
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

  @inline(__always)
  private mutating func add(_ word: Int, in field: RankedField, _ frequency: Float, isLiteral: Bool, to row: Int) {
    frequencies[row * wordCount + word] += frequency
    guard isLiteral else { return }
    inFields[row] |= 1 << UInt64(word)
    if field.isTitle { inTitle[row] |= 1 << UInt64(word) }
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
        add(word, in: field, frequency, isLiteral: forms[word].isLiteral(weight), to: count - 1)
      }
    }
  }

  /// Sorts the rows by DocumentID.
  private mutating func sort() {
    // Usually only pending documents are not in order, and they are few.
    let sortedCount = documents.indices.dropFirst().first { documents[$0] <= documents[$0 - 1] } ?? count
    if sortedCount == count { return }
    let rest = (sortedCount..<count).sorted { documents[$0] < documents[$1] }
    var order: [Int] = []
    order.reserveCapacity(count)
    var row = 0
    for index in rest {
      while row < sortedCount, documents[row] < documents[index] {
        order.append(row)
        row += 1
      }
      order.append(index)
    }
    order.append(contentsOf: row..<sortedCount)
    var frequencies: [Float] = []
    frequencies.reserveCapacity(self.frequencies.count)
    for row in order { for index in row * wordCount..<(row + 1) * wordCount { frequencies.append(self.frequencies[index]) } }
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

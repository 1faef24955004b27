internal import Segments
internal import TextAnalysis

/// Finds the best documents for a query by the frequencies of its words (BM25F).
///
/// A word's frequencies in the fields of a document are added up with their weights before they
/// saturate, so a word in the name and the text of a document does not count as two words:
///
///     frequency = Σ fields (weight · occurrences) + occurrences in the text / (1 − b + b · length / mean length)
///     score = Σ words idf · frequency / (k1 + frequency)
///
/// Number of documents, document frequencies and mean length are those of the whole store without
/// dead versions. Scores therefore do not depend on how documents are divided into segments.
///
/// Documents with words in their fields are few and are scored one by one. The other documents have
/// words only in their texts. Their scores are added up word by word, the rarest word first. Once
/// the remaining words together cannot lift a document above the best documents so far, they are
/// looked up only for documents that can still reach them (MaxScore).
struct RankedMatching {
  let forms: [WordForm]
  let fields: FieldMatches
  let texts: [TextFrequencies]
  private let parameters: RankingParameters
  /// The weight of each word: its inverse document frequency.
  let idf: [Float]
  /// Indices of the words, the highest idf first.
  private let order: [Int]
  /// For each index in ``order``, the score that its word and the following ones can add at most.
  private let mostOfRest: [Float]
  private let meanLength: Float

  /// For each row of ``fields``, the text of its document.
  private let textOfRow: [(segment: Int, ordinal: UInt32)?]
  /// For each row and word, the occurrences in the text divided by its relative length.
  private let textFrequencies: [Float]
  /// Number of documents that contain each word.
  let documentFrequencies: [Int]

  private var allWords: UInt64 { forms.count == 64 ? .max : 1 << UInt64(forms.count) - 1 }

  init(
    _ forms: [WordForm], _ source: RankedSource, _ parameters: RankingParameters
  ) throws(StoreError) {
    self.forms = forms
    self.parameters = parameters
    fields = try FieldMatches(forms, in: source.attributes, source.pending, parameters)
    var texts: [TextFrequencies] = []
    for segment in source.texts { texts.append(try TextFrequencies(forms, in: segment, removed: source.removed)) }
    self.texts = texts
    let size = texts.reduce((positions: 0, texts: 0)) { ($0.positions + $1.size.positions, $0.texts + $1.size.texts) }
    meanLength = Float(Double(max(size.positions, 1)) / Double(max(size.texts, 1)))

    // Documents with a row, in their texts.
    var textOfRow = [(segment: Int, ordinal: UInt32)?](repeating: nil, count: fields.count)
    var frequencies = [Float](repeating: 0, count: fields.frequencies.count)
    var counts = [Int](repeating: 0, count: forms.count)
    let ids = DocumentIDSet(ascending: fields.documents)
    for (number, text) in texts.enumerated() {
      for (word, found) in text.words.enumerated() { counts[word] += found.ordinals.count }
      let rows = try Self.rows(of: fields, ids, in: text)
      for (word, found) in text.words.enumerated() {
        var start = 0
        for (ordinal, row) in rows {
          guard let index = found.index(of: ordinal, from: &start) else { continue }
          let norm = Self.norm(text.lengths.counts[Int(ordinal)], meanLength, parameters)
          frequencies[row * forms.count + word] = found.frequencies[index] / norm
        }
      }
      for (ordinal, row) in rows { textOfRow[row] = (number, ordinal) }
    }
    for row in 0..<fields.count {
      for word in forms.indices {
        let index = row * forms.count + word
        if fields.frequencies[index] > 0, frequencies[index] == 0 { counts[word] += 1 }
      }
    }
    self.textOfRow = textOfRow
    textFrequencies = frequencies
    documentFrequencies = counts
    let total = Double(source.documentCount)
    idf = zip(counts, forms).map { count, form in
      Float(form.word.count) * Float(logarithm(1 + max(0.5, total - Double(count) + 0.5) / (Double(count) + 0.5)))
    }
    let idf = idf
    order = forms.indices.sorted { (idf[$1], $0) < (idf[$0], $1) }
    // A little more than the sum, because sums of scores are rounded.
    var (most, sum): ([Float], Float) = ([], 0)
    for word in order.reversed() {
      sum += idf[word]
      most.append(sum * 1.0001)
    }
    mostOfRest = most.reversed()
  }

  /// The live texts of the documents with rows, in the order of ordinals.
  private static func rows(
    of fields: FieldMatches, _ ids: DocumentIDSet, in text: TextFrequencies
  ) throws(StoreError) -> [(ordinal: UInt32, row: Int)] {
    try translatingSegmentErrors { () throws(SegmentError) in
      let ordinals = try text.reader.ordinals(of: ids).subtracting(text.excluded)
      var rows: [(ordinal: UInt32, row: Int)] = []
      rows.reserveCapacity(ordinals.count)
      let isAscending = text.reader.isInDocumentOrder
      var next = 0
      try text.reader.forEachDocumentID(of: ordinals) { ordinal, document in
        if isAscending {
          while fields.documents[next] < document { next += 1 }
          rows.append((ordinal, next))
        } else if let row = fields.row(of: document) {
          rows.append((ordinal, row))
        }
      }
      return rows
    }
  }

  // MARK: Scores

  @inline(__always)
  private static func norm(_ length: UInt32, _ meanLength: Float, _ parameters: RankingParameters) -> Float {
    1 - parameters.lengthNormalization + parameters.lengthNormalization * Float(length) / meanLength
  }

  @inline(__always)
  private func score(_ word: Int, _ frequency: Float) -> Float { idf[word] * frequency / (parameters.saturation + frequency) }

  /// Which documents may become top.
  struct Selection {
    var tier: RankTier
    /// `nil` for all documents.
    var allowed: DocumentIDSet?
    var phrases: PhraseMatches?
    /// Documents of higher tiers, found before.
    var known: Set<UInt64> = []

    func accepts(_ document: UInt64) -> Bool { !known.contains(document) && allowed?.contains(document) ?? true }
  }

  /// Adds the best documents of a selection.
  func add(_ selection: Selection, to top: inout TopDocuments) throws(StoreError) {
    addRows(selection, to: &top)
    if selection.tier == .some {
      try addTextsWithSome(selection, to: &top)
    } else {
      try addTextsWithAll(selection, to: &top)
    }
  }

  private func addRows(_ selection: Selection, to top: inout TopDocuments) {
    for row in 0..<fields.count {
      var (score, found): (Float, UInt64) = (0, 0)
      for word in order {
        let index = row * forms.count + word
        let frequency = fields.frequencies[index] + textFrequencies[index]
        if frequency == 0 { continue }
        score += self.score(word, frequency)
        found |= 1 << UInt64(word)
      }
      guard selection.tier == .some || found == allWords else { continue }
      let tier = tier(ofRow: row, atMost: selection.tier)
      guard top.mayAdd(tier, score), selection.accepts(fields.documents[row]) else { continue }
      if let phrases = selection.phrases, !phrases.rows.contains(row) { continue }
      top.insert(
        TopDocuments.Entry(tier: tier, score: score, document: fields.documents[row], text: textOfRow[row]))
    }
  }

  private func tier(ofRow row: Int, atMost tier: RankTier) -> RankTier {
    guard tier == .everywhere else { return tier }
    return fields.inTitle[row] == allWords ? .title : fields.inFields[row] == allWords ? .attributes : .everywhere
  }

  /// Whether the text of a row's document is one of `ordinals`, which has a set for each segment.
  func isTextOfRow(_ row: Int, in ordinals: [OrdinalSet]) -> Bool {
    textOfRow[row].map { ordinals[$0.segment].contains($0.ordinal) } ?? false
  }

  /// The documents of a text segment that have no row and are wanted; a bit for each.
  private func eligible(_ number: Int, _ selection: Selection) throws(StoreError) -> [UInt64] {
    let reader = texts[number].reader
    var words = [UInt64](repeating: .max, count: (reader.documentCount + 63) / 64)
    func restrict(to set: OrdinalSet) { for (index, word) in set.words.enumerated() { words[index] &= word } }
    if let phrases = selection.phrases { restrict(to: phrases.texts[number]) }
    if let allowed = selection.allowed {
      restrict(to: try translatingSegmentErrors { () throws(SegmentError) in try reader.ordinals(of: allowed) })
    }
    for case (number, let ordinal)? in textOfRow { words[Int(ordinal >> 6)] &= ~(1 << UInt64(ordinal & 63)) }
    return words
  }

  /// Adds the documents without a row that contain all words in their texts.
  private func addTextsWithAll(_ selection: Selection, to top: inout TopDocuments) throws(StoreError) {
    for (number, text) in texts.enumerated() {
      let ascending = forms.indices.sorted { (text.words[$0].ordinals.count, $0) < (text.words[$1].ordinals.count, $1) }
      guard let rarest = ascending.first, !text.words[rarest].ordinals.isEmpty else { continue }
      let eligible = try eligible(number, selection)
      if forms.count == 1 {
        try addTexts(with: text.words[0], among: eligible, of: number, selection, to: &top)
        continue
      }
      var starts = [Int](repeating: 0, count: forms.count)
      var indices = starts
      next: for (index, ordinal) in text.words[rarest].ordinals.enumerated() {
        if eligible[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 == 0 { continue }
        indices[rarest] = index
        for word in ascending.dropFirst() {
          guard let found = text.words[word].index(of: ordinal, from: &starts[word]) else { continue next }
          indices[word] = found
        }
        let norm = Self.norm(text.lengths.counts[Int(ordinal)], meanLength, parameters)
        var score: Float = 0
        for word in order { score += self.score(word, text.words[word].frequencies[indices[word]] / norm) }
        try insert(ordinal, of: number, score, selection, into: &top)
      }
    }
  }

  /// Adds the documents without a row that contain the only word.
  private func addTexts(
    with found: TermFrequencies, among eligible: [UInt64], of number: Int, _ selection: Selection, to top: inout TopDocuments
  ) throws(StoreError) {
    let (ordinals, frequencies, lengths) = (found.ordinals, found.frequencies, texts[number].lengths.counts)
    let (idf, saturation, b) = (idf[0], parameters.saturation, parameters.lengthNormalization)
    var least = top.leastScore(of: selection.tier)
    for index in ordinals.indices {
      let ordinal = ordinals[index]
      let norm = 1 - b + b * Float(lengths[Int(ordinal)]) / meanLength
      let frequency = frequencies[index] / norm
      let score = idf * frequency / (saturation + frequency)
      if score < least || eligible[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 == 0 { continue }
      try insert(ordinal, of: number, score, selection, into: &top)
      least = top.leastScore(of: selection.tier)
    }
  }

  /// Adds the documents without a row that contain some of the words in their texts, if they may
  /// be among the best.
  private func addTextsWithSome(_ selection: Selection, to top: inout TopDocuments) throws(StoreError) {
    for number in texts.indices {
      let eligible = try eligible(number, selection)
      let text = texts[number]
      let universe = text.reader.documentCount
      var scores = [Float](repeating: 0, count: universe)
      var touched: [UInt32] = []
      var threshold = top.threshold(with: []) { _ in 0 }
      for (position, word) in order.enumerated() {
        let found = text.words[word]
        let rest = mostOfRest[position]
        if rest < threshold {
          var (kept, start) = (0, 0)
          for ordinal in touched where scores[Int(ordinal)] + rest >= threshold {
            touched[kept] = ordinal
            kept += 1
          }
          touched.removeSubrange(kept...)
          touched.sort()
          for ordinal in touched {
            guard let index = found.index(of: ordinal, from: &start) else { continue }
            scores[Int(ordinal)] += score(word, found.frequencies[index], text, ordinal)
          }
        } else {
          for (index, ordinal) in found.ordinals.enumerated() {
            if eligible[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 == 0 { continue }
            if scores[Int(ordinal)] == 0 { touched.append(ordinal) }
            scores[Int(ordinal)] += score(word, found.frequencies[index], text, ordinal)
          }
        }
        threshold = max(threshold, top.threshold(with: touched) { scores[Int($0)] })
      }
      for ordinal in touched where scores[Int(ordinal)] >= threshold {
        try insert(ordinal, of: number, scores[Int(ordinal)], selection, into: &top)
      }
    }
  }

  @inline(__always)
  private func score(_ word: Int, _ frequency: Float, _ text: TextFrequencies, _ ordinal: UInt32) -> Float {
    score(word, frequency / Self.norm(text.lengths.counts[Int(ordinal)], meanLength, parameters))
  }

  private func insert(
    _ ordinal: UInt32, of number: Int, _ score: Float, _ selection: Selection, into top: inout TopDocuments
  ) throws(StoreError) {
    // Reading a DocumentID takes longer than scoring a document, and few documents are inserted.
    guard top.mayAdd(selection.tier, score) else { return }
    let reader = texts[number].reader
    let document = try translatingSegmentErrors { () throws(SegmentError) in try reader.documentID(of: ordinal) }
    if selection.known.contains(document) { return }
    top.insert(TopDocuments.Entry(tier: selection.tier, score: score, document: document, text: (number, ordinal)))
  }
}

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
/// Documents with words in their fields are scored one by one. The other documents have words only
/// in their texts. These are divided into windows of ordinals; the windows with the greatest upper
/// bounds of scores are read first, and those that cannot contain one of the best documents are not
/// read (block-max pruning).
struct RankedMatching {
  let forms: [WordForm]
  let fields: FieldMatches
  let texts: [RankedText]
  private let parameters: RankingParameters
  private let normalization: LengthNormalization
  /// The weight of each word: its inverse document frequency.
  let idf: [Float]
  /// Indices of the words, the highest idf first.
  private let order: [Int]

  /// For each word and row of ``fields``, the occurrences in the text divided by its relative length.
  private let textFrequencies: [[Float]]
  /// The rows with all words in their names or titles, and those with all words in their fields.
  private let inTitle: RowSet
  private let inFields: RowSet
  /// `nil` if rescoring looks at all rows of ``inTitle``.
  private let titleTiers: TitleTiers?
  /// For each word, the sum of the document frequencies of its terms in texts, and the number of
  /// documents that contain it only in their fields.
  let documentFrequencies: [Int]

  init(
    _ forms: [WordForm], _ query: RankedQuery, _ source: RankedSource, _ parameters: RankingParameters
  ) throws(StoreError) {
    self.forms = forms
    self.parameters = parameters
    let fields = try FieldMatches(forms, in: source.attributes, source.pending, parameters)
    self.fields = fields
    let size = source.texts.map(\.size).reduce((positions: 0, texts: 0)) { ($0.positions + $1.positions, $0.texts + $1.texts) }
    let normalization = LengthNormalization(
      meanLength: Float(Double(max(size.positions, 1)) / Double(max(size.texts, 1))), b: parameters.lengthNormalization)
    self.normalization = normalization
    var frequencies = forms.map { _ in [Float](repeating: 0, count: fields.count) }
    var texts: [RankedText] = []
    for segment in source.texts {
      try translatingSegmentErrors { () throws(SegmentError) in
        texts.append(try RankedText(forms, in: segment, of: fields, normalization, adding: &frequencies))
      }
    }
    self.texts = texts
    textFrequencies = frequencies
    let counts = forms.indices.map { word in
      texts.reduce(RowScores.countFieldsAlone(fields.frequencies[word], frequencies[word])) { $0 + $1.words[word].documentFrequency }
    }
    documentFrequencies = counts
    let total = Double(source.documentCount)
    idf = zip(counts, forms).map { count, form in
      guard parameters.weighsFrequencies else { return Float(form.word.count) }
      return Float(form.word.count) * Float(logarithm(1 + max(0.5, total - Double(count) + 0.5) / (Double(count) + 0.5)))
    }
    let idf = idf
    order = forms.indices.sorted { (idf[$1], $0) < (idf[$0], $1) }
    inTitle = fields.inTitle.intersection
    inFields = fields.inFields.intersection
    titleTiers =
      inTitle.count > parameters.rescoringDepth ? try TitleTiers(query, of: inTitle, in: fields, source.pending) : nil
  }

  // MARK: Scores

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
    try translatingSegmentErrors { () throws(SegmentError) in
      for number in texts.indices { try addTexts(of: number, selection, to: &top) }
    }
  }

  private func addRows(_ selection: Selection, to top: inout TopDocuments) {
    var scores = [Float](repeating: 0, count: fields.count)
    let missing: Float = selection.tier == .some ? 0 : -.infinity
    for word in order {
      RowScores.add(
        fields.frequencies[word], textFrequencies[word], weight: idf[word], saturation: parameters.saturation, missing: missing,
        to: &scores)
    }
    for (tier, rows) in tiers(atMost: selection.tier) {
      var least = top.leastScore(of: tier)
      if least == .infinity { return }
      rows.forEachReversed { row in
        let score = scores[row]
        guard score > 0, score >= least, selection.accepts(fields.documents[row]) else { return }
        if let phrases = selection.phrases, !phrases.rows.contains(row) { return }
        top.insert(TopDocuments.Entry(tier: tier, score: score, document: fields.documents[row]))
        least = top.leastScore(of: tier)
      }
    }
  }

  /// The rows of each tier, the highest tier first.
  private func tiers(atMost tier: RankTier) -> [(RankTier, RowSet)] {
    var rest = RowSet(all: fields.count)
    guard tier == .everywhere else { return [(tier, rest)] }
    var tiers: [(RankTier, RowSet)] = []
    func add(_ tier: RankTier, _ rows: RowSet) {
      var rows = rows
      rows.formIntersection(rest)
      rest.subtract(rows)
      tiers.append((tier, rows))
    }
    if let titleTiers {
      add(.wholeTitle, titleTiers.wholes)
      add(.titlePrefix, titleTiers.beginnings)
    }
    add(.title, inTitle)
    add(.attributes, inFields)
    add(.everywhere, rest)
    return tiers
  }

  /// The rows whose texts are among `found`, which has a set for each segment.
  func rows(withTexts found: [OrdinalSet]) throws(StoreError) -> Set<Int> {
    var rows: Set<Int> = []
    for (text, found) in zip(texts, found) {
      let ids = try translatingSegmentErrors { () throws(SegmentError) in try text.reader.documentIDs(inOrderOf: found) }
      for (ordinal, id) in zip(found.ordinals, ids) where !text.excluded.contains(ordinal) {
        if let row = fields.ranks.rank(of: id) { rows.insert(row) }
      }
    }
    return rows
  }

  // MARK: Texts without rows

  /// The documents of a text segment that have no row and are wanted; a bit for each.
  private func eligible(_ number: Int, _ selection: Selection) throws(SegmentError) -> [UInt64] {
    var words = texts[number].withoutRow
    func restrict(to set: OrdinalSet) { for (index, word) in set.words.enumerated() { words[index] &= word } }
    if let phrases = selection.phrases { restrict(to: phrases.texts[number]) }
    if let allowed = selection.allowed { restrict(to: try texts[number].reader.ordinals(of: allowed)) }
    return words
  }

  /// Adds the documents of a segment without a row that contain all words in their texts, or some of
  /// them if the tier is ``RankTier/some``.
  private func addTexts(of number: Int, _ selection: Selection, to top: inout TopDocuments) throws(SegmentError) {
    let text = texts[number]
    let needsAll = selection.tier != .some
    let windows = windows(of: text, needsAll: needsAll)
    if windows.isEmpty { return }
    let eligible = try eligible(number, selection)
    var scores = WindowScores(normalization, saturation: parameters.saturation)
    let words = order.map { (text.words[$0], idf[$0]) }
    func visit(_ window: Int) throws(SegmentError) {
      let least = top.leastScore(of: selection.tier)
      var found = try scores.candidates(of: window, words, text.lengths, eligible: eligible, needsAll: needsAll, least: least)
      while let offset = found.popLast() {
        try insert(UInt32(window * WordPostings.windowSize + offset), of: number, scores[offset], selection, into: &top)
      }
    }
    // The best windows first, for a high threshold; then the others in order, because a block of a
    // rarer word covers several windows.
    let best = windows.greatest(Self.firstWindows)
    for window in best {
      if window.bound < top.leastScore(of: selection.tier) { return }
      try visit(window.window)
    }
    guard let last = best.last, windows.count > best.count else { return }
    for window in windows.reversed() where window < last && window.bound >= top.leastScore(of: selection.tier) {
      try visit(window.window)
    }
  }

  private static let firstWindows = 16

  /// The windows of a segment that may have wanted texts, in the order of ordinals.
  private func windows(of text: RankedText, needsAll: Bool) -> [BoundedWindow] {
    var sums = [Float](repeating: 0, count: text.words.first?.bounds.count ?? 0)
    for word in order {
      let bounds = text.words[word].bounds
      for window in sums.indices {
        let frequency = bounds[window]
        if frequency == 0 {
          if needsAll { sums[window] = -.infinity }
        } else {
          sums[window] += frequency == .infinity ? idf[word] : score(word, frequency)
        }
      }
    }
    // A little more, because scores are computed from rounded numbers.
    return sums.indices.lazy.filter { sums[$0] > 0 }.map { BoundedWindow(bound: sums[$0] * 1.0001, window: $0) }
  }

  /// A window of a segment, and an upper bound of the scores of its texts.
  private struct BoundedWindow: Comparable {
    let bound: Float
    let window: Int

    static func < (one: BoundedWindow, other: BoundedWindow) -> Bool { (one.bound, one.window) < (other.bound, other.window) }
  }

  private func insert(
    _ ordinal: UInt32, of number: Int, _ score: Float, _ selection: Selection, into top: inout TopDocuments
  ) throws(SegmentError) {
    // Reading a DocumentID takes longer than scoring a document, and few documents are inserted.
    guard top.mayAdd(selection.tier, score) else { return }
    let document = try texts[number].reader.documentID(of: ordinal)
    if selection.known.contains(document) { return }
    top.insert(TopDocuments.Entry(tier: selection.tier, score: score, document: document))
  }
}

extension Array where Element: Comparable {
  /// The greatest elements, at most `count`, in descending order.
  ///
  /// - Complexity: O(*n*) if few elements are greater than all before them.
  fileprivate func greatest(_ count: Int) -> [Element] {
    var found: [Element] = []
    found.reserveCapacity(count + 1)
    for element in self {
      if found.count == count {
        if element < found[count - 1] { continue }
        found.removeLast()
      }
      found.insert(element, at: found.firstIndex { $0 < element } ?? found.count)
    }
    return found
  }
}

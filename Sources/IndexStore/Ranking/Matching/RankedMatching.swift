// SPDX-License-Identifier: Apache-2.0

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
/// Documents with words in their fields are scored one by one; if enough of them belong to a higher
/// tier, only these. The other documents have words only in their texts. These are divided into
/// windows of ordinals; the windows with the greatest upper bounds of scores are read first, and those
/// that cannot contain one of the best documents are not read (block-max pruning).
///
/// Not thread-safe.
final class RankedMatching {
  let forms: [WordForm]
  let fields: FieldPostings
  let texts: [RankedText]
  let pending: PendingWords
  let parameters: RankingParameters
  let normalization: LengthNormalization
  /// The weight of each word: its inverse document frequency.
  let idf: [Float]
  /// Indices of the words, the highest idf first.
  let order: [Int]
  /// For each word, about the number of documents that contain it. Those with it in their texts (the sum over
  /// its terms) and those with it in their fields are counted, not those with it in both.
  let documentFrequencies: [Int]
  /// The documents of each tier above ``RankTier/everywhere``, the highest tier first.
  let tiers: [Tier]
  private var rowsOfAll: RankedRows?

  init(
    _ forms: [WordForm], _ query: RankedQuery, _ source: RankedSource, _ parameters: RankingParameters
  ) throws(StoreError) {
    self.forms = forms
    self.parameters = parameters
    pending = source.pending
    let fields = try FieldPostings(forms, in: source.attributes, source.pending, parameters)
    self.fields = fields
    let size = source.texts.map(\.size).reduce((positions: 0, texts: 0)) { ($0.positions + $1.positions, $0.texts + $1.texts) }
    let normalization = LengthNormalization(
      meanLength: Float(Double(max(size.positions, 1)) / Double(max(size.texts, 1))), b: parameters.lengthNormalization)
    self.normalization = normalization
    let texts = try source.texts.map { segment throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try RankedText(forms, in: segment, normalization) }
    }
    self.texts = texts
    let total = Double(source.documentCount)
    // Most words of a title are in the text, too, so what they add is the documents without a text.
    let shareWithoutText = max(0, 1 - Double(size.texts) / max(total, 1))
    let counts = zip(forms.indices, fields.documentFrequencies).map { word, inFields in
      let inTexts = texts.reduce(0) { $0 + $1.words[word].documentFrequency }
      return max(inFields, inTexts + Int((Double(inFields) * shareWithoutText).rounded()))
    }
    documentFrequencies = counts
    let idf = zip(counts, forms).map { count, form in
      guard parameters.weighsFrequencies else { return Float(form.word.count) }
      return Float(form.word.count) * Float(logarithm(1 + max(0.5, total - Double(count) + 0.5) / (Double(count) + 0.5)))
    }
    self.idf = idf
    order = forms.indices.sorted { (idf[$1], $0) < (idf[$0], $1) }
    var tiers: [Tier] = []
    if fields.inTitle.count > parameters.rescoringDepth {
      let titles = try TitleTiers(query, in: fields, source.pending)
      tiers = [(.wholeTitle, titles.wholes), (.titlePrefix, titles.beginnings)]
    }
    self.tiers = tiers + [(.title, fields.inTitle), (.attributes, fields.inFields)]
  }

  /// The rows of all documents with words in their fields.
  func rows() throws(StoreError) -> RankedRows {
    if let rowsOfAll { return rowsOfAll }
    let matches = try FieldMatches(fields.all, of: fields, pending, parameters)
    var frequencies = forms.map { _ in [Float](repeating: 0, count: matches.count) }
    let withoutRow = try texts.map { text throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in
        try text.addFrequencies(of: matches, normalization, to: &frequencies)
      }
    }
    let rows = RankedRows(fields: matches, textFrequencies: frequencies, withoutRow: withoutRow)
    rowsOfAll = rows
    return rows
  }

  // MARK: Scores

  @inline(__always)
  func score(_ word: Int, atMost frequency: Float) -> Float {
    frequency == .infinity ? idf[word] : idf[word] * frequency / (parameters.saturation + frequency)
  }

  /// The scores of rows.
  ///
  /// - Parameters:
  ///   - fields: For each word, the frequency in the fields of each row.
  ///   - texts: For each word, the relative frequency in the text of each row.
  ///   - missing: What is added for a row without a word.
  func scores(_ fields: [[Float]], _ texts: [[Float]], missing: Float) -> [Float] {
    var scores = [Float](repeating: 0, count: fields.first?.count ?? 0)
    for word in order {
      RowScores.add(fields[word], texts[word], weight: idf[word], saturation: parameters.saturation, missing: missing, to: &scores)
    }
    return scores
  }

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
    if let tiers = try highestTiers(selection, count: top.capacity) {
      for (tier, documents) in tiers { try addBest(of: documents, tier, to: &top) }
      return
    }
    let rows = try rows()
    addRows(rows, selection, to: &top)
    try translatingSegmentErrors { () throws(SegmentError) in
      for number in texts.indices { try addTexts(of: number, rows.withoutRow[number], selection, to: &top) }
    }
  }

  func addRows(_ rows: RankedRows, _ selection: Selection, to top: inout TopDocuments) {
    let documents = rows.fields.documents
    let scores = scores(rows.fields.table.frequencies, rows.textFrequencies, missing: selection.tier == .some ? 0 : -.infinity)
    var rest = RowSet(all: documents.count)
    func add(_ tier: RankTier, _ wanted: RowSet) {
      var least = top.leastScore(of: tier)
      if least == .infinity { return }
      wanted.forEachReversed { row in
        let score = scores[row]
        guard score > 0, score >= least, selection.accepts(documents[row]) else { return }
        if let phrases = selection.phrases, !phrases.rows.contains(row) { return }
        top.insert(TopDocuments.Entry(tier: tier, score: score, document: documents[row]))
        least = top.leastScore(of: tier)
      }
    }
    for (tier, documents) in selection.tier == .everywhere ? tiers : [] {
      var wanted = rows.fields.table.rows(of: documents)
      wanted.formIntersection(rest)
      rest.subtract(wanted)
      add(tier, wanted)
    }
    add(selection.tier, rest)
  }

  /// The rows whose texts are among `found`, which has a set for each segment.
  func rows(withTexts found: [OrdinalSet]) throws(StoreError) -> Set<Int> {
    let fields = try self.rows().fields
    var rows: Set<Int> = []
    for (text, found) in zip(texts, found) {
      let ids = try translatingSegmentErrors { () throws(SegmentError) in try text.reader.documentIDs(inOrderOf: found) }
      for (ordinal, id) in zip(found.ordinals, ids) where !text.excluded.contains(ordinal) {
        if let row = fields.row(of: id) { rows.insert(row) }
      }
    }
    return rows
  }

  // MARK: Texts without rows

  /// The documents of a text segment that are wanted; a bit for each.
  ///
  /// - Parameter words: The documents that have no row.
  private func eligible(_ number: Int, among words: consuming [UInt64], _ selection: Selection) throws(SegmentError) -> [UInt64] {
    func restrict(to set: OrdinalSet) { for (index, word) in set.words.enumerated() { words[index] &= word } }
    if let phrases = selection.phrases { restrict(to: phrases.texts[number]) }
    if let allowed = selection.allowed { restrict(to: try texts[number].reader.ordinals(of: allowed)) }
    return words
  }

  /// Adds the documents of a segment without a row that contain all words in their texts, or some of
  /// them if the tier is ``RankTier/some``.
  private func addTexts(
    of number: Int, _ withoutRow: [UInt64], _ selection: Selection, to top: inout TopDocuments
  ) throws(SegmentError) {
    let text = texts[number]
    let needsAll = selection.tier != .some
    let windows = windows(of: text, needsAll: needsAll)
    if windows.isEmpty { return }
    let eligible = try eligible(number, among: withoutRow, selection)
    var scores = WindowScores(normalization, saturation: parameters.saturation)
    let words = order.map { (text.words[$0], idf[$0]) }
    try visit(windows, selection.tier, &top) { window, top throws(SegmentError) in
      let least = top.leastScore(of: selection.tier)
      var found = try scores.candidates(of: window, words, text.lengths, eligible: eligible, needsAll: needsAll, least: least)
      while let offset = found.popLast() {
        let ordinal = UInt32(window * TextLengths.windowSize + offset)
        try insert(selection.tier, scores[offset], ordinal, of: number, except: selection.known, into: &top)
      }
    }
  }

  /// Visits the windows of a segment that may have one of the best texts.
  ///
  /// - Parameter windows: In the order of ordinals.
  func visit(
    _ windows: [BoundedWindow], _ tier: RankTier, _ top: inout TopDocuments,
    _ body: (_ window: Int, inout TopDocuments) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    // The best windows first, for a high threshold; then the others in order, because a block of a
    // rarer word covers several windows.
    let best = windows.greatest(Self.firstWindows)
    for window in best {
      if window.bound < top.leastScore(of: tier) { return }
      try body(window.window, &top)
    }
    guard let last = best.last, windows.count > best.count else { return }
    for window in windows where window < last && window.bound >= top.leastScore(of: tier) { try body(window.window, &top) }
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
          sums[window] += score(word, atMost: frequency)
        }
      }
    }
    // A little more, because scores are computed from rounded numbers.
    return sums.indices.lazy.filter { sums[$0] > 0 }.map { BoundedWindow(bound: sums[$0] * 1.0001, window: $0) }
  }

  /// A window of a segment, and an upper bound of the scores of its texts.
  struct BoundedWindow: Comparable {
    let bound: Float
    let window: Int

    static func < (one: BoundedWindow, other: BoundedWindow) -> Bool { (one.bound, one.window) < (other.bound, other.window) }
  }

  func insert(
    _ tier: RankTier, _ score: Float, _ ordinal: UInt32, of number: Int, except known: Set<UInt64> = [], into top: inout TopDocuments
  ) throws(SegmentError) {
    // Reading a DocumentID takes longer than scoring a document, and few documents are inserted.
    guard top.mayAdd(tier, score) else { return }
    let document = try texts[number].ids[ordinal]
    if known.contains(document) { return }
    top.insert(TopDocuments.Entry(tier: tier, score: score, document: document))
  }
}

/// The documents with words of a query in their fields, and the frequencies of the words in their texts.
struct RankedRows {
  let fields: FieldMatches
  /// For each word and row of ``fields``, the occurrences in the text divided by its relative length.
  let textFrequencies: [[Float]]
  /// For each text segment, a bit for each document that is neither excluded nor in ``fields``.
  let withoutRow: [[UInt64]]
}

extension Array where Element: Comparable {
  /// The greatest elements, at most `count`, in descending order.
  ///
  /// - Complexity: O(*n*) if few elements are greater than all before them.
  func greatest(_ count: Int) -> [Element] {
    var found: [Element] = []
    found.reserveCapacity(count + 1)
    for element in self {
      if found.count == count {
        if element <= found[count - 1] { continue }
        found.removeLast()
      }
      found.insert(element, at: found.firstIndex { $0 < element } ?? found.count)
    }
    return found
  }
}

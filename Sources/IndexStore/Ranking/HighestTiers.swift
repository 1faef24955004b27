internal import Segments

/// Documents with all words of a query in their fields, of which the best ones are better than all other
/// documents, because these belong to lower tiers.
struct HighestTiers {
  /// Documents of tiers above ``tier``. Too few, so that all of them are among the best.
  let higher: FieldSet
  /// The documents of ``tier``.
  let lowest: FieldSet
  let tier: RankTier
}

extension RankedMatching {
  /// The wanted documents of the highest tiers that together have enough of them; `nil` if there are too few.
  func highestTiers(_ selection: Selection, count: Int) throws(StoreError) -> HighestTiers? {
    guard selection.tier == .everywhere, selection.phrases == nil, selection.known.isEmpty, fields.inFields.count >= count else {
      return nil
    }
    let allowed = try selection.allowed.map { allowed throws(StoreError) in
      FieldSet(
        segments: try fields.segments.map { segment throws(StoreError) in
          try translatingSegmentErrors { () throws(SegmentError) in try segment.reader.ordinals(of: allowed) }
        },
        pending: fields.all.pending.filter { allowed.contains(pending.references[$0].document.rawValue) })
    }
    var higher = fields.all.empty
    for (tier, documents) in tiers {
      let lowest = (allowed.map(documents.intersection) ?? documents).subtracting(higher)
      if higher.count + lowest.count >= count { return HighestTiers(higher: higher, lowest: lowest, tier: tier) }
      higher = higher.union(lowest)
    }
    return nil
  }

  /// Adds the best documents of the highest tiers.
  func add(_ highest: HighestTiers, _ selection: Selection, to top: inout TopDocuments) throws(StoreError) {
    if highest.higher.count > 0 { addRows(try rows(of: highest.higher), selection, to: &top) }
    guard highest.lowest.count > parameters.manyDocuments else { return try addBest(of: highest.lowest, highest.tier, to: &top) }
    // Most documents need not even be looked up: first those with the best fields, then those with texts in
    // windows where another one may be better.
    let table = FieldTable(highest.lowest, of: fields, parameters)
    let bounds = scores(table.frequencies, forms.map { _ in [Float](repeating: 0, count: table.count) }, missing: -.infinity)
    let least = bounds.greatest(top.capacity - highest.higher.count).last ?? 0
    var rows = RowSet(count: table.count)
    /// For each word, the greatest frequency of the other documents.
    var greatest = [Float](repeating: 0, count: forms.count)
    for row in bounds.indices where bounds[row] >= least { rows.insert(row) }
    for (word, column) in table.frequencies.enumerated() {
      for row in column.indices where bounds[row] < least { greatest[word] = max(greatest[word], column[row]) }
    }
    var first = table.documents(of: rows)
    first.pending = highest.lowest.pending
    try addBest(of: first, highest.tier, to: &top)
    let others = highest.lowest.subtracting(first)
    try addBest(of: try documents(of: others, from: top.leastScore(of: highest.tier), greatest), highest.tier, to: &top)
  }

  /// Those of some documents whose texts are in windows in which a score may be reached; all of them if these
  /// are many windows.
  ///
  /// - Parameter frequencies: For each word, the greatest frequency in the fields of the documents.
  private func documents(of set: FieldSet, from least: Float, _ frequencies: [Float]) throws(StoreError) -> FieldSet {
    var ids: [UInt64] = []
    var window = [UInt64](repeating: 0, count: WordPostings.windowSize)
    for text in texts {
      for number in 0..<(text.words.first?.bounds.count ?? 0) {
        let bound = order.reduce(Float(0)) { $0 + score($1, atMost: frequencies[$1] + text.words[$1].bounds[number]) }
        // A little more, because scores are computed from rounded numbers.
        guard bound * 1.0001 >= least else { continue }
        let count = try translatingSegmentErrors { () throws(SegmentError) in try text.reader.readDocumentIDs(of: number, into: &window) }
        ids.append(contentsOf: window[..<count])
        // Looking up the documents is faster.
        if ids.count > set.count { return set }
      }
    }
    if !ids.isStrictlyAscending { ids = Set(ids).sorted() }
    let found = DocumentIDSet(ascending: ids)
    let ordinals = try zip(fields.segments, set.segments).map { segment, ordinals throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try segment.reader.ordinals(of: found).intersection(ordinals) }
    }
    return FieldSet(segments: ordinals, pending: [])
  }

  /// Adds the best documents of a set.
  ///
  /// The frequencies in fields alone give lower bounds of the scores and, with the greatest frequencies in the
  /// windows of their texts, upper bounds. Texts are read only in windows where a document may be among the
  /// best, those with the greatest upper bounds first.
  private func addBest(of documents: FieldSet, _ tier: RankTier, to top: inout TopDocuments) throws(StoreError) {
    if documents.count == 0 { return }
    let matches = try FieldMatches(documents, of: fields, pending, parameters)
    let bounds = try translatingSegmentErrors { () throws(SegmentError) in try ScoreBounds(of: matches, in: self) }
    // The documents of higher tiers are in `top`, so that so many documents have at least this score.
    let lower = bounds.lower.greatest(top.capacity)
    let known = max(lower.count == top.capacity ? lower[top.capacity - 1] : 0, top.leastScore(of: tier))
    for row in bounds.rowsWithoutText where bounds.lower[row] >= known {
      top.insert(.init(tier: tier, score: bounds.lower[row], document: matches.documents[row]))
    }
    var sums = WindowSums()
    for number in texts.indices {
      let windows = bounds.windows(of: number, from: known)
      func visit(_ window: ScoreBounds.Window) throws(StoreError) {
        let least = max(known, top.leastScore(of: tier))
        if window.bound < least { return }
        let found = bounds.texts[number][window.texts]
        let scores = try translatingSegmentErrors { () throws(SegmentError) in
          try textScores(found, in: window.number, of: number, matches.table, &sums)
        }
        for (text, score) in zip(found, scores) where score >= least {
          top.insert(.init(tier: tier, score: score, document: matches.documents[text.row]))
        }
      }
      // As in ``addTexts(of:_:_:to:)``.
      let best = windows.greatest(Self.firstWindows)
      for window in best { try visit(window) }
      guard let last = best.last else { continue }
      for window in windows where window < last { try visit(window) }
    }
  }

  /// The scores of documents with texts in a window.
  private func textScores(
    _ texts: ArraySlice<ScoreBounds.Text>, in window: Int, of number: Int, _ table: FieldTable, _ sums: inout WindowSums
  ) throws(SegmentError) -> [Float] {
    let text = self.texts[number]
    let first = window * WordPostings.windowSize
    var scores = [Float](repeating: 0, count: texts.count)
    for word in order {
      let hasWord = text.words[word].bounds[window] > 0
      if hasWord { try sums.read(text.words[word], window) }
      let column = table.frequencies[word]
      var next = 0
      for found in texts {
        var frequency = column[found.row]
        if hasWord {
          let sum = sums[Int(found.ordinal) - first]
          if sum > 0 { frequency += WordPostings.frequency(sum) / normalization.divisor(text.lengths.counts[Int(found.ordinal)]) }
        }
        scores[next] += score(word, atMost: frequency)
        next += 1
      }
    }
    return scores
  }
}

/// Bounds of the scores of documents, from their fields and the windows of their texts.
struct ScoreBounds {
  /// The text of a row.
  struct Text {
    let row: Int
    let ordinal: UInt32
  }

  /// Texts of a window.
  struct Window: Comparable {
    /// The greatest upper bound of their scores.
    let bound: Float
    let number: Int
    /// Indices in the texts of the segment.
    let texts: Range<Int>

    static func < (one: Window, other: Window) -> Bool { (one.bound, one.number) < (other.bound, other.number) }
  }

  /// For each row.
  let lower: [Float]
  private let upper: [Float]
  private(set) var rowsWithoutText: [Int] = []
  /// For each text segment, in the order of ordinals.
  private(set) var texts: [[Text]] = []

  init(of matches: FieldMatches, in matching: RankedMatching) throws(SegmentError) {
    let frequencies = matches.table.frequencies
    var bounds = frequencies.map { [Float](repeating: 0, count: $0.count) }
    lower = matching.scores(frequencies, bounds, missing: -.infinity)
    var withoutText = RowSet(all: matches.count)
    for text in matching.texts {
      var found: [Text] = []
      found.reserveCapacity(matches.count)
      try text.reader.forEachOrdinal(ofDocuments: matches.ascending, excluding: text.excluded) { index, ordinal in
        found.append(Text(row: matches.row(at: index), ordinal: ordinal))
      }
      if !zip(found, found.dropFirst()).allSatisfy({ $0.ordinal < $1.ordinal }) { found.sort { $0.ordinal < $1.ordinal } }
      for text in found { withoutText.remove(text.row) }
      for (word, postings) in text.words.enumerated() {
        let windows = postings.bounds
        for text in found {
          // Unlike an infinite one, a great frequency has a score.
          bounds[word][text.row] = min(windows[Int(text.ordinal) / WordPostings.windowSize], 1e30)
        }
      }
      texts.append(found)
    }
    // A little more, because scores are computed from rounded numbers.
    upper = matching.scores(frequencies, bounds, missing: -.infinity).map { $0 * 1.0001 }
    withoutText.forEachReversed { rowsWithoutText.append($0) }
  }

  /// The windows of a text segment in which a score may be reached, in order.
  func windows(of number: Int, from least: Float) -> [Window] {
    let texts = texts[number]
    var windows: [Window] = []
    var start = 0
    while start < texts.count {
      let window = Int(texts[start].ordinal) / WordPostings.windowSize
      var (end, bound) = (start, -Float.infinity)
      while end < texts.count, Int(texts[end].ordinal) / WordPostings.windowSize == window {
        bound = max(bound, upper[texts[end].row])
        end += 1
      }
      if bound >= least { windows.append(Window(bound: bound, number: window, texts: start..<end)) }
      start = end
    }
    return windows
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Segments

extension RankedMatching {
  /// Documents of a tier above ``RankTier/everywhere``.
  typealias Tier = (tier: RankTier, documents: FieldSet)

  /// The wanted documents of the highest tiers that together have enough of them, so that all other documents are
  /// worse; `nil` if there are too few. The highest tier comes first.
  func highestTiers(_ selection: Selection, count: Int) throws(StoreError) -> [Tier]? {
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
    var found: [Tier] = []
    var higher = fields.all.empty
    for (tier, documents) in tiers {
      let own = (allowed.map(documents.intersection) ?? documents).subtracting(higher)
      found.append((tier, own))
      higher = higher.union(own)
      if higher.count >= count { return found }
    }
    return nil
  }

  /// Adds the best documents of a tier.
  ///
  /// The frequencies in fields and the greatest frequencies in the windows of texts give upper bounds of scores.
  /// Texts are read only in windows where a document may be among the best, those with the greatest upper bounds
  /// first.
  func addBest(of documents: FieldSet, _ tier: RankTier, to top: inout TopDocuments) throws(StoreError) {
    if documents.count == 0 { return }
    var withoutText = documents
    for (number, text) in texts.enumerated() {
      try translatingSegmentErrors { () throws(SegmentError) in
        let found = try FieldTexts(documents, of: fields, in: text, pending, parameters)
        withoutText = withoutText.subtracting(found.documents)
        for classes in found.parts { try addBest(of: classes, of: number, tier, to: &top) }
      }
    }
    if withoutText.count == 0 { return }
    let table = FieldTable(withoutText, of: fields, parameters)
    let none = [Float](repeating: 0, count: table.count)
    let scores = scores(table.frequencies, table.frequencies.map { _ in none }, missing: -.infinity)
    let ids = try translatingSegmentErrors { () throws(SegmentError) in try table.documentIDs(fields, pending) }
    for row in scores.indices.reversed() where top.mayAdd(tier, scores[row]) {
      top.insert(.init(tier: tier, score: scores[row], document: ids[row]))
    }
  }

  /// Adds the best documents with texts in a segment.
  private func addBest(
    of classes: WindowClasses, of number: Int, _ tier: RankTier, to top: inout TopDocuments
  ) throws(SegmentError) {
    let text = texts[number]
    let bounds = bounds(of: classes, text)
    let windows = classes.windows.indices.map { index in
      BoundedWindow(bound: classes.windows[index].classes.reduce(0) { max($0, bounds[$1]) }, window: index)
    }
    let words = order.map { (word: $0, postings: text.words[$0], weight: idf[$0]) }
    var scores = WindowScores(normalization, saturation: parameters.saturation)
    try visit(windows, tier, &top) { index, top throws(SegmentError) in
      let window = classes.windows[index]
      var found = try scores.candidates(of: window, in: classes, bounds, words, text.lengths, least: top.leastScore(of: tier))
      while let offset = found.popLast() {
        try insert(tier, scores[offset], UInt32(window.number * TextLengths.windowSize + offset), of: number, into: &top)
      }
    }
  }

  /// For each class of texts, an upper bound of their scores.
  private func bounds(of classes: WindowClasses, _ text: RankedText) -> [Float] {
    var bounds = [Float](repeating: 0, count: classes.count)
    for word in order {
      let inTexts = text.words[word].bounds
      for window in classes.windows {
        for number in window.classes {
          bounds[number] += score(word, atMost: classes.frequency(of: word, in: number) + inTexts[window.number])
        }
      }
    }
    // A little more, because scores are computed from rounded numbers.
    return bounds.map { $0 * 1.0001 }
  }
}

internal import TextAnalysis

/// Looks for the words of a pattern side by side in document after document.
///
/// First the words are sought in the same documents, the rarest first. Only in these positions are looked at: of the two rarest words, and
/// of the others where those are as far from each other as they are in the pattern.
struct PhraseSearch: ~Copyable {
  private let universe: Int
  private var words: UniqueArray<PhraseWord>

  /// The words' numbers, the one that takes least work first.
  private let order: [Int]

  /// How far behind the beginning of the phrase each word is, if all are found in forms of their usual widths; `nil` when some word can be
  /// found in several ways.
  private let offsets: [UInt32]?

  /// Where the words so far end, and then those after the next; or where the phrase may begin.
  private var ends = PositionList()
  private var nextEnds = PositionList()
  private var marks = PositionMarks()

  /// - Parameter pattern: With one word at least.
  init(_ pattern: TextPattern, in dictionary: TermDictionary) throws(SegmentError) {
    universe = dictionary.universe
    var words = UniqueArray<PhraseWord>(capacity: pattern.terms.count)
    var costs: [Int] = []
    var offsets: [UInt32]? = []
    var offset: UInt32 = 0
    for term in pattern.terms {
      let word = try PhraseWord(term, pattern.folding, in: dictionary)
      costs.append(word.cost)
      if word.isSingleStep {
        offsets?.append(offset)
        offset += word.usualWidth
      } else {
        offsets = nil
      }
      words.append(word)
    }
    self.words = words
    self.offsets = offsets
    order = costs.indices.sorted { costs[$0] < costs[$1] }
  }

  /// - Parameter candidates: Only these are of interest; `nil` for all documents.
  consuming func run(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    let candidates = try self.candidates(among: candidates)
    if candidates.isEmpty || words.count == 1 && words[0].isDecidedByDocument { return candidates }
    let rarest = rarestPair
    let moved = offsets == nil ? candidates : try documentsWithOtherOffsets(among: candidates)
    var matching: [UInt32] = []
    let ordinals = candidates.ordinals
    let bits = candidates.bitmap ?? []
    let documents = SoughtDocuments(ordinals.span, bits: bits.span)
    for number in 0..<documents.count {
      let document = documents[number]
      if let offsets, moved.isEmpty || !moved.contains(document) {
        if try isPhrase(offsets, in: number, of: documents) { matching.append(document) }
      } else {
        if let rarest, try !isPhrase(rarest, in: document) { continue }
        if try isPhrase(0..<words.count, in: document) { matching.append(document) }
      }
    }
    return OrdinalSet(universe: universe, ascending: matching)
  }

  /// Documents that have all words, and perhaps others: those of the rarest come first. A word is left out that takes more work to look up
  /// than to miss, unless it is the only one.
  private func candidates(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    var candidates = candidates
    for (place, number) in order.enumerated() {
      if let sofar = candidates, sofar.isEmpty || words.count > 1 && isDear(words[number].cost, sofar.count, isInPair: place < 2) {
        return sofar
      }
      candidates = try words[number].documents(among: candidates)
    }
    return candidates ?? OrdinalSet(universe: universe)
  }

  /// Whether reading the lists of a word costs more than it spares.
  ///
  /// - Parameter isInPair: The word is one of the two that are looked for first; the others matter only where these are found.
  private func isDear(_ cost: Int, _ candidates: Int, isInPair: Bool) -> Bool {
    // Looking for a document in a list takes as long as reading 16.
    if isInPair { return cost / 16 > candidates }
    // Looking for a pair takes as long as reading 80. Words in the same text are not independent of each other.
    let missing = max(0.05, 1 - 1.5 * Double(cost) / Double(max(universe, 1)))
    return Double(cost) > missing * Double(candidates) * 80
  }

  // MARK: Words at known places

  /// Whether the words are in `documents[number]` by their offsets.
  private mutating func isPhrase(
    _ offsets: [UInt32], in number: Int, of documents: SoughtDocuments
  ) throws(SegmentError) -> Bool {
    var (first, second) = (order[0], order[1])
    guard try words[first].advance(to: number, of: documents), try words[second].advance(to: number, of: documents) else { return false }
    // Positions that are looked up cost less than those that are marked.
    if try words[first].frequency() > words[second].frequency() { swap(&first, &second) }
    ends.removeAll()
    try words[first].appendStarts(before: offsets[first], to: &ends)
    for index in 1..<order.count {
      let word = index == 1 ? second : order[index]
      if index > 1 {
        guard try words[word].advance(to: number, of: documents) else { return false }
      }
      marks.mark(&ends)
      if index == order.count - 1 {
        let isFound = try words[word].isAny(at: ends, marks, offset: offsets[word])
        marks.unmark(ends)
        return isFound
      }
      nextEnds.removeAll()
      try words[word].appendStarts(of: ends, marks, before: offsets[word], to: &nextEnds)
      marks.unmark(ends)
      if nextEnds.isEmpty { return false }
      swap(&ends, &nextEnds)
    }
    return !ends.isEmpty
  }

  /// The documents in which some word has a form that moves the words behind it.
  private func documentsWithOtherOffsets(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    var documents = OrdinalSet(universe: universe)
    for number in 0..<words.count - 1 where words[number].hasOtherWidths {
      documents = documents.union(try words[number].documentsOfOtherWidths(among: candidates))
    }
    return documents
  }

  // MARK: Words of several ways

  /// The two neighbours among three and more words that are least work: few documents have them side by side, and only those are worth
  /// reading the positions of the others.
  private var rarestPair: Range<Int>? {
    guard words.count > 2 else { return nil }
    var least = 0
    for first in 1..<words.count - 1 where words[first].cost + words[first + 1].cost < words[least].cost + words[least + 1].cost {
      least = first
    }
    return least..<least + 2
  }

  private mutating func isPhrase(_ range: Range<Int>, in document: UInt32) throws(SegmentError) -> Bool {
    try words[range.lowerBound].find(in: document, from: &nextEnds, isFirst: true, &marks, ends: &ends)
    if ends.isEmpty || range.count == 1 { return !ends.isEmpty }
    for number in range.dropFirst().dropLast() {
      try words[number].find(in: document, from: &ends, isFirst: false, &marks, ends: &nextEnds)
      if nextEnds.isEmpty { return false }
      swap(&ends, &nextEnds)
    }
    return try words[range.upperBound - 1].occurs(in: document, from: &ends, &marks)
  }
}

internal import TextAnalysis

/// Looks for the words of a pattern side by side in document after document.
struct PhraseSearch: ~Copyable {
  private let universe: Int
  private var words: UniqueArray<PhraseWord>

  /// Where the words so far end, and then those after the next.
  private var ends = PositionList()
  private var nextEnds = PositionList()
  private var marks = PositionMarks()

  /// - Parameter pattern: With one word at least.
  init(_ pattern: TextPattern, in dictionary: TermDictionary) throws(SegmentError) {
    universe = dictionary.universe
    var words = UniqueArray<PhraseWord>(capacity: pattern.terms.count)
    for term in pattern.terms { words.append(try PhraseWord(term, pattern.folding, in: dictionary)) }
    self.words = words
  }

  consuming func run() throws(SegmentError) -> OrdinalSet {
    let candidates = try candidates()
    if candidates.isEmpty || words.count == 1 && words[0].isDecidedByDocument { return candidates }
    let rarest = rarestPair
    var matching: [UInt32] = []
    for document in candidates.ordinals {
      if let rarest, try !isPhrase(rarest, in: document) { continue }
      if try isPhrase(0..<words.count, in: document) { matching.append(document) }
    }
    return OrdinalSet(universe: universe, ascending: matching)
  }

  /// Documents that have all words, and perhaps others: those of the rarest come first, and a word that would take more work to look up
  /// than to miss is left out.
  private func candidates() throws(SegmentError) -> OrdinalSet {
    var candidates: OrdinalSet?
    for number in (0..<words.count).sorted(by: { words[$0].cost < words[$1].cost }) {
      guard let sofar = candidates else {
        candidates = try words[number].documents()
        continue
      }
      if sofar.count < words[number].cost / 64 { break }
      candidates = sofar.intersection(try words[number].documents())
    }
    return candidates ?? OrdinalSet(universe: universe)
  }

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

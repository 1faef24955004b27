internal import TextAnalysis
internal import Threading

/// Looks for the words of a pattern side by side.
///
/// First the words are sought in the same documents, the rarest first. Only in these positions are looked at, word by word in all of the
/// documents, and of each word only where those before it left something to find: so the work is done in long loops over one list.
struct PhraseSearch: Sendable {
  private let dictionary: TermDictionary
  private let words: [PhraseWord]

  /// The words' numbers, the one that takes least work first.
  private let order: [Int]

  /// How far behind the beginning of the phrase each word is, if all are found in forms of their usual widths; `nil` when some word can be
  /// found in several ways.
  private let offsets: [UInt32]?

  private var universe: Int { dictionary.universe }

  /// - Parameter pattern: With one word at least.
  init(_ pattern: TextPattern, in dictionary: TermDictionary) throws(SegmentError) {
    self.dictionary = dictionary
    var words: [PhraseWord] = []
    var offsets: [UInt32]? = []
    var offset: UInt32 = 0
    for term in pattern.terms {
      let word = try PhraseWord(term, pattern.folding, in: dictionary)
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
    order = words.indices.sorted { words[$0].cost < words[$1].cost }
  }

  /// - Parameter candidates: Only these are of interest; `nil` for all documents.
  func run(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    let candidates = try self.candidates(among: candidates)
    if candidates.isEmpty || words.count == 1 && words[0].isDecidedByDocument { return candidates }
    guard let offsets else { return try documentsWithNeighbours(among: candidates) }
    let moved = try documentsWithOtherOffsets(among: candidates)
    if moved.isEmpty { return try documents(with: order, at: offsets, among: candidates) }
    let others = try documents(with: order, at: offsets, among: candidates.subtracting(moved))
    return try others.union(documentsWithNeighbours(among: moved))
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
    // Looking for a pair takes as long as reading 40. Words in the same text are not independent of each other.
    let missing = max(0.05, 1 - 1.5 * Double(cost) / Double(max(universe, 1)))
    return Double(cost) > missing * Double(candidates) * 40
  }

  // MARK: Positions

  /// The documents in which words are side by side.
  ///
  /// - Parameters:
  ///   - sequence: The words, in the order in which they are looked for.
  ///   - offsets: Where they are, from the beginning of the phrase; `nil`: each is right behind the one before.
  private func documents(
    with sequence: [Int], at offsets: [UInt32]?, among candidates: OrdinalSet
  ) throws(SegmentError) -> OrdinalSet {
    let documents = candidates.ordinals
    let pieceCount = (documents.count + Self.pieceSize - 1) / Self.pieceSize
    // A word in a document takes a tenth of a microsecond.
    let isLong = documents.count * words.count > 8192
    let pieces = try Parallel.map(pieceCount, threads: Parallel.threadCount, isLong: isLong) { piece throws(SegmentError) in
      let start = piece * Self.pieceSize
      let sought = documents[start..<min(start + Self.pieceSize, documents.count)]
      return try self.documents(with: sequence, at: offsets, among: sought.span)
    }
    return OrdinalSet(universe: universe, joining: pieces)
  }

  /// So many documents are looked into by one thread at a time.
  private static let pieceSize = 2048

  private func documents(
    with sequence: [Int], at offsets: [UInt32]?, among documents: Span<UInt32>
  ) throws(SegmentError) -> [UInt32] {
    var cursor = PostingsCursor(of: dictionary)
    var places = PhrasePositions()
    var starts = PhrasePositions()
    var spare = PhrasePositions()
    var matching: [UInt32] = []
    var next = 0
    while next < documents.count {
      var last = UInt32.max
      let first = sequence[0]
      places.removeAll()
      try words[first].append(to: &places, before: offsets?[first], in: documents.extracting(next...), upTo: &last, &cursor)
      places.arrange(upTo: last, with: &spare)
      for number in sequence.dropFirst() where !places.isEmpty {
        swap(&starts, &places)
        places.removeAll()
        try words[number].append(to: &places, behind: starts, by: offsets?[number], firstMatchOnly: number == sequence.last, &cursor)
        places.arrange(with: &spare)
      }
      for index in places.documents.indices { matching.append(places.documents[index]) }
      next = last == .max ? documents.count : documents.lowerBound(of: last + 1, from: next)
    }
    return matching
  }

  /// The documents in which some word has a form that moves the words behind it.
  private func documentsWithOtherOffsets(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    var documents = OrdinalSet(universe: universe)
    for number in 0..<words.count - 1 where words[number].hasOtherWidths {
      documents = documents.union(try words[number].documentsOfOtherWidths(among: candidates))
    }
    return documents
  }

  /// The documents in which each word is right behind the one before, in whatever way that is found.
  private func documentsWithNeighbours(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    let candidates = try rarestPair.map { pair throws(SegmentError) in try documents(with: pair, at: nil, among: candidates) } ?? candidates
    return try documents(with: Array(words.indices), at: nil, among: candidates)
  }

  /// The two neighbours among three and more words that are least work: few documents have them side by side, and only those are worth
  /// reading the positions of the others.
  private var rarestPair: [Int]? {
    guard words.count > 2 else { return nil }
    var least = 0
    for first in 1..<words.count - 1 where words[first].cost + words[first + 1].cost < words[least].cost + words[least + 1].cost {
      least = first
    }
    return [least, least + 1]
  }
}

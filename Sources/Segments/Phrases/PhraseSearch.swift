// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis
internal import Threading

/// Finds documents that contain the words of a pattern at consecutive positions, or near each other.
///
/// The search first intersects the documents of the words, the rarest word first. Only then does it
/// read positions. It processes one word at a time in all documents, and each word only in
/// documents where the previous words still match. Thus most work happens in long loops over one
/// posting list.
struct PhraseSearch: Sendable {
  let dictionary: TermDictionary
  let words: [PhraseWord]
  /// The number of positions that each word takes.
  let widths: [Int]
  /// See ``TextPattern/slop``.
  private let slop: Int?

  /// The indices of the words, sorted by ascending cost.
  private let order: [Int]

  /// The distance of each word from the start of the phrase, if every word has its usual width.
  /// `nil` if some word can match in several ways.
  private let offsets: [UInt32]?

  private var universe: Int { dictionary.universe }

  /// - Parameter pattern: Has at least one word.
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
    widths = pattern.terms.map(\.width)
    slop = pattern.slop
    order = words.indices.sorted { words[$0].cost < words[$1].cost }
  }

  /// - Parameter candidates: Only these documents are of interest. `nil` for all documents.
  func run(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    let candidates = try self.candidates(among: candidates)
    if candidates.isEmpty || words.count == 1 && words[0].isDecidedByDocument { return candidates }
    if let slop { return try documents(within: slop, among: candidates) }
    guard let offsets else { return try documentsWithNeighbours(among: candidates) }
    let moved = try documentsWithOtherOffsets(among: candidates)
    if moved.isEmpty { return try documents(with: order, at: offsets, among: candidates) }
    let others = try documents(with: order, at: offsets, among: candidates.subtracting(moved))
    return try others.union(documentsWithNeighbours(among: moved))
  }

  /// The documents that contain all words, and possibly others. Reads the rarest words first. Skips
  /// a word if looking it up costs more than it saves, unless it is the only word.
  private func candidates(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    var candidates = candidates
    for (index, number) in order.enumerated() {
      if let sofar = candidates, sofar.isEmpty || words.count > 1 && isDear(words[number].cost, sofar.count, isInPair: index < 2) {
        return sofar
      }
      candidates = try words[number].documents(among: candidates)
    }
    return candidates ?? OrdinalSet(universe: universe)
  }

  /// Whether reading the posting lists of a word costs more than it saves.
  ///
  /// - Parameter isInPair: Whether the word is one of the two that are searched first. The others
  ///   are only searched where these match.
  private func isDear(_ cost: Int, _ candidates: Int, isInPair: Bool) -> Bool {
    // Looking up a document in a list takes as long as reading 16 documents.
    if isInPair { return cost / 16 > candidates }
    // Matching a pair in a document takes as long as reading 40 documents. The factor 1.5: words in
    // the same text are not independent of each other.
    let missing = max(0.05, 1 - 1.5 * Double(cost) / Double(max(universe, 1)))
    return Double(cost) > missing * Double(candidates) * 40
  }

  // MARK: Positions

  /// The documents in which the words match next to each other.
  ///
  /// - Parameters:
  ///   - sequence: Indices of the words, in the order in which they are searched.
  ///   - offsets: The distance of each word from the start of the phrase. If `nil`, each word must
  ///     directly follow the previous one in `sequence`.
  private func documents(
    with sequence: [Int], at offsets: [UInt32]?, among candidates: OrdinalSet
  ) throws(SegmentError) -> OrdinalSet {
    try filter(candidates) { documents throws(SegmentError) in try self.documents(with: sequence, at: offsets, among: documents.span) }
  }

  /// The candidates that a search for positions finds in pieces of them, in several threads.
  func filter(
    _ candidates: OrdinalSet, _ search: @escaping @Sendable (ArraySlice<UInt32>) throws(SegmentError) -> [UInt32]
  ) throws(SegmentError) -> OrdinalSet {
    let documents = candidates.ordinals
    let pieceCount = (documents.count + Self.pieceSize - 1) / Self.pieceSize
    // A word takes 0.1 µs per document.
    let isLong = documents.count * words.count > 8192
    let pieces = try Parallel.map(pieceCount, threads: Parallel.threadCount, isLong: isLong) { piece throws(SegmentError) in
      let start = piece * Self.pieceSize
      return try search(documents[start..<min(start + Self.pieceSize, documents.count)])
    }
    return OrdinalSet(universe: universe, joining: pieces)
  }

  /// Number of documents in one unit of parallel work.
  private static let pieceSize = 2048

  private func documents(
    with sequence: [Int], at offsets: [UInt32]?, among documents: Span<UInt32>
  ) throws(SegmentError) -> [UInt32] {
    var cursor = PostingsCursor(of: dictionary)
    var positions = PhrasePositions()
    var starts = PhrasePositions()
    var spare = PhrasePositions()
    var matching: [UInt32] = []
    var next = 0
    while next < documents.count {
      var last = UInt32.max
      let first = sequence[0]
      positions.removeAll()
      try words[first].append(to: &positions, before: offsets?[first], in: documents.extracting(next...), upTo: &last, &cursor)
      positions.arrange(upTo: last, with: &spare)
      for number in sequence.dropFirst() where !positions.isEmpty {
        swap(&starts, &positions)
        positions.removeAll()
        try words[number].append(to: &positions, behind: starts, by: offsets?[number], firstMatchOnly: number == sequence.last, &cursor)
        positions.arrange(with: &spare)
      }
      for index in positions.documents.indices { matching.append(positions.documents[index]) }
      next = last == .max ? documents.count : documents.lowerBound(of: last + 1, from: next)
    }
    return matching
  }

  /// The documents in which some word, other than the last, matches a token of unusual width, which
  /// shifts the words after it.
  private func documentsWithOtherOffsets(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    var documents = OrdinalSet(universe: universe)
    for number in 0..<words.count - 1 where words[number].hasOtherWidths {
      documents = documents.union(try words[number].documentsOfOtherWidths(among: candidates))
    }
    return documents
  }

  /// The documents in which each word directly follows the previous one, in any form it can match.
  private func documentsWithNeighbours(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    let candidates = try rarestPair.map { pair throws(SegmentError) in try documents(with: pair, at: nil, among: candidates) } ?? candidates
    return try documents(with: Array(words.indices), at: nil, among: candidates)
  }

  /// Of three or more words, the two adjacent ones with the least cost. Few documents contain the
  /// pair, and only in those are the positions of the other words worth reading. `nil` for fewer
  /// words.
  private var rarestPair: [Int]? {
    guard words.count > 2 else { return nil }
    var least = 0
    for first in 1..<words.count - 1 where words[first].cost + words[first + 1].cost < words[least].cost + words[least + 1].cost {
      least = first
    }
    return [least, least + 1]
  }
}

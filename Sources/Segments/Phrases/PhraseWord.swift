// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// A term of a pattern, with the dictionary entries that match its steps.
struct PhraseWord {
  private let term: TextPattern.Term
  private let universe: Int

  /// One element per step. Empty for a step that no matching token leads to.
  private let occurrences: [TermOccurrences]

  /// An estimate of the work needed to find the word.
  let cost: Int

  /// Whether every document that contains a matching token contains the word, so that no positions
  /// are needed.
  let isDecidedByDocument: Bool

  init(_ term: TextPattern.Term, _ folding: Folding, in dictionary: TermDictionary) throws(SegmentError) {
    var occurrences: [TermOccurrences] = []
    var isReached = [Bool](repeating: false, count: term.end + 1)
    isReached[0] = true
    for step in term.steps {
      let found = isReached[step.start] ? try TermOccurrences(step.glob, folding, in: dictionary) : TermOccurrences(in: dictionary)
      if found.cost > 0 { isReached[step.end] = true }
      occurrences.append(found)
    }
    self.term = term
    self.occurrences = occurrences
    cost = occurrences.reduce(0) { $0 + $1.cost }
    universe = dictionary.universe
    isDecidedByDocument = term.steps.allSatisfy { $0.start == 0 && $0.end == term.end }
  }

  /// The documents that may contain the word.
  ///
  /// - Parameter candidates: Only these documents are of interest. `nil` for all documents.
  func documents(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    try term.documents(universe: universe, among: candidates) { index, candidates throws(SegmentError) in
      try occurrences[index].documents(among: candidates)
    }
  }

  // MARK: Words of a single step

  /// Whether one token always makes up the word.
  var isSingleStep: Bool { isDecidedByDocument && occurrences.count == 1 }

  var usualWidth: UInt32 { occurrences[0].usualWidth }

  var hasOtherWidths: Bool { occurrences[0].hasOtherWidths }

  func documentsOfOtherWidths(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    try occurrences[0].documentsOfOtherWidths(among: candidates)
  }

  // MARK: Positions

  /// Appends the positions of the word in some documents. The parameters are those of
  /// ``TermOccurrences``.
  ///
  /// - Parameter offset: Must be `nil` unless the word is a single step.
  func append(
    to positions: inout PhrasePositions, before offset: UInt32?, in documents: Span<UInt32>, upTo last: inout UInt32,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    if isSingleStep { return try occurrences[0].append(to: &positions, before: offset, in: documents, upTo: &last, &cursor) }
    var reached = nodePositions()
    for index in term.steps(from: 0) {
      try occurrences[index].append(to: &reached[term.steps[index].end], before: nil, in: documents, upTo: &last, &cursor)
    }
    try takeSteps(&reached, upTo: last, &cursor)
    swap(&positions, &reached[term.end])
  }

  /// Appends the positions in `starts` that the word follows, or the positions where it ends. The
  /// parameters are those of ``TermOccurrences``.
  ///
  /// - Parameter offset: Must be `nil` unless the word is a single step.
  func append(
    to positions: inout PhrasePositions, behind starts: borrowing PhrasePositions, by offset: UInt32?, firstMatchOnly: Bool,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    if isSingleStep {
      return try occurrences[0].append(to: &positions, behind: starts, by: offset, firstMatchOnly: firstMatchOnly, &cursor)
    }
    var reached = nodePositions()
    for index in term.steps(from: 0) {
      try occurrences[index].append(to: &reached[term.steps[index].end], behind: starts, by: nil, firstMatchOnly: false, &cursor)
    }
    try takeSteps(&reached, upTo: .max, &cursor)
    swap(&positions, &reached[term.end])
  }

  /// One list for each node of the term's graph: the positions at which the steps from that node
  /// must match.
  private func nodePositions() -> UniqueArray<PhrasePositions> {
    var positions = UniqueArray<PhrasePositions>(capacity: term.end + 1)
    for _ in 0...term.end { positions.append(PhrasePositions()) }
    return positions
  }

  /// Matches the steps that do not begin at node 0.
  private func takeSteps(
    _ reached: inout UniqueArray<PhrasePositions>, upTo last: UInt32, _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    for node in 1..<max(term.end, 1) {
      var starts = PhrasePositions()
      var spare = PhrasePositions()
      swap(&starts, &reached[node])
      starts.arrange(upTo: last, with: &spare)
      for index in term.steps(from: node) {
        try occurrences[index].append(to: &reached[term.steps[index].end], behind: starts, by: nil, firstMatchOnly: false, &cursor)
      }
    }
  }
}

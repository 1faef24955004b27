internal import TextAnalysis

/// A term of a pattern and where the tokens for its steps occur.
struct PhraseWord {
  private let term: TextPattern.Term
  private let universe: Int

  /// For each step; none for one that no token leads to.
  private let occurrences: [TermOccurrences]

  /// A measure of the work of looking for it.
  let cost: Int

  /// A document that has it matches it: no positions are needed.
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

  /// The documents that may match.
  ///
  /// - Parameter candidates: Only these are of interest; `nil` for all.
  func documents(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    try term.documents(universe: universe, among: candidates) { index, candidates throws(SegmentError) in
      try occurrences[index].documents(among: candidates)
    }
  }

  // MARK: Words of a single step

  /// There is one way to find it, by one token, wherever it is.
  var isSingleStep: Bool { isDecidedByDocument && occurrences.count == 1 }

  var usualWidth: UInt32 { occurrences[0].usualWidth }

  var hasOtherWidths: Bool { occurrences[0].hasOtherWidths }

  func documentsOfOtherWidths(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    try occurrences[0].documentsOfOtherWidths(among: candidates)
  }

  // MARK: Positions

  /// Appends where the word is in some documents: parameters as for ``TermOccurrences``.
  ///
  /// - Parameter offset: Only for a word of a single step.
  func append(
    to places: inout PhrasePositions, before offset: UInt32?, in documents: Span<UInt32>, upTo last: inout UInt32,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    if isSingleStep { return try occurrences[0].append(to: &places, before: offset, in: documents, upTo: &last, &cursor) }
    var reached = placesOfTerm()
    for index in term.steps(from: 0) {
      try occurrences[index].append(to: &reached[term.steps[index].end], before: nil, in: documents, upTo: &last, &cursor)
    }
    try takeSteps(&reached, upTo: last, &cursor)
    swap(&places, &reached[term.end])
  }

  /// Appends those of `starts` that the word is at, or where it ends: parameters as for ``TermOccurrences``.
  ///
  /// - Parameter offset: Only for a word of a single step.
  func append(
    to places: inout PhrasePositions, behind starts: borrowing PhrasePositions, by offset: UInt32?, firstMatchOnly: Bool,
    _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    if isSingleStep { return try occurrences[0].append(to: &places, behind: starts, by: offset, firstMatchOnly: firstMatchOnly, &cursor) }
    var reached = placesOfTerm()
    for index in term.steps(from: 0) {
      try occurrences[index].append(to: &reached[term.steps[index].end], behind: starts, by: nil, firstMatchOnly: false, &cursor)
    }
    try takeSteps(&reached, upTo: .max, &cursor)
    swap(&places, &reached[term.end])
  }

  /// For each place of the term the positions at which the steps from there must be taken.
  private func placesOfTerm() -> UniqueArray<PhrasePositions> {
    var places = UniqueArray<PhrasePositions>(capacity: term.end + 1)
    for _ in 0...term.end { places.append(PhrasePositions()) }
    return places
  }

  /// Takes the steps that do not begin at place 0.
  private func takeSteps(
    _ reached: inout UniqueArray<PhrasePositions>, upTo last: UInt32, _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    for place in 1..<max(term.end, 1) {
      var starts = PhrasePositions()
      var spare = PhrasePositions()
      swap(&starts, &reached[place])
      starts.arrange(upTo: last, with: &spare)
      for index in term.steps(from: place) {
        try occurrences[index].append(to: &reached[term.steps[index].end], behind: starts, by: nil, firstMatchOnly: false, &cursor)
      }
    }
  }
}

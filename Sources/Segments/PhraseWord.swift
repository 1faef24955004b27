internal import TextAnalysis

/// A term of a pattern and where the tokens for its steps occur.
struct PhraseWord: ~Copyable {
  struct Step: ~Copyable {
    let start: Int
    let end: Int
    /// Empty for a step that no token leads to.
    var occurrences: TermOccurrences
  }

  private let term: TextPattern.Term
  private let universe: Int

  /// In the order of their starts.
  private var steps: UniqueArray<Step>

  /// For each place of the term the positions at which the steps from there must be taken.
  private var reached: UniqueArray<PositionList>

  /// Where the steps that are being taken begin.
  private var starts = PositionList()

  /// A measure of the work of looking for it.
  let cost: Int

  /// A document that has it matches it: no positions are needed.
  let isDecidedByDocument: Bool

  init(_ term: TextPattern.Term, _ folding: Folding, in dictionary: TermDictionary) throws(SegmentError) {
    var steps = UniqueArray<Step>(capacity: term.steps.count)
    var isReached = [Bool](repeating: false, count: term.end + 1)
    isReached[0] = true
    var cost = 0
    for step in term.steps {
      if isReached[step.start] {
        let occurrences = try TermOccurrences(step.glob, folding, in: dictionary)
        if occurrences.cost > 0 { isReached[step.end] = true }
        cost += occurrences.cost
        steps.append(Step(start: step.start, end: step.end, occurrences: occurrences))
      } else {
        steps.append(Step(start: step.start, end: step.end, occurrences: TermOccurrences(in: dictionary)))
      }
    }
    self.term = term
    self.cost = cost
    universe = dictionary.universe
    isDecidedByDocument = term.steps.allSatisfy { $0.start == 0 && $0.end == term.end }
    self.steps = steps
    var reached = UniqueArray<PositionList>(capacity: term.end + 1)
    for _ in 0...term.end { reached.append(PositionList()) }
    self.reached = reached
  }

  /// The documents that may match.
  ///
  /// - Parameter candidates: Only these are of interest; `nil` for all.
  func documents(among candidates: OrdinalSet?) throws(SegmentError) -> OrdinalSet {
    try term.documents(universe: universe, among: candidates) { index, candidates throws(SegmentError) in
      try steps[index].occurrences.documents(among: candidates)
    }
  }

  /// There is one way to find it, by one token, wherever it is.
  var isSingleStep: Bool { isDecidedByDocument && steps.count == 1 }

  // MARK: Words of a single step
  //
  // What ``TermOccurrences`` says of the step.

  var usualWidth: UInt32 { steps[0].occurrences.usualWidth }

  var hasOtherWidths: Bool { steps[0].occurrences.hasOtherWidths }

  func documentsOfOtherWidths(among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    try steps[0].occurrences.documentsOfOtherWidths(among: candidates)
  }

  @inline(__always)
  mutating func advance(to number: Int, of documents: SoughtDocuments) throws(SegmentError) -> Bool {
    try steps[0].occurrences.advance(to: number, of: documents)
  }

  @inline(__always)
  mutating func frequency() throws(SegmentError) -> Int { try steps[0].occurrences.frequency() }

  mutating func appendStarts(before offset: UInt32, to starts: inout PositionList) throws(SegmentError) {
    try steps[0].occurrences.appendStarts(before: offset, to: &starts)
  }

  mutating func appendStarts(
    of starts: borrowing PositionList, _ marks: borrowing PositionMarks, before offset: UInt32, to kept: inout PositionList
  ) throws(SegmentError) {
    try steps[0].occurrences.appendStarts(of: starts, marks, before: offset, to: &kept)
  }

  mutating func isAny(
    at starts: borrowing PositionList, _ marks: borrowing PositionMarks, offset: UInt32
  ) throws(SegmentError) -> Bool {
    try steps[0].occurrences.isAny(at: starts, marks, offset: offset)
  }

  // MARK: Words of any steps

  /// Finds where the word's occurrences end.
  ///
  /// - Parameters:
  ///   - document: Not less than at the call before.
  ///   - starts: Where they may begin, unless it `isFirst`.
  ///   - isFirst: They may begin anywhere.
  ///   - marks: None are set, before and after.
  ///   - ends: What it had is gone; in any order.
  mutating func find(
    in document: UInt32, from starts: inout PositionList, isFirst: Bool, _ marks: inout PositionMarks, ends: inout PositionList
  ) throws(SegmentError) {
    for place in 0...term.end { reached[place].removeAll() }
    if !isFirst { swap(&starts, &reached[0]) }
    var first = 0
    while first < steps.count {
      let place = steps[first].start
      var next = first + 1
      while next < steps.count, steps[next].start == place { next += 1 }
      try take(first..<next, in: document, isFirst: isFirst && place == 0, &marks)
      first = next
    }
    swap(&ends, &reached[term.end])
  }

  /// Takes the steps from one place.
  private mutating func take(
    _ range: Range<Int>, in document: UInt32, isFirst: Bool, _ marks: inout PositionMarks
  ) throws(SegmentError) {
    swap(&starts, &reached[steps[range.lowerBound].start])
    guard isFirst || !starts.isEmpty else { return }
    if !isFirst { marks.mark(&starts) }
    for number in range {
      guard try steps[number].occurrences.advance(to: document) else { continue }
      let end = steps[number].end
      if isFirst {
        try steps[number].occurrences.appendEnds(to: &reached[end])
      } else {
        try steps[number].occurrences.appendEnds(from: starts, marks, to: &reached[end])
      }
    }
    if !isFirst { marks.unmark(starts) }
  }

  /// Whether the word occurs at one of `starts`; parameters as above.
  mutating func occurs(
    in document: UInt32, from starts: inout PositionList, _ marks: inout PositionMarks
  ) throws(SegmentError) -> Bool {
    guard isDecidedByDocument else {
      var ends = PositionList()
      try find(in: document, from: &starts, isFirst: false, &marks, ends: &ends)
      return !ends.isEmpty
    }
    marks.mark(&starts)
    var isFound = false
    for number in 0..<steps.count where !isFound {
      if try steps[number].occurrences.advance(to: document) {
        isFound = try steps[number].occurrences.isAny(at: starts, marks)
      }
    }
    marks.unmark(starts)
    return isFound
  }
}

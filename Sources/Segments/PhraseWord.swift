internal import TextAnalysis

/// A term of a pattern and where the tokens for its steps occur.
struct PhraseWord {
  private let term: TextPattern.Term
  private let universe: Int

  /// For each step of the term; `nil` for one that no token leads to.
  private let occurrences: [TermOccurrences?]

  init(_ term: TextPattern.Term, _ folding: Folding, in dictionary: TermDictionary) throws(SegmentError) {
    self.term = term
    self.universe = dictionary.universe
    var occurrences: [TermOccurrences?] = []
    var isReached = [Bool](repeating: false, count: term.end + 1)
    isReached[0] = true
    for step in term.steps {
      guard isReached[step.start] else {
        occurrences.append(nil)
        continue
      }
      let found = try TermOccurrences(step.glob, folding, in: dictionary)
      if found.cost > 0 { isReached[step.end] = true }
      occurrences.append(found)
    }
    self.occurrences = occurrences
  }

  /// A measure of the work of looking for it.
  var cost: Int { occurrences.reduce(0) { $0 + ($1?.cost ?? 0) } }

  /// A document that has it matches it: no positions are needed.
  var isDecidedByDocument: Bool { term.steps.allSatisfy { $0.start == 0 && $0.end == term.end } }

  /// The documents that may match.
  func documents() throws(SegmentError) -> OrdinalSet {
    try term.documents(universe: universe) { index throws(SegmentError) in
      try occurrences[index]?.documents() ?? OrdinalSet(universe: universe)
    }
  }

  /// Where the word's occurrences end, ascending; an end may be there twice.
  ///
  /// - Parameters:
  ///   - document: Not less than at the call before.
  ///   - starts: Where they may begin, ascending; `nil` for anywhere.
  func ends(in document: UInt32, from starts: [UInt32]?) throws(SegmentError) -> [UInt32] {
    // The positions at which the step from each place must be taken.
    var reached = [[UInt32]](repeating: [], count: term.end + 1)
    for (step, occurrences) in zip(term.steps, occurrences) {
      guard let occurrences, step.start == 0 || !reached[step.start].isEmpty else { continue }
      let ends = try occurrences.ends(in: document, from: step.start == 0 ? starts : reached[step.start])
      if ends.isEmpty { continue }
      if reached[step.end].isEmpty {
        reached[step.end] = ends
      } else {
        reached[step.end] += ends
        reached[step.end].sort()
      }
    }
    return reached[term.end]
  }
}

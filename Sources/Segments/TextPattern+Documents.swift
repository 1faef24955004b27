internal import TextAnalysis

extension TextPattern.Term {
  /// The documents that have the tokens of some path from place 0 to the end, wherever they stand: all that may match, and more.
  ///
  /// - Parameters:
  ///   - candidates: Only these are of interest; `nil` for all documents.
  ///   - documentsOfStep: Those that have a token for the step with an index in ``steps``, of the candidates it is given. Asked only for
  ///     steps whose place some document reaches.
  func documents(
    universe: Int, among candidates: OrdinalSet? = nil, _ documentsOfStep: (Int, OrdinalSet?) throws(SegmentError) -> OrdinalSet
  ) throws(SegmentError) -> OrdinalSet {
    // Steps lead upward and are in the order of their starts: what reaches a place is complete before the steps from there.
    var reached = [OrdinalSet?](repeating: nil, count: end + 1)
    for (index, step) in steps.enumerated() {
      var documents: OrdinalSet
      if step.start == 0 {
        documents = try documentsOfStep(index, candidates)
      } else {
        guard let before = reached[step.start], !before.isEmpty else { continue }
        documents = try documentsOfStep(index, before)
      }
      if let others = reached[step.end] { documents = documents.union(others) }
      reached[step.end] = documents
    }
    return reached[end] ?? OrdinalSet(universe: universe)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

extension TextPattern.Term {
  /// The documents that contain tokens for all steps of some path through the term, in any order
  /// and at any position: a superset of the matching documents.
  ///
  /// - Parameters:
  ///   - candidates: Only these documents are of interest. `nil` for all documents.
  ///   - documentsOfStep: Returns the documents among the candidates passed to it that contain a
  ///     token for the step with an index in ``steps``. Called only for steps that some document
  ///     can reach.
  func documents(
    universe: Int, among candidates: OrdinalSet? = nil, _ documentsOfStep: (Int, OrdinalSet?) throws(SegmentError) -> OrdinalSet
  ) throws(SegmentError) -> OrdinalSet {
    // Steps lead to higher nodes and are sorted by their start. Hence the documents of a node are
    // complete before the steps that begin at it.
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

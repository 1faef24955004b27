/// A segment that unites others, and where their documents are in it.
package struct MergedSegment: Sendable {
  package let finished: FinishedSegment

  /// For each input, the first new ordinal of its documents: the *k*-th that was kept has this + *k*.
  package let firstOrdinals: [UInt32]

  private let renumberings: [OrdinalRenumbering]

  init(finished: FinishedSegment, firstOrdinals: [UInt32], renumberings: [OrdinalRenumbering]) {
    self.finished = finished
    self.firstOrdinals = firstOrdinals
    self.renumberings = renumberings
  }

  /// Where documents are that died while the merge ran.
  ///
  /// - Parameters:
  ///   - dead: Ordinals of the input; those that the merge left out are passed over.
  ///   - input: Its place among the inputs.
  /// - Returns: Their ordinals in the new segment, ascending.
  package func newOrdinals(ofDead dead: OrdinalSet, input: Int) -> [UInt32] {
    var result: [UInt32] = []
    dead.forEach { ordinal in
      if let new = renumberings[input][ordinal] { result.append(new) }
      return true
    }
    return result
  }
}

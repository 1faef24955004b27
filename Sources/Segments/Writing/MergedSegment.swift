// SPDX-License-Identifier: Apache-2.0

/// A segment written by a merge, with the mapping from old to new ordinals.
package struct MergedSegment: Sendable {
  package let finished: FinishedSegment

  /// For each input, the new ordinal of its first live document. The *k*-th document that was kept
  /// has this ordinal + *k*.
  package let firstOrdinals: [UInt32]

  private let renumberings: [OrdinalRenumbering]

  init(finished: FinishedSegment, firstOrdinals: [UInt32], renumberings: [OrdinalRenumbering]) {
    self.finished = finished
    self.firstOrdinals = firstOrdinals
    self.renumberings = renumberings
  }

  /// The new ordinals of documents that died while the merge ran.
  ///
  /// - Parameters:
  ///   - dead: Ordinals in the input. Ordinals that the merge dropped are ignored.
  ///   - input: Index of the input.
  /// - Returns: Ordinals in the new segment, in ascending order.
  package func newOrdinals(ofDead dead: OrdinalSet, input: Int) -> [UInt32] {
    var result: [UInt32] = []
    dead.forEach { ordinal in
      if let new = renumberings[input][ordinal] { result.append(new) }
      return true
    }
    return result
  }
}

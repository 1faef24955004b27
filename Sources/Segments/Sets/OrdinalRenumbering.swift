// SPDX-License-Identifier: Apache-2.0

/// Maps the live ordinals of a merge input to new ordinals.
struct OrdinalRenumbering: Sendable {
  private let live: [UInt64]

  /// For each word of `live`, the new ordinal of its first live document.
  private let before: [UInt32]
  let liveCount: Int

  /// - Parameter base: New ordinal of the first live document.
  init(dropped: OrdinalSet, base: UInt32) {
    live = dropped.complement.words
    var before: [UInt32] = []
    before.reserveCapacity(live.count)
    var total = base
    for word in live {
      before.append(total)
      total += UInt32(word.nonzeroBitCount)
    }
    self.before = before
    liveCount = Int(total - base)
  }

  /// The new ordinal, or `nil` if the merge drops the document.
  @inline(__always)
  subscript(ordinal: UInt32) -> UInt32? {
    let word = live[Int(ordinal >> 6)]
    let bit: UInt64 = 1 << UInt64(ordinal & 63)
    return word & bit == 0 ? nil : before[Int(ordinal >> 6)] + UInt32((word & (bit - 1)).nonzeroBitCount)
  }
}

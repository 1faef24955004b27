// SPDX-License-Identifier: Apache-2.0

/// Sorts any number of postings in bounded memory: collects them, spills them in sorted order when
/// memory is full, and merges the spills.
final class PostingSorter {
  let accumulator: PostingAccumulator
  private let hasPositions: Bool
  private let folder: String
  private var spills: [ByteSink] = []

  init(hasPositions: Bool, budget: Int, folder: String) {
    accumulator = PostingAccumulator(hasPositions: hasPositions, budget: budget)
    self.hasPositions = hasPositions
    self.folder = folder
  }

  @inline(__always)
  func spillIfFull() throws(SegmentError) {
    if accumulator.isFull { try spill() }
  }

  private func spill() throws(SegmentError) {
    let spill = ByteSink(scratchIn: folder)
    try accumulator.spill(into: spill)
    spills.append(spill)
  }

  /// Writes all terms in sorted order to `sink` and empties the sorter.
  func merge(into sink: inout TermDictionaryWriter) throws(SegmentError) {
    if spills.isEmpty { return try accumulator.write(to: &sink) }
    if !accumulator.isEmpty { try spill() }
    var sources = UniqueArray<SortedSpill>(capacity: spills.count)
    for spill in spills { sources.append(SortedSpill(spill, hasPositions: hasPositions)) }
    spills = []
    var merge = try TermMerge(sources)
    try merge.run(into: &sink)
  }
}

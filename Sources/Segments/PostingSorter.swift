/// Sorts postings of any number within bounded memory: collects them, spills sorted runs, merges the runs.
final class PostingSorter {
  let accumulator: PostingAccumulator
  private let hasPositions: Bool
  private let folder: String
  private var runs: [ByteSink] = []

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
    let run = ByteSink(scratchIn: folder)
    try accumulator.spill(into: run)
    runs.append(run)
  }

  /// Hands over everything, in order, and is empty then.
  func merge(into sink: inout TermDictionaryWriter) throws(SegmentError) {
    if !accumulator.isEmpty { try spill() }
    var sources = UniqueArray<SpilledRun>(capacity: runs.count)
    for run in runs { sources.append(SpilledRun(run, hasPositions: hasPositions)) }
    runs = []
    var merge = try TermMerge(sources)
    try merge.run(into: &sink)
  }
}

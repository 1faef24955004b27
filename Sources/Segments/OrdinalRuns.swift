/// The texts of documents: the ordinals of the same documents in a segment of attributes and one of texts, as runs of
/// documents that are consecutive in both.
package struct OrdinalRuns: Sendable {
  private struct Run: Sendable {
    var first: Int
    var text: Int
    var count: Int
  }

  /// In the order of ``Run/first``.
  private var runs: [Run] = []
  /// Whether the runs are of all documents of the segments, and bitmaps are faster than lists of ordinals.
  private var isDense = false
  /// The texts that do not count, as a bitmap; empty if there are none.
  private let excluded: [UInt64]
  private let textCount: Int

  /// The wanted documents that have texts.
  package private(set) var documents: OrdinalSet

  /// - Parameters:
  ///   - wanted: Documents of `segment`.
  ///   - excluded: Versions in `texts` that do not count.
  /// - Complexity: If many documents are wanted and their ids have few gaps, a few nanoseconds for each block of 128,
  ///   otherwise for each document.
  package init(
    of wanted: OrdinalSet, in segment: SegmentReader, to texts: SegmentReader, excluding excluded: OrdinalSet
  ) throws(SegmentError) {
    self.excluded = excluded.isEmpty ? [] : excluded.words
    textCount = texts.documentCount
    documents = wanted
    if wanted.count > segment.documentCount / 256, let ids = try segment.idRuns(maximumGaps: wanted.count / 128),
      let textIDs = try texts.idRuns(maximumGaps: wanted.count / 128)
    {
      isDense = true
      join(ids, textIDs)
      let found = self.texts(of: wanted)
      if found.count < wanted.count { documents = wanted.intersection(documents(with: found)) }
      return
    }
    let (ids, ordinals) = (try segment.documentIDs(inOrderOf: wanted), wanted.ordinals)
    if zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) {
      try texts.forEachOrdinal(ofDocuments: ids, excluding: excluded) { append(Int(ordinals[$0]), Int($1), 1) }
    } else {
      let order = ids.indices.sorted { ids[$0] < ids[$1] }
      try texts.forEachOrdinal(ofDocuments: order.map { ids[$0] }, excluding: excluded) { append(Int(ordinals[order[$0]]), Int($1), 1) }
      runs.sort { $0.first < $1.first }
    }
    var found = runs.flatMap { $0.first..<$0.first + $0.count }.map { UInt32($0) }
    found.sortDistinct()
    documents = OrdinalSet(universe: segment.documentCount, ascending: found)
  }

  private mutating func join(_ ids: [IDRun], _ textIDs: [IDRun]) {
    var (index, next) = (0, 0)
    while index < ids.count, next < textIDs.count {
      let (own, text) = (ids[index], textIDs[next])
      let (first, end) = (max(own.ids.lowerBound, text.ids.lowerBound), min(own.ids.upperBound, text.ids.upperBound))
      if first < end {
        append(own.first + Int(first - own.ids.lowerBound), text.first + Int(first - text.ids.lowerBound), Int(end - first))
      }
      if own.ids.upperBound < text.ids.upperBound { index += 1 } else { next += 1 }
    }
  }

  private mutating func append(_ first: Int, _ text: Int, _ count: Int) {
    if let last = runs.last, last.first + last.count == first, last.text + last.count == text {
      runs[runs.count - 1].count += count
    } else {
      runs.append(Run(first: first, text: text, count: count))
    }
  }

  /// The texts of some documents. Of documents that were not wanted, there may be texts, too.
  ///
  /// - Complexity: O(*n* / 64) for many documents, *n* = documents of the segments, otherwise O(*k*), *k* = documents
  ///   that are wanted and in `set`, plus the number of runs.
  package func texts(of set: OrdinalSet) -> WindowSet {
    if isDense {
      let words = set.words
      var found = [UInt64](repeating: 0, count: (textCount + 63) / 64)
      for run in runs { Self.copy(run.count, of: words, from: run.first, into: &found, at: run.text) }
      for index in excluded.indices { found[index] &= ~excluded[index] }
      return WindowSet(words: found)
    }
    var found: [UInt32] = []
    var number = 0
    for ordinal in set.intersection(documents).ordinals {
      while number < runs.count, runs[number].first + runs[number].count <= ordinal { number += 1 }
      if number == runs.count { break }
      if ordinal >= runs[number].first { found.append(UInt32(runs[number].text + Int(ordinal) - runs[number].first)) }
    }
    found.sortDistinct()
    return WindowSet(ascending: found)
  }

  /// The documents of dense runs with some texts.
  private func documents(with texts: WindowSet) -> OrdinalSet {
    var found = [UInt64](repeating: 0, count: (documents.universe + 63) / 64)
    for run in runs { Self.copy(run.count, of: texts.words, from: run.text, into: &found, at: run.first) }
    return OrdinalSet(universe: documents.universe, words: found)
  }

  /// Adds `count` bits of a bitmap to those of another one.
  private static func copy(_ count: Int, of words: [UInt64], from source: Int, into found: inout [UInt64], at target: Int) {
    var (source, target, left) = (source, target, count)
    while left > 0 {
      let (shift, offset) = (source & 63, target & 63)
      let count = min(64 - offset, left)
      var bits = words[source >> 6] &>> UInt64(shift)
      if shift + count > 64 { bits |= words[source >> 6 + 1] &<< UInt64(64 - shift) }
      if count < 64 { bits &= 1 &<< UInt64(count) &- 1 }
      found[target >> 6] |= bits &<< UInt64(offset)
      (source, target, left) = (source + count, target + count, left - count)
    }
  }
}

/// Documents of a segment with consecutive ids.
private struct IDRun {
  /// The ordinal of the first one.
  let first: Int
  var ids: Range<UInt64>
}

extension SegmentReader {
  /// All documents in runs of consecutive ids. Returns `nil` if ids do not ascend with the ordinals.
  ///
  /// - Parameter maximumGaps: Returns `nil` if more blocks of ids have gaps.
  fileprivate func idRuns(maximumGaps: Int) throws(SegmentError) -> [IDRun]? {
    let order = try DocumentOrder(self)
    guard order.permutation == nil else { return nil }
    let table = try order.ids.table()
    var runs: [IDRun] = []
    func append(_ first: Int, _ id: UInt64, _ count: Int) {
      let (end, overflows) = id.addingReportingOverflow(UInt64(count))
      if overflows { return }
      if let last = runs.last, last.ids.upperBound == id {
        runs[runs.count - 1].ids = last.ids.lowerBound..<end
      } else {
        runs.append(IDRun(first: first, ids: id..<end))
      }
    }
    var gaps = 0
    var ids = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    for block in 0..<order.ids.blockCount {
      let first = block * PackedColumnWriter.blockCount
      if table.isConsecutive(block) {
        append(first, table[block].least, PackedColumnWriter.blockCount)
        continue
      }
      // The last block always counts as one with gaps.
      gaps += 1
      if gaps > maximumGaps + 1 { return nil }
      for index in 0..<(try order.ids.unpack(block, into: &ids)) { append(first + index, ids[index], 1) }
    }
    return runs
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The texts of a segment that contain terms with few documents, and how often they do.
struct TermFrequencies {
  /// In ascending order.
  private(set) var ordinals: [UInt32] = []
  /// The weighted frequency in each of ``ordinals``.
  private(set) var sums: [UInt32] = []

  /// Adds up the weighted frequencies of lists.
  ///
  /// - Parameters:
  ///   - lists: Lists of the texts' dictionary.
  ///   - excluded: Documents to leave out.
  /// - Complexity: O(*p* + *l* · *n* / 8192), *p* = postings, *l* = lists, *n* = documents of the segment.
  init(_ lists: [(list: TermList, weight: UInt32)], in segment: SegmentReader, excluding excluded: OrdinalSet) throws(SegmentError) {
    let total = lists.reduce(0) { $0 + $1.list.documentCount }
    if total == 0 { return }
    ordinals.reserveCapacity(min(total, segment.documentCount))
    sums.reserveCapacity(min(total, segment.documentCount))
    var cursor = PostingsCursor(of: try segment.textTerms)
    if lists.count == 1 {
      try cursor.forEachFrequency(of: lists[0].list, lists[0].weight) { append($0, $1) }
    } else {
      try addUp(lists, total, &cursor)
    }
    if !excluded.isEmpty { remove(excluded) }
  }

  /// Adds up several lists, part by part of the segment.
  private mutating func addUp(
    _ lists: [(list: TermList, weight: UInt32)], _ total: Int, _ cursor: inout PostingsCursor
  ) throws(SegmentError) {
    // The ordinal and the weighted frequency of each posting.
    var postings: [UInt64] = []
    postings.reserveCapacity(total)
    var unread: [Range<Int>] = []
    for (list, weight) in lists {
      let start = postings.count
      try cursor.forEachFrequency(of: list, weight) { postings.append(UInt64($0) << 32 | UInt64($1)) }
      unread.append(start..<postings.count)
    }
    var part = PartSums()
    while let next = unread.lazy.compactMap({ $0.isEmpty ? nil : postings[$0.lowerBound] >> 32 }).min() {
      let first = Int(next) / PartSums.size * PartSums.size
      for number in unread.indices where !unread[number].isEmpty {
        unread[number] = part.add(postings.span, unread[number], from: first)
      }
      part.removeAll { append(UInt32(first + $0), $1) }
    }
  }

  /// The sums of a part of a segment; they fit into the processor's nearest cache.
  private struct PartSums {
    static let size = 8192

    private var sums = [UInt32](repeating: 0, count: size)
    /// A bit for each ordinal with a sum.
    private var found = [UInt64](repeating: 0, count: size / 64)

    /// Adds the postings of a range whose ordinals are in the part that begins at `first`.
    ///
    /// - Returns: The other postings.
    mutating func add(_ postings: Span<UInt64>, _ range: Range<Int>, from first: Int) -> Range<Int> {
      var end = range.lowerBound
      while end < range.upperBound, Int(postings[end] >> 32) < first + Self.size { end += 1 }
      var sums = sums.mutableSpan
      for index in range.lowerBound..<end {
        let offset = Int(postings[index] >> 32) &- first
        sums[offset] = TermFrequencies.sum(sums[offset], UInt32(truncatingIfNeeded: postings[index]))
      }
      for index in range.lowerBound..<end {
        let offset = Int(postings[index] >> 32) &- first
        found[offset >> 6] |= 1 &<< UInt64(offset & 63)
      }
      return end..<range.upperBound
    }

    /// Calls `body` with each ordinal, counted from the start of the part, and its sum.
    mutating func removeAll(_ body: (Int, UInt32) -> Void) {
      for index in found.indices {
        var rest = found[index]
        found[index] = 0
        while rest != 0 {
          let offset = index * 64 + rest.trailingZeroBitCount
          body(offset, sums[offset])
          sums[offset] = 0
          rest &= rest - 1
        }
      }
    }
  }

  /// The sum of weighted frequencies, which stays less than 2^31. More does not change a score.
  @inline(__always)
  static func sum(_ one: UInt32, _ other: UInt32) -> UInt32 { min(one &+ other, 1 << 30) }

  /// The weighted frequency of a term.
  @inline(__always)
  static func weighted(_ frequency: UInt32, _ weight: UInt32) -> UInt32 { min(frequency, 1 << 20) &* weight }

  @inline(__always)
  private mutating func append(_ ordinal: UInt32, _ sum: UInt32) {
    ordinals.append(ordinal)
    sums.append(sum)
  }

  private mutating func remove(_ excluded: OrdinalSet) {
    let words = excluded.words
    var kept = 0
    for index in ordinals.indices {
      let ordinal = ordinals[index]
      if words[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 != 0 { continue }
      (ordinals[kept], sums[kept]) = (ordinal, sums[index])
      kept += 1
    }
    ordinals.removeSubrange(kept...)
    sums.removeSubrange(kept...)
  }
}

extension PostingsCursor {
  /// Calls `body` with each document of a list, and how often the term occurs in its text.
  mutating func forEachFrequency(of list: TermList, _ body: (UInt32, UInt32) -> Void) throws(SegmentError) {
    try open(list)
    while let documents = unsafe try nextBlock() {
      try needFrequenciesAlone()
      let frequencies = unsafe self.frequencies + (documentsInBlock - documents.count)
      for index in 0..<documents.count { unsafe body(documents[index], frequencies[index] &+ 1) }
    }
  }

  /// Calls `body` with each document of a list, and the weighted frequency of its term.
  @inline(__always)
  fileprivate mutating func forEachFrequency(of list: TermList, _ weight: UInt32, _ body: (UInt32, UInt32) -> Void) throws(SegmentError) {
    try open(list)
    while let documents = unsafe try nextBlock() {
      try needFrequenciesAlone()
      let frequencies = unsafe self.frequencies + (documentsInBlock - documents.count)
      for index in 0..<documents.count { unsafe body(documents[index], TermFrequencies.weighted(frequencies[index] &+ 1, weight)) }
    }
  }
}

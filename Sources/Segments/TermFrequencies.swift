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
  /// - Complexity: O(*p* log *p*), *p* = postings, or O(*p* + *n*), *n* = documents of the segment.
  init(_ lists: [(list: TermList, weight: UInt32)], in segment: SegmentReader, excluding excluded: OrdinalSet) throws(SegmentError) {
    let total = lists.reduce(0) { $0 + $1.list.documentCount }
    if total == 0 { return }
    var cursor = PostingsCursor(of: try segment.textTerms)
    if lists.count == 1 {
      reserve(total)
      try cursor.forEachFrequency(of: lists) { append($0, $1) }
    } else if total > segment.documentCount / 32 {
      var sums = [UInt32](repeating: 0, count: segment.documentCount)
      try cursor.forEachFrequency(of: lists) { sums[Int($0)] = Self.sum(sums[Int($0)], $1) }
      reserve(min(total, segment.documentCount))
      for ordinal in sums.indices where sums[ordinal] != 0 { append(UInt32(ordinal), sums[ordinal]) }
    } else {
      var pairs: [UInt64] = []
      pairs.reserveCapacity(total)
      try cursor.forEachFrequency(of: lists) { pairs.append(UInt64($0) << 32 | UInt64($1)) }
      pairs.sort()
      reserve(total)
      for pair in pairs {
        let (ordinal, frequency) = (UInt32(truncatingIfNeeded: pair >> 32), UInt32(truncatingIfNeeded: pair))
        if ordinals.last == ordinal {
          sums[sums.count - 1] = Self.sum(sums[sums.count - 1], frequency)
        } else {
          append(ordinal, frequency)
        }
      }
    }
    if !excluded.isEmpty { remove(excluded) }
  }

  /// The sum of weighted frequencies, which stays less than 2^31. More does not change a score.
  @inline(__always)
  static func sum(_ one: UInt32, _ other: UInt32) -> UInt32 { min(one &+ other, 1 << 30) }

  /// The weighted frequency of a term.
  @inline(__always)
  static func weighted(_ frequency: UInt32, _ weight: UInt32) -> UInt32 { min(frequency, 1 << 20) &* weight }

  private mutating func reserve(_ count: Int) {
    ordinals.reserveCapacity(count)
    sums.reserveCapacity(count)
  }

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
  /// Calls `body` with each document of each list, and the weighted frequency of the list's term.
  @inline(__always)
  fileprivate mutating func forEachFrequency(
    of lists: [(list: TermList, weight: UInt32)], _ body: (UInt32, UInt32) -> Void
  ) throws(SegmentError) {
    for (list, weight) in lists {
      try open(list)
      while let documents = unsafe try nextBlock() {
        try needFrequenciesAlone()
        let frequencies = unsafe self.frequencies + (documentsInBlock - documents.count)
        for index in 0..<documents.count {
          unsafe body(documents[index], TermFrequencies.weighted(frequencies[index] &+ 1, weight))
        }
      }
    }
  }
}

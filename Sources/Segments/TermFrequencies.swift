/// The texts of a segment that contain a group of terms, and how often they do.
package struct TermFrequencies: Sendable {
  /// In ascending order.
  package fileprivate(set) var ordinals: [UInt32] = []
  /// The weighted frequency in each of ``ordinals``.
  package fileprivate(set) var frequencies: [Float] = []

  /// The weight of a term that counts fully.
  ///
  /// Weights are integers, so that sums do not depend on the order of the terms: a merge changes
  /// that order.
  package static let fullWeight: UInt32 = 64

  package init() {}

  /// The index of a document in ``ordinals``, or `nil` if it does not contain the terms.
  ///
  /// - Parameter start: An index that is not greater than the result. Set to the first index whose
  ///   ordinal is not less than `ordinal`.
  /// - Complexity: O(log *d*), *d* = distance from `start`.
  @inline(__always)
  package func index(of ordinal: UInt32, from start: inout Int) -> Int? {
    start = ordinals.span.lowerBound(of: ordinal, from: start)
    return start < ordinals.count && ordinals[start] == ordinal ? start : nil
  }
}

extension SegmentReader {
  /// The texts that contain some terms.
  ///
  /// - Parameters:
  ///   - terms: Terms of ``TermSpace/text``, with the number of 64ths that an occurrence counts.
  ///   - excluded: Documents to leave out.
  /// - Complexity: O(*p*), *p* = postings of all terms; for a few postings in several lists, O(*p* log
  ///   *p*). Allocates 8 bytes for each document of the result and, for several long lists, 4 bytes for each
  ///   document of the segment.
  package func frequencies(
    of terms: [(postings: TermPostings, weight: UInt32)], excluding excluded: OrdinalSet
  ) throws(SegmentError) -> TermFrequencies {
    let total = terms.reduce(0) { $0 + $1.postings.maximumDocumentCount }
    var cursor = PostingsCursor(of: try textTerms)
    var found = TermFrequencies()
    if total == 0 { return found }
    let listCount = terms.reduce(0) { $0 + $1.postings.lists.count }
    if listCount == 1 {
      found.reserve(total)
      try cursor.forEachFrequency(of: terms) { found.append($0, $1) }
    } else if total > documentCount / 16 {
      var sums = [UInt32](repeating: 0, count: documentCount)
      try cursor.forEachFrequency(of: terms) { sums[Int($0)] &+= $1 }
      found.reserve(min(total, documentCount))
      for ordinal in sums.indices where sums[ordinal] != 0 { found.append(UInt32(ordinal), sums[ordinal]) }
    } else {
      var pairs: [UInt64] = []
      pairs.reserveCapacity(total)
      try cursor.forEachFrequency(of: terms) { pairs.append(UInt64($0) << 32 | UInt64($1)) }
      pairs.sort()
      found.reserve(total)
      var index = 0
      while index < pairs.count {
        let ordinal = UInt32(truncatingIfNeeded: pairs[index] >> 32)
        var sum: UInt32 = 0
        while index < pairs.count, UInt32(truncatingIfNeeded: pairs[index] >> 32) == ordinal {
          sum &+= UInt32(truncatingIfNeeded: pairs[index])
          index += 1
        }
        found.append(ordinal, sum)
      }
    }
    if !excluded.isEmpty { found.remove(excluded) }
    return found
  }
}

extension TermFrequencies {
  fileprivate mutating func reserve(_ count: Int) {
    ordinals.reserveCapacity(count)
    frequencies.reserveCapacity(count)
  }

  @inline(__always)
  fileprivate mutating func append(_ ordinal: UInt32, _ frequency: UInt32) {
    ordinals.append(ordinal)
    frequencies.append(Float(frequency) / Float(Self.fullWeight))
  }

  fileprivate mutating func remove(_ excluded: OrdinalSet) {
    let words = excluded.words
    var kept = 0
    for index in ordinals.indices {
      let ordinal = ordinals[index]
      if words[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 != 0 { continue }
      (ordinals[kept], frequencies[kept]) = (ordinal, frequencies[index])
      kept += 1
    }
    ordinals.removeSubrange(kept...)
    frequencies.removeSubrange(kept...)
  }
}

extension PostingsCursor {
  /// Calls `body` with each document of each list, and the weighted frequency of the list's term.
  @inline(__always)
  fileprivate mutating func forEachFrequency(
    of terms: [(postings: TermPostings, weight: UInt32)], _ body: (UInt32, UInt32) -> Void
  ) throws(SegmentError) {
    for (postings, weight) in terms {
      for list in postings.lists {
        try open(list)
        while let documents = unsafe try nextBlock() {
          try needFrequencies()
          let starts = unsafe firstPositions + (documentsInBlock - documents.count)
          for index in 0..<documents.count { unsafe body(documents[index], (starts[index &+ 1] &- starts[index]) &* weight) }
        }
      }
    }
  }
}

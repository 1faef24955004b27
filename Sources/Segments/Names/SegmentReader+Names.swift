// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

extension SegmentReader {
  /// The name of a document, exactly as it was added, except that zero bytes are spaces.
  package func name(of ordinal: UInt32) throws(SegmentError) -> [UInt8] {
    precondition(Int(ordinal) < documentCount, "the ordinal lies beyond the segment")
    var result: [UInt8] = []
    try forEachName(of: OrdinalSet(universe: documentCount, ascending: [ordinal])) { _, name in
      unsafe name.withUnsafeBufferPointer { unsafe result.append(contentsOf: $0) }
    }
    return result
  }

  /// Calls `body` with each member and its name, in the order of ordinals. A name has at most
  /// 65,535 bytes and is valid until `body` returns.
  ///
  /// - Complexity: O(*k*): 20 ns per name if there are many, 0.5 µs if they are far apart. Copies
  ///   nothing.
  package func forEachName(
    of ordinals: OrdinalSet, _ body: (UInt32, Span<UInt8>) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    try NameTable(self).forEachName(of: ordinals, body)
  }

  /// For each trigram of the pattern, the list of blocks of names that contain it. Stops at an
  /// empty list, because then no name matches. Returns `nil` if the pattern has no trigrams or the
  /// segment has no trigram dictionary.
  func trigramLists(for pattern: StringPattern) throws(SegmentError) -> [TermList]? {
    // Trigrams of names that were folded differently do not show which names match.
    guard sections[.trigramTerms] != nil, !hasEarlierFolding else { return nil }
    let trigrams = NameSearch.trigrams(of: pattern)
    if trigrams.isEmpty { return nil }
    let dictionary = try trigramTerms
    var lists: [TermList] = []
    for trigram in trigrams {
      var list = TermList.none
      try dictionary.withGroup(trigram) { group throws(SegmentError) in list = group.surfaces.first?.list ?? list }
      lists.append(list)
      if list.documentCount == 0 { break }
    }
    return lists
  }

  /// The blocks of names that contain all trigrams of the pattern, possibly with others. Returns
  /// `nil` if the pattern has no trigrams or the segment has no trigram dictionary.
  func nameBlocks(for pattern: StringPattern) throws(SegmentError) -> OrdinalSet? {
    guard var lists = try trigramLists(for: pattern) else { return nil }
    let dictionary = try trigramTerms
    lists.sort { $0.documentCount < $1.documentCount }
    if lists[0].documentCount == 0 { return OrdinalSet(universe: dictionary.universe) }
    var blocks: OrdinalSet?
    for list in lists {
      guard let sofar = blocks else {
        var union = ListUnion(of: dictionary)
        try union.add(list)
        blocks = union.finish()
        continue
      }
      // Scanning a block of names takes about 1 µs, so reading a long list to exclude a few blocks
      // does not pay.
      if sofar.count < 8 { break }
      var union = ListUnion(of: dictionary, among: sofar)
      try union.add(list)
      blocks = union.finish()
    }
    return blocks
  }
}

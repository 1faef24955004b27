internal import TextAnalysis

extension SegmentReader {
  /// A document's name, as it was given.
  package func name(of ordinal: UInt32) throws(SegmentError) -> [UInt8] {
    precondition(Int(ordinal) < documentCount, "the ordinal lies beyond the segment")
    var result: [UInt8] = []
    try forEachName(of: OrdinalSet(universe: documentCount, ascending: [ordinal])) { _, name in
      unsafe name.withUnsafeBufferPointer { unsafe result.append(contentsOf: $0) }
    }
    return result
  }

  /// Calls `body` with the name of each member, of 65,535 bytes at most, in the order of ordinals; a name lives until `body` returns.
  ///
  /// - Complexity: O(*k*): some 20 ns a name when there are many, half a microsecond when they are far between. Allocates nothing.
  package func forEachName(
    of ordinals: OrdinalSet, _ body: (UInt32, Span<UInt8>) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    try NameTable(self).forEachName(of: ordinals, body)
  }

  /// For each trigram of the pattern the blocks of names that have it; `nil` when there is no trigram, or the names have none.
  func trigramLists(for pattern: StringPattern) throws(SegmentError) -> [TermList]? {
    guard sections[.trigramTerms] != nil else { return nil }
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

  /// The blocks of names that have all trigrams of the pattern; `nil` when it has none, or the names
  /// have none.
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
      // Reading names costs about a microsecond a block: a long list that would spare little is not worth reading.
      if sofar.count < 8 { break }
      var union = ListUnion(of: dictionary, among: sofar)
      try union.add(list)
      blocks = union.finish()
    }
    return blocks
  }
}

package import TextAnalysis

extension SegmentReader {
  /// A document's name, as it was given.
  package func name(of ordinal: UInt32) throws(SegmentError) -> [UInt8] {
    try nameSearch(StringPattern(parts: [], folding: [], wholeWords: false)).name(of: ordinal)
  }

  /// The documents whose names match. Exact.
  ///
  /// - Complexity: With three letters in a row that are not common, some tens of microseconds; with one or two, a scan over all names: 2 to
  ///   12 ms a million, and 20 ns for each hit.
  package func documents(named pattern: StringPattern) throws(SegmentError) -> OrdinalSet {
    let search = try nameSearch(pattern)
    guard let blocks = try nameBlocks(for: pattern) else { return try search.searchAll() }
    return try search.search(in: blocks)
  }

  /// Calls `body` with every document's name, in the order of ordinals.
  func forEachName(_ body: (UInt32, Span<UInt8>) throws(SegmentError) -> Void) throws(SegmentError) {
    let names = try region(.names)
    let search = try nameSearch(StringPattern(parts: [], folding: [], wholeWords: false))
    var ordinal: UInt32 = 0
    for block in 0..<search.blockCount {
      let end = min(documentCount, Int(ordinal) + NameBlocks.size)
      for name in try search.names(in: block).prefix(end - Int(ordinal)) {
        try body(ordinal, Array(name).span)
        ordinal += 1
      }
      guard Int(ordinal) == end else { throw names.inconsistent }
    }
  }

  private func nameSearch(_ pattern: StringPattern) throws(SegmentError) -> NameSearch {
    try NameSearch(pattern, names: region(.names), offsets: region(.nameOffsets), nameCount: documentCount)
  }

  /// The blocks of names that have all trigrams of the pattern; `nil` when it has none.
  private func nameBlocks(for pattern: StringPattern) throws(SegmentError) -> OrdinalSet? {
    let dictionary = try trigramTerms
    var lists: [TermList] = []
    for trigram in NameSearch.trigrams(of: pattern) {
      var list: TermList?
      try dictionary.withGroup(trigram) { group throws(SegmentError) in list = group.surfaces.first?.list }
      guard let list else { return OrdinalSet(universe: dictionary.universe) }
      lists.append(list)
    }
    if lists.isEmpty { return nil }
    lists.sort { $0.documentCount < $1.documentCount }
    var blocks: OrdinalSet?
    for list in lists {
      guard let sofar = blocks else {
        var union = ListUnion(universe: dictionary.universe)
        try union.add(list, of: dictionary)
        blocks = union.finish()
        continue
      }
      // Reading names costs about a microsecond a block: a long list that would spare little is not worth reading.
      if sofar.count < 8 { break }
      let cursor = try PostingsCursor(list, of: dictionary)
      var common: [UInt32] = []
      for block in sofar.ordinals {
        guard let next = try cursor.advance(to: block) else { break }
        if next == block { common.append(block) }
      }
      blocks = OrdinalSet(universe: dictionary.universe, ascending: common)
    }
    return blocks
  }
}

extension SegmentReader {
  /// The least and the greatest DocumentID; `nil` when the segment is empty.
  ///
  /// - Complexity: O(1).
  package var documentIDRange: ClosedRange<UInt64>? {
    get throws(SegmentError) { try DocumentOrder(self).range }
  }

  /// The ordinals of all versions that the segment has of some documents.
  ///
  /// - Parameter ids: Strictly ascending; the segment need not have them.
  /// - Complexity: As of ``ordinals(of:)``.
  package func ordinals(ofDocuments ids: [UInt64]) throws(SegmentError) -> OrdinalSet {
    try ordinals(of: DocumentIDSet(ascending: ids))
  }

  /// The ordinals of all versions that the segment has of some documents.
  ///
  /// - Complexity: O(*k* log *n*) for few; a pass over all DocumentIDs of the segment, about a nanosecond each, for many. A bit for each
  ///   document is the most that is allocated, but for sparse ids.
  package func ordinals(of ids: DocumentIDSet) throws(SegmentError) -> OrdinalSet {
    let order = try DocumentOrder(self)
    guard !ids.isEmpty, let range = try order.range else { return OrdinalSet(universe: documentCount) }
    // A lookup costs as much as decoding some hundred ids in a row.
    if ids.count < documentCount / 256 + 2 { return try lookUp(ids, in: order) }
    let words = range.lowerBound >> 6...range.upperBound >> 6
    guard words.upperBound - words.lowerBound <= UInt64(documentCount) else {
      return try scan(order.ids) { ids.contains($0) }
    }
    let bitmap = ids.bitmap(ofWords: words)
    return try scan(order.ids) { id in
      let word = id >> 6 &- words.lowerBound
      return word < UInt64(bitmap.count) && bitmap[Int(word)] >> (id & 63) & 1 != 0
    }
  }

  private func lookUp(_ ids: DocumentIDSet, in order: DocumentOrder) throws(SegmentError) -> OrdinalSet {
    var found: [UInt32] = []
    var rank = 0
    try ids.forEach { id throws(SegmentError) in
      rank = try order.lowerBound(of: id, from: rank)
      while rank < order.count {
        let ordinal = try order.ordinal(at: rank)
        guard try order.ids[ordinal] == id else { break }
        found.append(UInt32(ordinal))
        rank += 1
      }
      return rank < order.count
    }
    if order.permutation != nil { found.sort() }
    guard zip(found, found.dropFirst()).allSatisfy({ $0 < $1 }) else { throw order.inconsistent }
    return OrdinalSet(universe: documentCount, ascending: found)
  }

  @inline(__always)
  private func scan(_ ids: PackedColumn, _ isWanted: (UInt64) -> Bool) throws(SegmentError) -> OrdinalSet {
    var words: [UInt64] = []
    words.reserveCapacity((documentCount + 63) / 64)
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    for number in 0..<ids.blockCount {
      let count = try ids.unpack(number, into: &block)
      var start = 0
      while start < count {
        var word: UInt64 = 0
        for place in start..<min(start + 64, count) where isWanted(block[place]) { word |= 1 << UInt64(place - start) }
        words.append(word)
        start += 64
      }
    }
    return OrdinalSet(universe: documentCount, words: words)
  }

  /// The documents with some ordinals.
  ///
  /// - Complexity: O(*k*) for few; a pass over all DocumentIDs of the segment for many.
  package func documentIDs(of ordinals: OrdinalSet) throws(SegmentError) -> DocumentIDSet {
    let order = try DocumentOrder(self)
    guard !ordinals.isEmpty, let range = try order.range else { return DocumentIDSet() }
    let firstWord = range.lowerBound >> 6
    let wordCount = range.upperBound >> 6 - firstWord
    guard wordCount < UInt64(ordinals.count) else {
      var ids: [UInt64] = []
      ids.reserveCapacity(ordinals.count)
      try forEachDocumentID(of: ordinals) { _, id in ids.append(id) }
      if order.permutation != nil { Self.sortDistinct(&ids) }
      guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else { throw order.inconsistent }
      return DocumentIDSet(ascending: ids)
    }
    var words = [UInt64](repeating: 0, count: Int(wordCount) + 1)
    var isInRange = true
    try forEachDocumentID(of: ordinals) { _, id in
      let word = id >> 6 &- firstWord
      if word < UInt64(words.count) { words[Int(word)] |= 1 << (id & 63) } else { isInRange = false }
    }
    guard isInRange else { throw order.inconsistent }
    return DocumentIDSet(firstWord: firstWord, words: words)
  }

  private static func sortDistinct(_ ids: inout [UInt64]) {
    ids.sort()
    var kept = 0
    for index in ids.indices where kept == 0 || ids[kept - 1] != ids[index] {
      ids[kept] = ids[index]
      kept += 1
    }
    ids.removeSubrange(kept...)
  }
}

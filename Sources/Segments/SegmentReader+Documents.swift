extension SegmentReader {
  /// The least and the greatest DocumentID, or `nil` if the segment is empty.
  ///
  /// - Complexity: O(1).
  package var documentIDRange: ClosedRange<UInt64>? {
    get throws(SegmentError) { try DocumentOrder(self).range }
  }

  /// The ordinals of all versions of the given documents in the segment.
  ///
  /// - Parameter ids: Strictly ascending. Documents that the segment lacks are ignored.
  /// - Complexity: See ``ordinals(of:)``.
  package func ordinals(ofDocuments ids: [UInt64]) throws(SegmentError) -> OrdinalSet {
    try ordinals(of: DocumentIDSet(ascending: ids))
  }

  /// The ordinals of all versions of the given documents in the segment.
  ///
  /// - Complexity: O(*k* log *n*) for few ids. For many ids a scan over the column: a few
  ///   nanoseconds for each block of 128 that contains no wanted id, otherwise 1 ns per document.
  ///   Allocates one bit per document and, for sparse `ids`, at most 2 MiB or half a byte per
  ///   document.
  package func ordinals(of ids: DocumentIDSet) throws(SegmentError) -> OrdinalSet {
    let order = try DocumentOrder(self)
    guard !ids.isEmpty, let range = try order.range else { return OrdinalSet(universe: documentCount) }
    // With ascending ids, a lookup costs as much as unpacking half a block. With a sort order of
    // their own, it costs as much as checking a hundred blocks.
    if order.permutation == nil, ids.count < order.ids.blockCount { return try lookUp(ids, inAscending: order.ids) }
    if ids.count < order.ids.blockCount / 256 { return try lookUp(ids, in: order) }
    guard let bitmap = ids.bitmap(of: range, maximumWords: max(256 * 1024, documentCount / 16)) else {
      return try scan(order.ids, { _, _ in true }, { ids.contains($0) ? 1 : 0 })
    }
    return try scan(order.ids, { bitmap.mayHaveAny(from: $0, width: $1) }, { bitmap.bit($0) })
  }

  private func lookUp(_ ids: DocumentIDSet, inAscending column: PackedColumn) throws(SegmentError) -> OrdinalSet {
    var found: [UInt32] = []
    let table = try column.table()
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    var count = 0
    var unpacked = -1
    var number = 0
    try ids.forEach { id throws(SegmentError) in
      number = table.lastBlock(startingAtOrBefore: id, from: number)
      if number != unpacked {
        count = try column.unpack(number, into: &block)
        unpacked = number
      }
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if block[middle] < id { low = middle + 1 } else { high = middle }
      }
      if low < count, block[low] == id { found.append(UInt32(number * PackedColumnWriter.blockCount + low)) }
      return true
    }
    guard zip(found, found.dropFirst()).allSatisfy({ $0 < $1 }) else { throw try DocumentOrder(self).inconsistent }
    return OrdinalSet(universe: documentCount, ascending: found)
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

  /// - Parameters:
  ///   - mayHaveAny: Called with *a* and *w*. Whether any id in `a..<a + 2^w` may be wanted.
  ///   - isWanted: Returns 1 or 0 instead of a Boolean, because a branch would be mispredicted
  ///     often.
  @inline(__always)
  private func scan(
    _ ids: PackedColumn, _ mayHaveAny: (UInt64, Int) -> Bool, _ isWanted: (UInt64) -> UInt64
  ) throws(SegmentError) -> OrdinalSet {
    var words = [UInt64](repeating: 0, count: (documentCount + 63) / 64)
    let table = try ids.table()
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    for number in 0..<ids.blockCount {
      let (least, width) = table[number]
      guard mayHaveAny(least, width) else { continue }
      let count = try ids.unpack(number, into: &block)
      for part in stride(from: 0, to: count, by: 64) {
        var word: UInt64 = 0
        for index in part..<min(part + 64, count) { word |= isWanted(block[index]) &<< UInt64(index & 63) }
        words[(number * PackedColumnWriter.blockCount + part) / 64] = word
      }
    }
    return OrdinalSet(universe: documentCount, words: words)
  }

  /// The DocumentIDs of the given ordinals.
  ///
  /// - Complexity: O(*k*) for few ordinals. For many, a scan over all DocumentIDs of the segment.
  package func documentIDs(of ordinals: OrdinalSet) throws(SegmentError) -> DocumentIDSet {
    let order = try DocumentOrder(self)
    guard !ordinals.isEmpty, let range = try order.range else { return DocumentIDSet() }
    guard range.upperBound >> 6 - range.lowerBound >> 6 < UInt64(ordinals.count) else {
      var ids: [UInt64] = []
      ids.reserveCapacity(ordinals.count)
      try forEachDocumentID(of: ordinals) { _, id in ids.append(id) }
      if order.permutation != nil { ids.sortDistinct() }
      guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else { throw order.inconsistent }
      return DocumentIDSet(ascending: ids)
    }
    var bitmap = DocumentIDBitmap(covering: range)
    try forEachDocumentID(of: ordinals) { _, id in bitmap.insert(id) }
    return DocumentIDSet(bitmap)
  }

  /// The DocumentIDs of the given ordinals, in their order.
  ///
  /// - Complexity: 1 ns per ordinal if there are many.
  package func documentIDs(inOrderOf ordinals: OrdinalSet) throws(SegmentError) -> [UInt64] {
    var ids: [UInt64] = []
    ids.reserveCapacity(ordinals.count)
    guard let words = ordinals.bitmap else {
      try forEachDocumentID(of: ordinals) { _, id in ids.append(id) }
      return ids
    }
    let column = try column(.documentIDs)
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    for number in 0..<column.blockCount {
      let members = words[number * 2..<min(number * 2 + 2, words.count)]
      if members.allSatisfy({ $0 == 0 }) { continue }
      _ = try column.unpack(number, into: &block)
      for (index, word) in members.enumerated() {
        var rest = word
        while rest != 0 {
          ids.append(block[index * 64 + rest.trailingZeroBitCount])
          rest &= rest - 1
        }
      }
    }
    return ids
  }

  /// Reads the DocumentIDs of a window, see ``WordPostings/windowSize``.
  ///
  /// - Parameter ids: Has room for a window.
  /// - Returns: Number of documents in the window.
  package func readDocumentIDs(of window: Int, into ids: inout [UInt64]) throws(SegmentError) -> Int {
    try column(.documentIDs).unpack(window, into: &ids)
  }
}

// SPDX-License-Identifier: Apache-2.0

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
    let order = try DocumentOrder(self)
    let table = try order.ids.table()
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    /// The block that was reached last, and its least id if its ids are consecutive; otherwise it is unpacked.
    var (number, least): (Int, UInt64?) = (-1, nil)
    func reach(_ next: Int) throws(SegmentError) {
      if next == number { return }
      number = next
      least = order.permutation == nil && table.isConsecutive(number) ? table[number].least : nil
      if least == nil { _ = try order.ids.unpack(number, into: &block) }
    }
    guard let words = ordinals.bitmap else {
      for ordinal in ordinals.ordinals {
        try reach(Int(ordinal) / PackedColumnWriter.blockCount)
        let offset = Int(ordinal) % PackedColumnWriter.blockCount
        ids.append(least.map { $0 &+ UInt64(offset) } ?? block[offset])
      }
      return ids
    }
    for index in words.indices where words[index] != 0 {
      try reach(index / 2)
      let start = index % 2 * 64
      var rest = words[index]
      while rest != 0 {
        let offset = start + rest.trailingZeroBitCount
        ids.append(least.map { $0 &+ UInt64(offset) } ?? block[offset])
        rest &= rest - 1
      }
    }
    return ids
  }

  /// Finds the ordinal of each of some documents. Those that the segment lacks are left out.
  ///
  /// - Parameters:
  ///   - ids: Strictly ascending.
  ///   - excluded: Versions that do not count.
  ///   - body: Called with the index of an id and the ordinal, in the order of ids.
  /// - Complexity: A few nanoseconds per id if ids ascend in the segment.
  package func forEachOrdinal(
    ofDocuments ids: [UInt64], excluding excluded: OrdinalSet, _ body: (_ index: Int, _ ordinal: UInt32) -> Void
  ) throws(SegmentError) {
    let order = try DocumentOrder(self)
    let isAllowed: (UInt32) -> Bool = { excluded.isEmpty || !excluded.contains($0) }
    guard order.permutation == nil else {
      let found = try ordinals(ofDocuments: ids).subtracting(excluded)
      var pairs = Array(zip(try documentIDs(inOrderOf: found), found.ordinals))
      pairs.sort { $0.0 < $1.0 }
      var index = 0
      for (id, ordinal) in pairs {
        while index < ids.count, ids[index] < id { index += 1 }
        if index < ids.count, ids[index] == id { body(index, ordinal) }
      }
      return
    }
    if documentCount == 0 { return }
    let table = try order.ids.table()
    var block = [UInt64](repeating: 0, count: PackedColumnWriter.blockCount)
    var (index, number) = (0, 0)
    while index < ids.count {
      number = table.lastBlock(startingAtOrBefore: ids[index], from: number)
      let start = UInt32(number * PackedColumnWriter.blockCount)
      let isLast = number + 1 == order.ids.blockCount
      let end = isLast ? .max : table[number + 1].least
      let least = table[number].least
      if table.isConsecutive(number) {
        while index < ids.count, ids[index] < end {
          if ids[index] >= least {
            let ordinal = start + UInt32(ids[index] - least)
            if isAllowed(ordinal) { body(index, ordinal) }
          }
          index += 1
        }
        continue
      }
      let count = try order.ids.unpack(number, into: &block)
      var offset = 0
      while index < ids.count, isLast || ids[index] < end {
        while offset < count, block[offset] < ids[index] { offset += 1 }
        if offset < count, block[offset] == ids[index] {
          let ordinal = start + UInt32(offset)
          if isAllowed(ordinal) { body(index, ordinal) }
        }
        index += 1
        if isLast, offset == count { return }
      }
    }
  }

  /// Reads the DocumentIDs of a window, see ``TextLengths/windowSize``.
  ///
  /// - Parameter ids: Has room for a window.
  /// - Returns: Number of documents in the window.
  package func readDocumentIDs(of window: Int, into ids: inout [UInt64]) throws(SegmentError) -> Int {
    try column(.documentIDs).unpack(window, into: &ids)
  }
}

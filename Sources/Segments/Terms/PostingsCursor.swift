// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// Iterates over the documents of one term, forward only.
///
/// Does not read the blocks it skips, nor positions until they are requested.
@safe struct PostingsCursor: ~Copyable {
  let dictionary: TermDictionary
  var list = TermList.none
  var tableSize = 0
  /// The table of blocks. Valid as long as the dictionary. Unused if the list has a single block.
  var table = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  /// Holds the arrays below, one after another.
  let buffer: UnsafeMutablePointer<UInt32>
  var blockNumber = -1
  var documentsInBlock = 0
  /// The range of the block's frequencies in the postings section, or empty once they are unpacked.
  /// Many callers need only documents, so frequencies are unpacked on demand.
  var packedFrequencies = 0..<0
  /// The block whose ``frequencies`` are unpacked.
  private var frequenciesOf = -1
  /// Index of the current document in the block.
  var currentIndex = 0

  /// The packed positions of the block from ``sliceEnd`` on, or `nil` before the first are
  /// requested. Valid as long as the dictionary.
  var unreadPositions: UnsafeRawBufferPointer?
  var sliceStart = 0
  var sliceEnd = 0
  var positionsRange = 0..<0

  /// The positions that ``sums`` covers, counted from the start of the block.
  var summed = 0..<0
  /// The positions of the current document that were not returned yet, counted from the start of the block.
  var unreadOfDocument = 0..<0

  /// Number of documents that ``findDocuments(_:from:)`` found.
  var foundCount = 0

  var blockCount: Int { (list.documentCount + PFORBlock.capacity - 1) / PFORBlock.capacity }
  var entrySize: Int { dictionary.positions == nil ? 8 : 12 }

  /// The ordinals of the block's documents.
  var ordinals: UnsafeMutablePointer<UInt32> { unsafe buffer }
  /// For each document of the block, the index of its first position in the block, then the number
  /// of positions in the block. Valid once the frequencies are unpacked.
  var firstPositions: UnsafeMutablePointer<UInt32> { unsafe buffer + PFORBlock.capacity }
  /// The current slice of positions: the gaps between positions, and their sums for a
  /// ``PositionSlice``. A zero precedes the sums.
  var gaps: UnsafeMutablePointer<UInt32> { unsafe buffer + 2 * PFORBlock.capacity + 1 }
  var sums: UnsafeMutablePointer<UInt32> { unsafe gaps + PFORBlock.capacity }
  /// For each document found: its index in the block, and its index in the sequence of documents
  /// sought.
  var foundIndices: UnsafeMutablePointer<UInt32> { unsafe sums + PFORBlock.capacity + 9 }
  var foundNumbers: UnsafeMutablePointer<UInt32> { unsafe foundIndices + PFORBlock.capacity + 1 }
  /// The frequencies minus 1 of the block ``frequenciesOf``, for callers that do not read positions.
  var frequencies: UnsafeMutablePointer<UInt32> { unsafe foundNumbers + PFORBlock.capacity + 1 }
  private static let bufferSize = 7 * PFORBlock.capacity + 1 + 9 + 2

  /// Begins at an empty list.
  init(of dictionary: TermDictionary) {
    self.dictionary = dictionary
    unsafe buffer = .allocate(capacity: Self.bufferSize)
    unsafe buffer.initialize(repeating: 0, count: Self.bufferSize)
  }

  deinit { unsafe buffer.deallocate() }

  /// Moves to the start of a list of the dictionary.
  mutating func open(_ list: TermList) throws(SegmentError) {
    self.list = list
    tableSize = list.documentCount > PFORBlock.capacity ? blockCount * (entrySize + (dictionary.positions == nil ? 0 : 1)) : 0
    (blockNumber, documentsInBlock, currentIndex, foundCount) = (-1, 0, -1, 0)
    packedFrequencies = 0..<0
    frequenciesOf = -1
    forgetPositions()
    if tableSize > 0 { unsafe table = try dictionary.postings.cursor(at: list.postings.lowerBound, count: tableSize).rest }
    if list.isInline { try readInline() }
  }

  mutating func forgetPositions() {
    unsafe unreadPositions = nil
    (sliceStart, sliceEnd, summed) = (0, 0, 0..<0)
  }

  /// Moves to the next document. Returns `nil` at the end.
  mutating func next() throws(SegmentError) -> UInt32? {
    currentIndex &+= 1
    while currentIndex >= documentsInBlock {
      guard !list.isInline, blockNumber + 1 < blockCount else {
        currentIndex = documentsInBlock
        return nil
      }
      try readBlock(blockNumber + 1)
    }
    return unsafe ordinals[currentIndex]
  }

  /// The first block at or after the current one whose last ordinal is not less than `target`.
  func block(for target: UInt32) -> Int {
    guard tableSize > 0 else { return max(blockNumber, documentsInBlock == 0 ? 0 : 1) }
    var low = max(blockNumber, 0)
    // Galloping search: the next block is the most likely one.
    var step = 1
    while low + step <= blockCount, tableEntry(low + step - 1).last < target {
      low += step
      step *= 2
    }
    var high = min(low + step - 1, blockCount)
    while low < high {
      let middle = (low + high) / 2
      if tableEntry(middle).last < target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first block whose last ordinal is not less than `target`; ``blockCount`` if there is none.
  func firstBlock(reaching target: UInt32) -> Int {
    if tableSize == 0 { return 0 }
    var (low, high) = (0, blockCount)
    if blockNumber >= 0 {
      // Often the current block or the next one.
      if tableEntry(blockNumber).last < target { low = blockNumber + 1 } else { high = blockNumber }
      if low < high, tableEntry(low).last >= target { return low }
    }
    while low < high {
      let middle = (low + high) / 2
      if tableEntry(middle).last < target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The level of the greatest relative frequency in a block of a list with a table.
  @inline(__always)
  func impact(of block: Int) -> UInt8 { unsafe table[blockCount * entrySize + block] }

  @inline(__always)
  func tableEntry(_ number: Int) -> (last: UInt32, blockEnd: Int, positionsEnd: Int) {
    let start = number * entrySize
    precondition(start >= 0 && (unsafe start + entrySize <= table.count), "there is no such block")
    return unsafe (
      UInt32(littleEndian: table.loadUnaligned(fromByteOffset: start, as: UInt32.self)),
      Int(UInt32(littleEndian: table.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))),
      entrySize == 12 ? Int(UInt32(littleEndian: table.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self))) : 0
    )
  }

  mutating func readBlock(_ number: Int) throws(SegmentError) {
    var previous = number > 0 ? tableEntry(number - 1) : (last: 0, blockEnd: 0, positionsEnd: 0)
    let own =
      tableSize > 0
      ? tableEntry(number) : (last: 0, blockEnd: list.postings.count, positionsEnd: list.positions.count)
    guard previous.blockEnd <= own.blockEnd, previous.positionsEnd <= own.positionsEnd else { throw dictionary.postings.inconsistent }
    guard tableSize + own.blockEnd <= list.postings.count, own.positionsEnd <= list.positions.count else {
      throw dictionary.postings.inconsistent
    }
    let start = list.postings.lowerBound + tableSize
    var cursor = unsafe ByteCursor(try dictionary.postings.bytes(start + previous.blockEnd..<start + own.blockEnd), owner: nil)
    let count = min(PFORBlock.capacity, list.documentCount - number * PFORBlock.capacity)
    unsafe PFORBlock.read(count, from: &cursor, into: ordinals)
    guard !cursor.hasFailed else { throw dictionary.postings.inconsistent }
    packedFrequencies = start + own.blockEnd - cursor.remaining..<start + own.blockEnd
    guard !packedFrequencies.isEmpty || dictionary.positions == nil else { throw dictionary.postings.inconsistent }
    // The first gap of a list counts from ordinal 0, every other gap from the ordinal after the
    // previous document.
    let first = number > 0 ? UInt64(previous.last) + 1 : 0
    let next = unsafe first + Self.addUp(count, ordinals, into: ordinals, from: UInt32(truncatingIfNeeded: first) &- 1)
    guard next <= UInt64(dictionary.universe), tableSize == 0 || next == UInt64(own.last) + 1 else {
      throw dictionary.postings.inconsistent
    }
    previous.positionsEnd += list.positions.lowerBound
    positionsRange = previous.positionsEnd..<own.positionsEnd + list.positions.lowerBound
    forgetPositions()
    (blockNumber, documentsInBlock, currentIndex) = (number, count, 0)
  }

  /// Computes running sums of `count` numbers, as `vector_sums` does.
  ///
  /// - Returns: The sum of all numbers plus `count`, without overflow. The running sums are valid
  ///   only if this is less than 2^32.
  private static func addUp(
    _ count: Int, _ numbers: UnsafePointer<UInt32>, into sums: UnsafeMutablePointer<UInt32>, from before: UInt32
  ) -> UInt64 {
    guard count > 0 else { return 0 }
    let bits = unsafe vector_sums(numbers, sums, CInt(truncatingIfNeeded: count), before)
    if bits < 1 << 24 { return unsafe UInt64(sums[count - 1] &- before) }
    var total: UInt64 = 0
    var previous = before
    for index in 0..<count {
      unsafe total += UInt64(sums[index] &- previous &- 1) + 1
      previous = unsafe sums[index]
    }
    return total
  }

  /// Unpacks the frequencies of the block unless they are already unpacked.
  @inline(__always)
  mutating func needFrequencies() throws(SegmentError) {
    if !packedFrequencies.isEmpty { try readFrequencies() }
  }

  private mutating func readFrequencies() throws(SegmentError) {
    var cursor = unsafe ByteCursor(try dictionary.postings.bytes(packedFrequencies), owner: nil)
    unsafe PFORBlock.read(documentsInBlock, from: &cursor, into: firstPositions + 1)
    // A PFOR block of positions takes at least one byte. This limits the memory that callers
    // allocate for positions to a multiple of what the file contains.
    guard !cursor.hasFailed, countPositions() <= min(positionsRange.count * PFORBlock.capacity, Int(UInt32.max)) else {
      throw dictionary.postings.inconsistent
    }
    packedFrequencies = 0..<0
  }

  /// Unpacks ``frequencies`` of the block unless they are already unpacked. Faster than
  /// ``needFrequencies()``.
  mutating func needFrequenciesAlone() throws(SegmentError) {
    if frequenciesOf == blockNumber { return }
    if packedFrequencies.isEmpty {
      for index in 0..<documentsInBlock { unsafe frequencies[index] = firstPositions[index + 1] &- firstPositions[index] &- 1 }
    } else {
      var cursor = unsafe ByteCursor(try dictionary.postings.bytes(packedFrequencies), owner: nil)
      unsafe PFORBlock.read(documentsInBlock, from: &cursor, into: frequencies)
      guard !cursor.hasFailed else { throw dictionary.postings.inconsistent }
    }
    frequenciesOf = blockNumber
  }

  /// Computes the index of each document's first position, in place of the frequencies minus 1.
  ///
  /// - Returns: Number of positions in the block.
  private func countPositions() -> UInt64 {
    unsafe firstPositions[0] = 0
    return unsafe Self.addUp(documentsInBlock, firstPositions + 1, into: firstPositions + 1, from: 0)
  }

  private mutating func readInline() throws(SegmentError) {
    var cursor = unsafe ByteCursor(try dictionary.terms.bytes(list.postings), owner: nil)
    var next: UInt64 = 0
    for index in 0..<list.documentCount {
      next += cursor.variable()
      guard next < UInt64(dictionary.universe) else { throw dictionary.terms.inconsistent }
      unsafe ordinals[index] = UInt32(next)
      next += 1
      guard dictionary.positions != nil else { continue }
      let count = cursor.variable(atMost: TermDictionaryWriter.maximumInlinePositions)
      guard count > 0 else { throw dictionary.terms.inconsistent }
      unsafe firstPositions[index + 1] = UInt32(count - 1)
      for _ in 0..<count {
        unsafe gaps[sliceEnd] = UInt32(truncatingIfNeeded: cursor.variable())
        sliceEnd += 1
      }
    }
    guard !cursor.hasFailed else { throw dictionary.terms.inconsistent }
    (blockNumber, documentsInBlock) = (0, list.documentCount)
    _ = countPositions()
  }

  /// The documents after the current one, up to the end of their block, or `nil` at the end of the
  /// list.
  mutating func nextBlock() throws(SegmentError) -> UnsafeBufferPointer<UInt32>? {
    if currentIndex + 1 >= documentsInBlock {
      guard !list.isInline, blockNumber + 1 < blockCount else { return nil }
      try readBlock(blockNumber + 1)
      currentIndex = -1
    }
    let start = currentIndex + 1
    currentIndex = documentsInBlock - 1
    return unsafe UnsafeBufferPointer(start: ordinals + start, count: documentsInBlock - start)
  }
}

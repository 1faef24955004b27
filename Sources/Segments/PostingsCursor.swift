internal import CVector

/// Goes through the documents of one term, forward only.
///
/// Blocks that are skipped are not touched; nor are positions until they are asked for.
@safe struct PostingsCursor: ~Copyable {
  private let dictionary: TermDictionary
  private var list = TermList.none
  private var tableSize = 0
  /// The table of blocks, which lives as long as the dictionary; empty where there is one block only.
  private var table = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  /// The arrays below, one behind the other.
  private let buffer: UnsafeMutablePointer<UInt32>
  private var blockNumber = -1
  private var documentsInBlock = 0
  /// Where the frequencies of the block are, until they are unpacked: documents alone are asked for more often.
  private var packedFrequencies = 0..<0
  private var place = 0

  /// The positions of the block from the current slice's end on, once some were asked for; they live as long as the dictionary.
  private var unreadPositions: UnsafeRawBufferPointer?
  private var runStart = 0
  private var runEnd = 0
  private var positionsRange = 0..<0

  /// Of which positions there are ``sums``, and of which of these are the current document's that were not asked for.
  private var summed = 0..<0
  private var unreadOfDocument = 0..<0

  /// How many documents were found by ``findDocuments(_:from:)``.
  private(set) var foundCount = 0

  private var blockCount: Int { (list.documentCount + PFORBlock.capacity - 1) / PFORBlock.capacity }
  private var entrySize: Int { dictionary.positions == nil ? 8 : 12 }

  /// The documents of the block.
  private var ordinals: UnsafeMutablePointer<UInt32> { unsafe buffer }
  /// The numbers of the first positions of the documents of the block, and behind them of all its positions: once the frequencies are
  /// unpacked.
  private var firstPositions: UnsafeMutablePointer<UInt32> { unsafe buffer + PFORBlock.capacity }
  /// The current slice of positions: how many lie between each and the one before, and the sums that a ``PositionSlice`` has, behind a zero.
  private var gaps: UnsafeMutablePointer<UInt32> { unsafe buffer + 2 * PFORBlock.capacity + 1 }
  private var sums: UnsafeMutablePointer<UInt32> { unsafe gaps + PFORBlock.capacity }
  /// Of each document that was found the place in the block, and the number among those that were sought.
  private var foundPlaces: UnsafeMutablePointer<UInt32> { unsafe sums + PFORBlock.capacity + 9 }
  private var foundNumbers: UnsafeMutablePointer<UInt32> { unsafe foundPlaces + PFORBlock.capacity + 1 }
  private static let bufferSize = 6 * PFORBlock.capacity + 1 + 9 + 2

  /// At the beginning of an empty list.
  init(of dictionary: TermDictionary) {
    self.dictionary = dictionary
    unsafe buffer = .allocate(capacity: Self.bufferSize)
    unsafe buffer.initialize(repeating: 0, count: Self.bufferSize)
  }

  deinit { unsafe buffer.deallocate() }

  /// Goes to the beginning of a list of the dictionary.
  mutating func open(_ list: TermList) throws(SegmentError) {
    self.list = list
    tableSize = list.documentCount > PFORBlock.capacity ? blockCount * entrySize : 0
    (blockNumber, documentsInBlock, place, foundCount) = (-1, 0, -1, 0)
    packedFrequencies = 0..<0
    forgetPositions()
    if tableSize > 0 { unsafe table = try dictionary.postings.cursor(at: list.postings.lowerBound, count: tableSize).rest }
    if list.isInline { try readInline() }
  }

  private mutating func forgetPositions() {
    unsafe unreadPositions = nil
    (runStart, runEnd, summed) = (0, 0, 0..<0)
  }

  /// Goes to the next document; `nil` at the end.
  mutating func next() throws(SegmentError) -> UInt32? {
    place &+= 1
    while place >= documentsInBlock {
      guard !list.isInline, blockNumber + 1 < blockCount else {
        place = documentsInBlock
        return nil
      }
      try readBlock(blockNumber + 1)
    }
    return unsafe ordinals[place]
  }

  // MARK: Seeking documents

  /// Goes to the next block that may have some of `documents`, and finds all of these in it: ``foundCount`` of them, perhaps none.
  ///
  /// - Parameters:
  ///   - documents: Ascending; the same at each call.
  ///   - number: Of the first to be found; then, of the first that is behind the block.
  /// - Returns: Whether there is such a block.
  mutating func findDocuments(_ documents: Span<UInt32>, from number: inout Int) throws(SegmentError) -> Bool {
    foundCount = 0
    guard number < documents.count else { return false }
    let target = documents[number]
    if documentsInBlock == 0 || (unsafe ordinals[documentsInBlock - 1] < target) {
      guard !list.isInline else { return false }
      let block = block(for: target)
      guard block < blockCount else { return false }
      try readBlock(block)
    }
    let end = unsafe documents.lowerBound(of: ordinals[documentsInBlock - 1] + 1, from: number)
    // The fewer are sought among the more.
    if end - number <= documentsInBlock {
      findInBlock(documents, number..<end)
    } else {
      findInDocuments(documents, number..<end)
    }
    number = end
    return true
  }

  private mutating func findInBlock(_ documents: Span<UInt32>, _ range: Range<Int>) {
    let (ordinals, places, numbers) = unsafe (self.ordinals, foundPlaces, foundNumbers)
    // All blocks are searched as full ones are.
    for place in documentsInBlock..<PFORBlock.capacity { unsafe ordinals[place] = .max }
    var found = 0
    for number in range {
      let target = documents[number]
      // Halves without a branch, which would be foreseen wrongly every other time.
      var place = unsafe ordinals[63] < target ? 64 : 0
      unsafe place &+= ordinals[place &+ 31] < target ? 32 : 0
      unsafe place &+= ordinals[place &+ 15] < target ? 16 : 0
      unsafe place &+= ordinals[place &+ 7] < target ? 8 : 0
      unsafe place &+= ordinals[place &+ 3] < target ? 4 : 0
      unsafe place &+= ordinals[place &+ 1] < target ? 2 : 0
      unsafe place &+= ordinals[place] < target ? 1 : 0
      // Written in any case and overwritten if it is not there.
      unsafe places[found] = UInt32(truncatingIfNeeded: place)
      unsafe numbers[found] = UInt32(truncatingIfNeeded: number)
      unsafe found &+= ordinals[place] == target ? 1 : 0
    }
    foundCount = found
  }

  private mutating func findInDocuments(_ documents: Span<UInt32>, _ range: Range<Int>) {
    let (ordinals, places, numbers) = unsafe (self.ordinals, foundPlaces, foundNumbers)
    var found = 0
    var number = range.lowerBound
    for place in 0..<documentsInBlock {
      let ordinal = unsafe ordinals[place]
      number = documents.lowerBound(of: ordinal, from: number)
      if number == range.upperBound { break }
      unsafe places[found] = UInt32(truncatingIfNeeded: place)
      unsafe numbers[found] = UInt32(truncatingIfNeeded: number)
      found &+= documents[number] == ordinal ? 1 : 0
    }
    foundCount = found
  }

  /// Goes to a document that was found.
  ///
  /// - Returns: Its number among those that were sought.
  @inline(__always)
  mutating func goToFound(_ index: Int) -> Int {
    precondition(index >= 0 && index < foundCount, "there is no such document")
    place = unsafe Int(foundPlaces[index])
    return unsafe Int(foundNumbers[index])
  }

  /// The first block at or behind the current one whose last ordinal is not below `target`.
  private func block(for target: UInt32) -> Int {
    guard tableSize > 0 else { return max(blockNumber, documentsInBlock == 0 ? 0 : 1) }
    var low = max(blockNumber, 0)
    // The next block is the likely one: look there first, then double the step.
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

  @inline(__always)
  private func tableEntry(_ number: Int) -> (last: UInt32, blockEnd: Int, positionsEnd: Int) {
    let start = number * entrySize
    precondition(start >= 0 && (unsafe start + entrySize <= table.count), "there is no such block")
    return unsafe (
      UInt32(littleEndian: table.loadUnaligned(fromByteOffset: start, as: UInt32.self)),
      Int(UInt32(littleEndian: table.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))),
      entrySize == 12 ? Int(UInt32(littleEndian: table.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self))) : 0
    )
  }

  private mutating func readBlock(_ number: Int) throws(SegmentError) {
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
    // Nothing precedes the first document of all; every other gap is counted from the ordinal after the one before.
    let first = number > 0 ? UInt64(previous.last) + 1 : 0
    let next = unsafe first + Self.addUp(count, ordinals, into: ordinals, from: UInt32(truncatingIfNeeded: first) &- 1)
    guard next <= UInt64(dictionary.universe), tableSize == 0 || next == UInt64(own.last) + 1 else {
      throw dictionary.postings.inconsistent
    }
    previous.positionsEnd += list.positions.lowerBound
    positionsRange = previous.positionsEnd..<own.positionsEnd + list.positions.lowerBound
    forgetPositions()
    (blockNumber, documentsInBlock, place) = (number, count, 0)
  }

  /// Adds up `count` numbers as `vector_sums` does.
  ///
  /// - Returns: All of them, each with one more. Only if that is less than 2^32 are the sums what they should be.
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

  /// Unpacks the frequencies of the block, unless that was done.
  @inline(__always)
  private mutating func needFrequencies() throws(SegmentError) {
    if !packedFrequencies.isEmpty { try readFrequencies() }
  }

  private mutating func readFrequencies() throws(SegmentError) {
    var cursor = unsafe ByteCursor(try dictionary.postings.bytes(packedFrequencies), owner: nil)
    unsafe PFORBlock.read(documentsInBlock, from: &cursor, into: firstPositions + 1)
    // A slice takes a byte at least. Whoever makes room for the positions makes it for so many that are there.
    guard !cursor.hasFailed, countPositions() <= min(positionsRange.count * PFORBlock.capacity, Int(UInt32.max)) else {
      throw dictionary.postings.inconsistent
    }
    packedFrequencies = 0..<0
  }

  /// Counts the positions before each document, from the frequencies, less one, at the same places.
  ///
  /// - Returns: How many there are.
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
        unsafe gaps[runEnd] = UInt32(truncatingIfNeeded: cursor.variable())
        runEnd += 1
      }
    }
    guard !cursor.hasFailed else { throw dictionary.terms.inconsistent }
    (blockNumber, documentsInBlock) = (0, list.documentCount)
    _ = countPositions()
  }

  // MARK: Positions

  /// The first positions of the term in the current document, as far as they are in one slice.
  @inline(__always)
  mutating func firstSlice() throws(SegmentError) -> PositionSlice {
    try needFrequencies()
    unreadOfDocument = unsafe Int(firstPositions[place])..<Int(firstPositions[place &+ 1])
    return try slice(behind: .max)
  }

  /// The positions behind those that were asked for last; `nil` if there are none.
  ///
  /// - Parameter previous: The last of these.
  @inline(__always)
  mutating func nextSlice(behind previous: UInt32) throws(SegmentError) -> PositionSlice? {
    unreadOfDocument.isEmpty ? nil : try slice(behind: previous)
  }

  @inline(__always)
  private mutating func slice(behind previous: UInt32) throws(SegmentError) -> PositionSlice {
    if !summed.contains(unreadOfDocument.lowerBound) { try addUpRun() }
    let stop = min(unreadOfDocument.upperBound, summed.upperBound)
    let before = unsafe sums + (unreadOfDocument.lowerBound &- summed.lowerBound)
    let count = stop &- unreadOfDocument.lowerBound
    unreadOfDocument = stop..<unreadOfDocument.upperBound
    return unsafe PositionSlice(before + 1, count: count, base: previous &- before[0])
  }

  /// Makes the sums for the slice with the next position.
  private mutating func addUpRun() throws(SegmentError) {
    let index = unreadOfDocument.lowerBound
    if index < runStart { forgetPositions() }
    if index >= runEnd { try readRun(containing: index) }
    // Many documents of the slice are asked for, or this one alone. So far apart that the sums are too large when other documents are behind
    // are positions of very long texts only.
    summed = runStart..<runEnd
    if foundCount > Self.blockSummingThreshold, addUpGaps(summed) { return }
    summed = index..<min(unreadOfDocument.upperBound, runEnd)
    _ = addUpGaps(summed)
  }

  /// Above this number of wanted documents in a block, the sums of their gaps are computed for the whole block.
  private static let blockSummingThreshold = 8

  /// - Returns: Whether the sums ascend.
  private func addUpGaps(_ range: Range<Int>) -> Bool {
    let bits = unsafe vector_sums(gaps + (range.lowerBound - runStart), sums + 1, CInt(truncatingIfNeeded: range.count), 0)
    // Who compares eight finds nothing behind them.
    unsafe (sums + range.count + 1).update(repeating: sums[range.count], count: 8)
    return bits < 1 << 24
  }

  /// Calls `body` with the positions of the term in the current document, of each how many lie between it and the one before, a slice at a
  /// time.
  mutating func forEachGaps(_ body: (UnsafeBufferPointer<UInt32>) throws(SegmentError) -> Void) throws(SegmentError) {
    try needFrequencies()
    var index = unsafe Int(firstPositions[place])
    let end = unsafe Int(firstPositions[place &+ 1])
    if index < runStart { forgetPositions() }
    while index < end {
      if index >= runEnd { try readRun(containing: index) }
      let stop = min(end, runEnd)
      unsafe try body(UnsafeBufferPointer(start: gaps + (index &- runStart), count: stop &- index))
      index = stop
    }
  }

  private mutating func readRun(containing index: Int) throws(SegmentError) {
    guard !list.isInline, let region = dictionary.positions else { throw dictionary.terms.inconsistent }
    if unsafe unreadPositions == nil { unsafe unreadPositions = try region.bytes(positionsRange) }
    guard let unread = unsafe unreadPositions else { return }
    var cursor = unsafe ByteCursor(unread, owner: nil)
    while runEnd + PFORBlock.capacity <= index, !cursor.hasFailed {
      PFORBlock.skip(PFORBlock.capacity, in: &cursor)
      runEnd += PFORBlock.capacity
    }
    let count = unsafe min(PFORBlock.capacity, Int(firstPositions[documentsInBlock]) - runEnd)
    guard count > 0, !cursor.hasFailed else { throw region.inconsistent }
    unsafe PFORBlock.read(count, from: &cursor, into: gaps)
    guard !cursor.hasFailed else { throw region.inconsistent }
    (runStart, runEnd) = (runEnd, runEnd + count)
    unsafe unreadPositions = cursor.rest
  }

  /// The documents behind those that were asked for, as far as they are in one block; `nil` at the end.
  mutating func nextBlock() throws(SegmentError) -> UnsafeBufferPointer<UInt32>? {
    if place + 1 >= documentsInBlock {
      guard !list.isInline, blockNumber + 1 < blockCount else { return nil }
      try readBlock(blockNumber + 1)
      place = -1
    }
    let start = place + 1
    place = documentsInBlock - 1
    return unsafe UnsafeBufferPointer(start: ordinals + start, count: documentsInBlock - start)
  }
}

/// Goes through the documents of one term, forward only.
///
/// Blocks that are skipped are not touched; nor are positions until they are asked for. It is not copied, so that a search for a phrase,
/// which asks thousands of times, counts no references.
@safe struct PostingsCursor: ~Copyable {
  private let dictionary: TermDictionary
  private var list = TermList.none
  private var tableSize = 0
  /// The table of blocks, which lives as long as the dictionary; empty where there is one block only.
  private var table = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  /// Ordinals, frequencies, the current run of positions, and ``hits``.
  private let buffer: UnsafeMutablePointer<UInt32>

  /// The number of the first position of each document of the block, and of all positions at the end: while the frequencies are unpacked.
  private let firstPositions: UnsafeMutablePointer<Int>
  private var blockNumber = -1
  private var documentsInBlock = 0
  /// Where the frequencies of the block are, until they are unpacked: documents alone are asked for more often.
  private var packedFrequencies = 0..<0
  private var place = 0

  /// The document it stands at; `nil` before the first and behind the last.
  private(set) var ordinal: UInt32?

  /// The positions of the block, from the current run's end on.
  private var positionsCursor: ByteCursor?
  private var runStart = 0
  private var runEnd = 0
  private var positionsRange = 0..<0

  /// How many documents of the block are among those that ``advance(to:of:)`` is to find, and how many of them are passed; `nil` unless
  /// they were compared.
  private var hitCount: Int?
  private var hit = 0
  private var comparedBlock = -1

  private var blockCount: Int { (list.documentCount + PackedRun.capacity - 1) / PackedRun.capacity }
  private var entrySize: Int { dictionary.positions == nil ? 8 : 12 }
  private var frequencies: UnsafeMutablePointer<UInt32> { unsafe buffer + PackedRun.capacity }
  private var run: UnsafeMutablePointer<UInt32> { unsafe buffer + 2 * PackedRun.capacity }
  /// The places of the documents to be found.
  private var hits: UnsafeMutablePointer<UInt32> { unsafe buffer + 3 * PackedRun.capacity }

  /// At the beginning of an empty list.
  init(of dictionary: TermDictionary) {
    self.dictionary = dictionary
    unsafe buffer = .allocate(capacity: 4 * PackedRun.capacity)
    unsafe buffer.initialize(repeating: 0, count: 4 * PackedRun.capacity)
    unsafe firstPositions = .allocate(capacity: PackedRun.capacity + 1)
    unsafe firstPositions.initialize(repeating: 0, count: PackedRun.capacity + 1)
  }

  init(_ list: TermList, of dictionary: TermDictionary) throws(SegmentError) {
    self.init(of: dictionary)
    try open(list)
  }

  /// Goes to the beginning of another list of the dictionary.
  mutating func open(_ list: TermList) throws(SegmentError) {
    self.list = list
    tableSize = list.documentCount > PackedRun.capacity ? (list.documentCount + PackedRun.capacity - 1) / PackedRun.capacity * entrySize : 0
    (blockNumber, documentsInBlock, place, ordinal) = (-1, 0, 0, nil)
    packedFrequencies = 0..<0
    (hitCount, comparedBlock) = (nil, -1)
    forgetPositions()
    if tableSize > 0 {
      var cursor = try dictionary.postings.cursor(at: list.postings.lowerBound, count: tableSize)
      unsafe table = cursor.take(tableSize)
    }
    if list.isInline { try readInline() }
  }

  private mutating func forgetPositions() {
    positionsCursor = nil
    (runStart, runEnd) = (0, 0)
  }

  deinit {
    unsafe buffer.deallocate()
    unsafe firstPositions.deallocate()
  }

  var documentCount: Int { list.documentCount }

  /// The next document; `nil` at the end.
  mutating func next() throws(SegmentError) -> UInt32? {
    place &+= 1
    while place >= documentsInBlock {
      guard !list.isInline, blockNumber + 1 < blockCount else {
        place = documentsInBlock
        ordinal = nil
        return nil
      }
      try readBlock(blockNumber + 1)
    }
    ordinal = unsafe buffer[place]
    return ordinal
  }

  /// The first document not below `target`, at or behind the current one; `nil` when there is none.
  mutating func advance(to target: UInt32) throws(SegmentError) -> UInt32? {
    if let ordinal, ordinal >= target { return ordinal }
    if !list.isInline, documentsInBlock == 0 || (unsafe buffer[documentsInBlock - 1] < target) {
      let block = block(for: target)
      guard block < blockCount else {
        (blockNumber, place, documentsInBlock, ordinal) = (blockCount, 0, 0, nil)
        return nil
      }
      if block != blockNumber { try readBlock(block) }
    }
    // Halves without a branch, which would be foreseen wrongly every other time; the next document is the likely one.
    var low = max(place, 0)
    var left = documentsInBlock - low
    if left > 0, unsafe buffer[low] < target {
      low += 1
      left -= 1
      while left > 1 {
        let half = left / 2
        low += unsafe buffer[low + half - 1] < target ? half : 0
        left -= half
      }
      if left == 1 { low += unsafe buffer[low] < target ? 1 : 0 }
    }
    place = low - 1
    return try next()
  }

  /// Goes to `documents[number]` if the list has it.
  ///
  /// Where many of the documents lie in a block they are compared with all of it at once: to search for each takes several times as long.
  ///
  /// - Parameter documents: The same at each call. Only the cursor's documents that are among them are of interest.
  /// - Returns: That document, or one behind it that is not among `documents` or is the list's next; `UInt32.max` behind the last.
  @inline(__always)
  mutating func advance(to number: Int, of documents: SoughtDocuments) throws(SegmentError) -> UInt32 {
    let target = documents[number]
    if let hitCount {
      while hit < hitCount {
        let place = unsafe Int(hits[hit])
        let found = unsafe buffer[place]
        if found >= target {
          self.place = place
          ordinal = found
          return found
        }
        hit &+= 1
      }
      let last = unsafe buffer[documentsInBlock &- 1]
      if last >= target { return last }
    }
    return try advanceFar(to: number, of: documents)
  }

  private mutating func advanceFar(to number: Int, of documents: SoughtDocuments) throws(SegmentError) -> UInt32 {
    guard let found = try advance(to: documents[number]) else {
      hitCount = nil
      return .max
    }
    if comparedBlock != blockNumber { findHits(from: number, of: documents) }
    return found
  }

  /// So many documents in a block are worth comparing with all of it.
  private static let worthComparing = 6

  private mutating func findHits(from number: Int, of documents: SoughtDocuments) {
    (hitCount, hit, comparedBlock) = (nil, 0, blockNumber)
    let last = unsafe buffer[documentsInBlock - 1]
    guard Int(last >> 6) < documents.bits.count, number + Self.worthComparing <= documents.count,
      documents[number + Self.worthComparing - 1] <= last
    else { return }
    let (buffer, hits, start, end) = unsafe (self.buffer, self.hits, place, documentsInBlock)
    hitCount = unsafe documents.bits.withUnsafeBufferPointer { bits in
      var count = 0
      for place in start..<end {
        let ordinal = unsafe buffer[place]
        // Written in any case and overwritten if it is no hit: a branch would be foreseen wrongly every other time.
        unsafe hits[count] = UInt32(truncatingIfNeeded: place)
        unsafe count &+= Int(truncatingIfNeeded: bits[Int(ordinal &>> 6)] &>> UInt64(ordinal & 63) & 1)
      }
      return count
    }
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
    var cursor = try dictionary.postings.cursor(start + previous.blockEnd..<start + own.blockEnd)
    let count = min(PackedRun.capacity, list.documentCount - number * PackedRun.capacity)
    unsafe PackedRun.read(count, from: &cursor, into: buffer)
    guard !cursor.hasFailed else { throw dictionary.postings.inconsistent }
    packedFrequencies = start + own.blockEnd - cursor.remaining..<start + own.blockEnd
    guard !packedFrequencies.isEmpty || dictionary.positions == nil else { throw dictionary.postings.inconsistent }
    // Nothing precedes the first document of all; every other gap is counted from the ordinal after the one before.
    var next = number > 0 ? UInt64(previous.last) + 1 : 0
    for index in 0..<count {
      unsafe next += UInt64(buffer[index])
      unsafe buffer[index] = UInt32(truncatingIfNeeded: next)
      next += 1
    }
    guard next <= UInt64(dictionary.universe), tableSize == 0 || next == UInt64(own.last) + 1 else {
      throw dictionary.postings.inconsistent
    }
    previous.positionsEnd += list.positions.lowerBound
    positionsRange = previous.positionsEnd..<own.positionsEnd + list.positions.lowerBound
    forgetPositions()
    (blockNumber, documentsInBlock, place, hitCount) = (number, count, 0, nil)
  }

  /// Unpacks the frequencies of the block, unless that was done.
  @inline(__always)
  private mutating func needFrequencies() throws(SegmentError) {
    if !packedFrequencies.isEmpty { try readFrequencies() }
  }

  private mutating func readFrequencies() throws(SegmentError) {
    var cursor = try dictionary.postings.cursor(packedFrequencies)
    unsafe PackedRun.read(documentsInBlock, from: &cursor, into: frequencies)
    countPositions()
    // A run takes a byte at least. Whoever makes room for the positions makes it for so many that are there.
    guard !cursor.hasFailed, unsafe firstPositions[documentsInBlock] <= positionsRange.count * PackedRun.capacity else {
      throw dictionary.postings.inconsistent
    }
    packedFrequencies = 0..<0
  }

  private func countPositions() {
    var total = 0
    for index in 0..<documentsInBlock {
      unsafe firstPositions[index] = total
      unsafe total &+= Int(frequencies[index]) &+ 1
    }
    unsafe firstPositions[documentsInBlock] = total
  }

  private mutating func readInline() throws(SegmentError) {
    var cursor = try dictionary.terms.cursor(list.postings)
    var next: UInt64 = 0
    for index in 0..<list.documentCount {
      next += cursor.variable()
      guard next < UInt64(dictionary.universe) else { throw dictionary.terms.inconsistent }
      unsafe buffer[index] = UInt32(next)
      next += 1
      guard dictionary.positions != nil else { continue }
      let count = cursor.variable(atMost: TermDictionaryWriter.mostInlinePositions)
      guard count > 0 else { throw dictionary.terms.inconsistent }
      unsafe frequencies[index] = UInt32(count - 1)
      for _ in 0..<count {
        unsafe run[runEnd] = UInt32(truncatingIfNeeded: cursor.variable())
        runEnd += 1
      }
    }
    guard !cursor.hasFailed else { throw dictionary.terms.inconsistent }
    (blockNumber, documentsInBlock, place) = (0, list.documentCount, -1)
    countPositions()
  }

  /// How often the term occurs in the current document.
  @inline(__always)
  mutating func frequency() throws(SegmentError) -> Int {
    try needFrequencies()
    return unsafe Int(frequencies[place]) + 1
  }

  /// Calls `body` with the positions of the term in the current document, ascending, many at a time, until it returns `false`.
  ///
  /// - Returns: Whether it never did.
  @inline(__always)
  mutating func forEachPositions(
    _ body: (borrowing PositionGaps, inout UInt32) throws(SegmentError) -> Bool
  ) throws(SegmentError) -> Bool {
    guard ordinal != nil, dictionary.positions != nil else { return true }
    try needFrequencies()
    var index = unsafe firstPositions[place]
    let end = unsafe firstPositions[place &+ 1]
    if index < runStart { (positionsCursor, runStart, runEnd) = (nil, 0, 0) }
    var position = UInt32.max
    while index < end {
      if index >= runEnd { try readRun(containing: index) }
      let stop = min(end, runEnd)
      guard try unsafe body(PositionGaps(run + (index &- runStart), count: stop &- index), &position) else { return false }
      index = stop
    }
    return true
  }

  private mutating func readRun(containing index: Int) throws(SegmentError) {
    guard !list.isInline, let region = dictionary.positions else { throw dictionary.terms.inconsistent }
    var cursor: ByteCursor
    if let positionsCursor {
      cursor = positionsCursor
    } else {
      // The dictionary keeps the bytes alive, and counting references for each run would show.
      cursor = unsafe ByteCursor(try region.cursor(positionsRange).rest, owner: nil)
    }
    while runEnd + PackedRun.capacity <= index, !cursor.hasFailed {
      PackedRun.skip(PackedRun.capacity, in: &cursor)
      runEnd += PackedRun.capacity
    }
    let count = unsafe min(PackedRun.capacity, firstPositions[documentsInBlock] - runEnd)
    guard count > 0, !cursor.hasFailed else { throw region.inconsistent }
    unsafe PackedRun.read(count, from: &cursor, into: run)
    guard !cursor.hasFailed else { throw region.inconsistent }
    runStart = runEnd
    runEnd += count
    positionsCursor = cursor
  }

  /// Calls `body` with the ordinals from the current place on, many at a time, and goes to the end.
  mutating func forEachRemaining(_ body: (UnsafeBufferPointer<UInt32>) -> Void) throws(SegmentError) {
    var start = max(place, 0)
    while true {
      if documentsInBlock > start { unsafe body(UnsafeBufferPointer(start: buffer + start, count: documentsInBlock - start)) }
      guard !list.isInline, blockNumber + 1 < blockCount else { break }
      try readBlock(blockNumber + 1)
      start = 0
    }
    (place, ordinal) = (documentsInBlock, nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Encodes the posting list of one term at a time: documents and, optionally, positions.
///
/// Format: a list is split into blocks of 128 documents. A list of more than one block begins with
/// a table, which has for each block its last ordinal, its end relative to the end of the table
/// and, with positions, the end of its positions; and then, with positions, one byte for each
/// block: its impact (``RelativeFrequency``). A block is a ``PFORBlock`` of the gaps between
/// ordinals and, with positions, another of the frequencies minus 1. Positions are in a section of
/// their own, as gaps in PFOR blocks of 128. The first gap of each document counts from the start
/// of the document.
@safe struct PostingsEncoder: ~Copyable {
  private let postings: ByteSink
  private let positions: ByteSink?
  /// Of texts; `nil` for lists without positions.
  private let divisors: TextDivisors?
  private let base: (postings: Int, positions: Int)

  /// Offsets in the two sections at which the list begins.
  private(set) var start: (postings: Int, positions: Int) = (0, 0)

  private(set) var documentCount = 0
  private var table: [UInt8] = []
  private var impacts: [UInt8] = []
  private var blocks: [UInt8] = []

  /// Four arrays of 128 numbers: document gaps, frequencies, position gaps, ordinals.
  private let buffer: UnsafeMutablePointer<UInt32>
  private var documentsInBlock = 0
  private var positionsInRun = 0
  private var lastOrdinal: UInt32 = 0
  private var lastPosition: UInt32 = 0

  init(postings: ByteSink, positions: ByteSink?, divisors: TextDivisors? = nil) {
    self.postings = postings
    self.positions = positions
    self.divisors = divisors
    base = (postings.count, positions?.count ?? 0)
    unsafe buffer = .allocate(capacity: 4 * PFORBlock.capacity)
    unsafe buffer.initialize(repeating: 0, count: 4 * PFORBlock.capacity)
  }

  deinit { unsafe buffer.deallocate() }

  var hasPositions: Bool { positions != nil }

  @inline(__always)
  mutating func add(document ordinal: UInt32) throws(SegmentError) {
    if documentCount > 0, ordinal == lastOrdinal { return }
    if documentsInBlock == PFORBlock.capacity { try endBlock() }
    unsafe buffer[documentsInBlock] = documentCount == 0 ? ordinal : ordinal &- lastOrdinal &- 1
    unsafe buffer[PFORBlock.capacity + documentsInBlock] = UInt32.max
    unsafe buffer[3 * PFORBlock.capacity + documentsInBlock] = ordinal
    documentsInBlock += 1
    documentCount += 1
    lastOrdinal = ordinal
    lastPosition = .max
  }

  @inline(__always)
  mutating func add(position: UInt32) throws(SegmentError) {
    if positionsInRun == PFORBlock.capacity { try endRun() }
    unsafe buffer[2 * PFORBlock.capacity + positionsInRun] = position &- lastPosition &- 1
    positionsInRun += 1
    lastPosition = position
    unsafe buffer[PFORBlock.capacity + documentsInBlock - 1] &+= 1
  }

  /// Adds positions of the current document as gaps: the number of positions between each position
  /// and the previous one.
  mutating func add(_ gaps: UnsafeBufferPointer<UInt32>) throws(SegmentError) {
    guard let base = gaps.baseAddress else { return }
    var added = 0
    while added < gaps.count {
      if positionsInRun == PFORBlock.capacity { try endRun() }
      let count = min(gaps.count - added, PFORBlock.capacity - positionsInRun)
      unsafe (buffer + 2 * PFORBlock.capacity + positionsInRun).update(from: base + added, count: count)
      positionsInRun += count
      added += count
    }
    unsafe buffer[PFORBlock.capacity + documentsInBlock - 1] &+= UInt32(truncatingIfNeeded: added)
  }

  private mutating func endRun() throws(SegmentError) {
    guard positionsInRun > 0, let positions else { return }
    unsafe PFORBlock.append(UnsafeBufferPointer(start: buffer + 2 * PFORBlock.capacity, count: positionsInRun), to: &positions.bytes)
    positionsInRun = 0
    try positions.flushIfFull()
  }

  private mutating func endBlock() throws(SegmentError) {
    try endRun()
    unsafe PFORBlock.append(UnsafeBufferPointer(start: buffer, count: documentsInBlock), to: &blocks)
    table.append(fixed: lastOrdinal)
    if hasPositions {
      let frequencies = unsafe UnsafeBufferPointer(start: buffer + PFORBlock.capacity, count: documentsInBlock)
      // Readers index the positions of a block with 32 bits.
      var occurrences: UInt64 = 0
      for index in 0..<documentsInBlock { unsafe occurrences &+= UInt64(frequencies[index]) &+ 1 }
      guard occurrences <= UInt64(UInt32.max) else { throw .tooLarge(file: "") }
      unsafe PFORBlock.append(frequencies, to: &blocks)
      impacts.append(impactOfBlock)
    }
    table.append(fixed: UInt32(truncatingIfNeeded: blocks.count))
    if let positions { table.append(fixed: UInt32(truncatingIfNeeded: positions.count - base.positions - start.positions)) }
    documentsInBlock = 0
  }

  /// The impact of the current block. Of the only block of a list, none is needed.
  private var impactOfBlock: UInt8 {
    guard let divisors, documentCount > PFORBlock.capacity || documentsInBlock == PFORBlock.capacity else { return .max }
    var greatest: Float = 0
    for index in 0..<documentsInBlock {
      let (frequency, ordinal) = unsafe (buffer[PFORBlock.capacity + index] &+ 1, buffer[3 * PFORBlock.capacity + index])
      greatest = max(greatest, Float(frequency) * divisors.inverse[Int(ordinal)])
    }
    return RelativeFrequency.level(roundingUp: greatest)
  }

  /// Whether the list is short enough to be stored in the dictionary.
  var isInline: Bool {
    guard documentCount <= TermDictionaryWriter.maximumInlineDocuments, hasPositions else {
      return documentCount <= TermDictionaryWriter.maximumInlineDocuments
    }
    var count = 0
    for index in 0..<documentsInBlock { unsafe count += Int(buffer[PFORBlock.capacity + index]) + 1 }
    return count <= TermDictionaryWriter.maximumInlinePositions
  }

  /// Ends a list for which ``isInline`` is true, and appends it to `output`.
  mutating func endInline(into output: inout [UInt8]) {
    var gapIndex = 2 * PFORBlock.capacity
    for index in 0..<documentsInBlock {
      unsafe output.append(variable: buffer[index])
      guard hasPositions else { continue }
      let count = unsafe buffer[PFORBlock.capacity + index] &+ 1
      output.append(variable: count)
      for _ in 0..<count {
        unsafe output.append(variable: buffer[gapIndex])
        gapIndex += 1
      }
    }
    // Nothing was written to the sections, so `start` stays valid for the next list.
    reset()
  }

  /// Ends the list and returns its length in bytes in each section.
  mutating func end() throws(SegmentError) -> (postings: Int, positions: Int) {
    try endBlock()
    let length = (positions?.count ?? 0) - base.positions - start.positions
    guard blocks.count < UInt32.max, length < UInt32.max else { throw .tooLarge(file: "") }
    var count = blocks.count
    if documentCount > PFORBlock.capacity {
      postings.bytes.append(contentsOf: table)
      postings.bytes.append(contentsOf: impacts)
      count += table.count + impacts.count
    }
    postings.bytes.append(contentsOf: blocks)
    try postings.flushIfFull()
    reset()
    start = (postings.count - base.postings, (positions?.count ?? 0) - base.positions)
    return (count, length)
  }

  private mutating func reset() {
    table.removeAll(keepingCapacity: true)
    impacts.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
    documentCount = 0
    documentsInBlock = 0
    positionsInRun = 0
  }
}

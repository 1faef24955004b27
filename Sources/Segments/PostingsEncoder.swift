/// Encodes the posting list of one term at a time: documents and, optionally, positions.
///
/// Format: a list is split into blocks of 128 documents. A list of more than one block begins with
/// a table, which has for each block its last ordinal, its end relative to the end of the table
/// and, with positions, the end of its positions. A block is a ``PFORBlock`` of the gaps between
/// ordinals and, with positions, another of the frequencies minus 1. Positions are in a section of
/// their own, as gaps in PFOR blocks of 128. The first gap of each document counts from the start
/// of the document.
@safe struct PostingsEncoder: ~Copyable {
  private let postings: ByteSink
  private let positions: ByteSink?
  private let base: (postings: Int, positions: Int)

  /// Offsets in the two sections at which the list begins.
  private(set) var start: (postings: Int, positions: Int) = (0, 0)

  private(set) var documentCount = 0
  private var table: [UInt8] = []
  private var blocks: [UInt8] = []

  /// Three arrays of 128 numbers: document gaps, frequencies, position gaps.
  private let buffer: UnsafeMutablePointer<UInt32>
  private var documentsInBlock = 0
  private var positionsInRun = 0
  private var lastOrdinal: UInt32 = 0
  private var lastPosition: UInt32 = 0

  init(postings: ByteSink, positions: ByteSink?) {
    self.postings = postings
    self.positions = positions
    base = (postings.count, positions?.count ?? 0)
    unsafe buffer = .allocate(capacity: 3 * PFORBlock.capacity)
    unsafe buffer.initialize(repeating: 0, count: 3 * PFORBlock.capacity)
  }

  deinit { unsafe buffer.deallocate() }

  var hasPositions: Bool { positions != nil }

  @inline(__always)
  mutating func add(document ordinal: UInt32) throws(SegmentError) {
    if documentCount > 0, ordinal == lastOrdinal { return }
    if documentsInBlock == PFORBlock.capacity { try endBlock() }
    unsafe buffer[documentsInBlock] = documentCount == 0 ? ordinal : ordinal &- lastOrdinal &- 1
    unsafe buffer[PFORBlock.capacity + documentsInBlock] = UInt32.max
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
    }
    table.append(fixed: UInt32(truncatingIfNeeded: blocks.count))
    if let positions { table.append(fixed: UInt32(truncatingIfNeeded: positions.count - base.positions - start.positions)) }
    documentsInBlock = 0
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
      count += table.count
    }
    postings.bytes.append(contentsOf: blocks)
    try postings.flushIfFull()
    reset()
    start = (postings.count - base.postings, (positions?.count ?? 0) - base.positions)
    return (count, length)
  }

  private mutating func reset() {
    table.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
    documentCount = 0
    documentsInBlock = 0
    positionsInRun = 0
  }
}

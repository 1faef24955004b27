/// Encodes the documents, and perhaps the positions, of one term at a time.
///
/// A list is cut into blocks of 128 documents. With more than one block it begins with a table: for each block its last ordinal, the end of
/// the block behind the table and, with positions, the end of its positions. A block is a ``PFORBlock`` of the gaps between ordinals and,
/// with positions, one of the frequencies less one. Its positions are in the other section: gaps, each document's from its beginning, in
/// runs of 128.
@safe struct PostingsEncoder: ~Copyable {
  private let postings: ByteSink
  private let positions: ByteSink?
  private let base: (postings: Int, positions: Int)

  /// Where the list began, counted from the beginning of the sections.
  private(set) var start: (postings: Int, positions: Int) = (0, 0)

  private(set) var documentCount = 0
  private var table: [UInt8] = []
  private var blocks: [UInt8] = []

  /// Three times 128 numbers: gaps, frequencies, positions.
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

  /// Adds the next positions of the document by how many lie between each and the one before.
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
      // Readers number the positions of a block.
      var occurrences: UInt64 = 0
      for index in 0..<documentsInBlock { unsafe occurrences &+= UInt64(frequencies[index]) &+ 1 }
      guard occurrences <= UInt64(UInt32.max) else { throw .tooLarge(file: "") }
      unsafe PFORBlock.append(frequencies, to: &blocks)
    }
    table.append(fixed: UInt32(truncatingIfNeeded: blocks.count))
    if let positions { table.append(fixed: UInt32(truncatingIfNeeded: positions.count - base.positions - start.positions)) }
    documentsInBlock = 0
  }

  /// Whether the list is short enough for the dictionary.
  var isInline: Bool {
    guard documentCount <= TermDictionaryWriter.maximumInlineDocuments, hasPositions else {
      return documentCount <= TermDictionaryWriter.maximumInlineDocuments
    }
    var count = 0
    for index in 0..<documentsInBlock { unsafe count += Int(buffer[PFORBlock.capacity + index]) + 1 }
    return count <= TermDictionaryWriter.maximumInlinePositions
  }

  /// Ends a list that ``isInline``.
  mutating func endInline(into output: inout [UInt8]) {
    var place = 2 * PFORBlock.capacity
    for index in 0..<documentsInBlock {
      unsafe output.append(variable: buffer[index])
      guard hasPositions else { continue }
      let count = unsafe buffer[PFORBlock.capacity + index] &+ 1
      output.append(variable: count)
      for _ in 0..<count {
        unsafe output.append(variable: buffer[place])
        place += 1
      }
    }
    // Nothing went to the sections: the next list begins where this one would have.
    reset()
  }

  /// Ends a list and says how long it is.
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

internal import CVector

extension PostingsCursor {
  /// The first positions of the term in the current document, as far as they are in one slice.
  @inline(__always)
  mutating func firstSlice() throws(SegmentError) -> PositionSlice {
    try needFrequencies()
    unreadOfDocument = unsafe Int(firstPositions[currentIndex])..<Int(firstPositions[currentIndex &+ 1])
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
    if !summed.contains(unreadOfDocument.lowerBound) { try addUpSlice() }
    let stop = min(unreadOfDocument.upperBound, summed.upperBound)
    let before = unsafe sums + (unreadOfDocument.lowerBound &- summed.lowerBound)
    let count = stop &- unreadOfDocument.lowerBound
    unreadOfDocument = stop..<unreadOfDocument.upperBound
    return unsafe PositionSlice(before + 1, count: count, base: previous &- before[0])
  }

  /// Makes the sums for the slice with the next position.
  private mutating func addUpSlice() throws(SegmentError) {
    let index = unreadOfDocument.lowerBound
    if index < sliceStart { forgetPositions() }
    if index >= sliceEnd { try readSlice(containing: index) }
    // Many documents of the slice are asked for, or this one alone. So far apart that the sums are too large when other documents are behind
    // are positions of very long texts only.
    summed = sliceStart..<sliceEnd
    if foundCount > Self.blockSummingThreshold, addUpGaps(summed) { return }
    summed = index..<min(unreadOfDocument.upperBound, sliceEnd)
    _ = addUpGaps(summed)
  }

  /// Above this number of wanted documents in a block, the sums of their gaps are computed for the whole block.
  private static let blockSummingThreshold = 8

  /// - Returns: Whether the sums ascend.
  private func addUpGaps(_ range: Range<Int>) -> Bool {
    let bits = unsafe vector_sums(gaps + (range.lowerBound - sliceStart), sums + 1, CInt(truncatingIfNeeded: range.count), 0)
    // Who compares eight finds nothing behind them.
    unsafe (sums + range.count + 1).update(repeating: sums[range.count], count: 8)
    return bits < 1 << 24
  }

  /// Calls `body` with the positions of the term in the current document, of each how many lie between it and the one before, a slice at a
  /// time.
  mutating func forEachGaps(_ body: (UnsafeBufferPointer<UInt32>) throws(SegmentError) -> Void) throws(SegmentError) {
    try needFrequencies()
    var index = unsafe Int(firstPositions[currentIndex])
    let end = unsafe Int(firstPositions[currentIndex &+ 1])
    if index < sliceStart { forgetPositions() }
    while index < end {
      if index >= sliceEnd { try readSlice(containing: index) }
      let stop = min(end, sliceEnd)
      unsafe try body(UnsafeBufferPointer(start: gaps + (index &- sliceStart), count: stop &- index))
      index = stop
    }
  }

  private mutating func readSlice(containing index: Int) throws(SegmentError) {
    guard !list.isInline, let region = dictionary.positions else { throw dictionary.terms.inconsistent }
    if unsafe unreadPositions == nil { unsafe unreadPositions = try region.bytes(positionsRange) }
    guard let unread = unsafe unreadPositions else { return }
    var cursor = unsafe ByteCursor(unread, owner: nil)
    while sliceEnd + PFORBlock.capacity <= index, !cursor.hasFailed {
      PFORBlock.skip(PFORBlock.capacity, in: &cursor)
      sliceEnd += PFORBlock.capacity
    }
    let count = unsafe min(PFORBlock.capacity, Int(firstPositions[documentsInBlock]) - sliceEnd)
    guard count > 0, !cursor.hasFailed else { throw region.inconsistent }
    unsafe PFORBlock.read(count, from: &cursor, into: gaps)
    guard !cursor.hasFailed else { throw region.inconsistent }
    (sliceStart, sliceEnd) = (sliceEnd, sliceEnd + count)
    unsafe unreadPositions = cursor.rest
  }
}

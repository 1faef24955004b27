// SPDX-License-Identifier: Apache-2.0

internal import CVector

extension PostingsCursor {
  /// The first positions in the current document, up to the end of their slice.
  @inline(__always)
  mutating func firstSlice() throws(SegmentError) -> PositionSlice {
    try needFrequencies()
    unreadOfDocument = unsafe Int(firstPositions[currentIndex])..<Int(firstPositions[currentIndex &+ 1])
    return try slice(behind: .max)
  }

  /// The positions after the previous slice, or `nil` at the end of the document.
  ///
  /// - Parameter previous: The last position of the previous slice.
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

  /// Computes the sums for the slice that contains the next position.
  private mutating func addUpSlice() throws(SegmentError) {
    let index = unreadOfDocument.lowerBound
    if index < sliceStart { forgetPositions() }
    if index >= sliceEnd { try readSlice(containing: index) }
    // If many documents of the block are wanted, sum the whole slice; otherwise only the part of
    // this document. The sums of a slice over several documents can overflow only with positions of
    // very long texts; then too, sum this document's part alone.
    summed = sliceStart..<sliceEnd
    if foundCount > Self.blockSummingThreshold, addUpGaps(summed) { return }
    summed = index..<min(unreadOfDocument.upperBound, sliceEnd)
    _ = addUpGaps(summed)
  }

  /// Above this number of wanted documents in a block, gaps are summed for a whole slice at a time.
  private static let blockSummingThreshold = 8

  /// Computes the sums of a range of gaps.
  ///
  /// - Returns: Whether the sums ascend, that is, none of them overflowed.
  private func addUpGaps(_ range: Range<Int>) -> Bool {
    let bits = unsafe vector_sums(gaps + (range.lowerBound - sliceStart), sums + 1, CInt(truncatingIfNeeded: range.count), 0)
    // PositionSlice compares eight numbers at a time. Repeating the last sum keeps it from finding
    // others after the end.
    unsafe (sums + range.count + 1).update(repeating: sums[range.count], count: 8)
    return bits < 1 << 24
  }

  /// Calls `body` with the position gaps of the current document, one slice at a time. A gap is the
  /// number of positions between a position and the previous one.
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

extension PostingsCursor {
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
    let (ordinals, indices, numbers) = unsafe (self.ordinals, foundIndices, foundNumbers)
    // All blocks are searched as full ones are.
    for index in documentsInBlock..<PFORBlock.capacity { unsafe ordinals[index] = .max }
    var found = 0
    for number in range {
      let target = documents[number]
      // Halves without a branch, which would be foreseen wrongly every other time.
      var index = unsafe ordinals[63] < target ? 64 : 0
      unsafe index &+= ordinals[index &+ 31] < target ? 32 : 0
      unsafe index &+= ordinals[index &+ 15] < target ? 16 : 0
      unsafe index &+= ordinals[index &+ 7] < target ? 8 : 0
      unsafe index &+= ordinals[index &+ 3] < target ? 4 : 0
      unsafe index &+= ordinals[index &+ 1] < target ? 2 : 0
      unsafe index &+= ordinals[index] < target ? 1 : 0
      // Written in any case and overwritten if it is not there.
      unsafe indices[found] = UInt32(truncatingIfNeeded: index)
      unsafe numbers[found] = UInt32(truncatingIfNeeded: number)
      unsafe found &+= ordinals[index] == target ? 1 : 0
    }
    foundCount = found
  }

  private mutating func findInDocuments(_ documents: Span<UInt32>, _ range: Range<Int>) {
    let (ordinals, indices, numbers) = unsafe (self.ordinals, foundIndices, foundNumbers)
    var found = 0
    var number = range.lowerBound
    for index in 0..<documentsInBlock {
      let ordinal = unsafe ordinals[index]
      number = documents.lowerBound(of: ordinal, from: number)
      if number == range.upperBound { break }
      unsafe indices[found] = UInt32(truncatingIfNeeded: index)
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
    currentIndex = unsafe Int(foundIndices[index])
    return unsafe Int(foundNumbers[index])
  }
}

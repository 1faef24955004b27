// SPDX-License-Identifier: Apache-2.0

extension PostingsCursor {
  /// Moves to the next block that may contain some of `documents`, and finds all documents that it
  /// contains. ``foundCount`` is their number, possibly zero.
  ///
  /// - Parameters:
  ///   - documents: In ascending order. Must be the same in each call for a list.
  ///   - number: Index of the first document to find. On return, index of the first document after
  ///     the block.
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
    // Searches the shorter sequence in the longer one.
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
    padBlock()
    var found = 0
    for number in range {
      let target = documents[number]
      let index = indexInBlock(of: target)
      // Always written, and overwritten by the next one if not found.
      unsafe indices[found] = UInt32(truncatingIfNeeded: index)
      unsafe numbers[found] = UInt32(truncatingIfNeeded: number)
      unsafe found &+= ordinals[index] == target ? 1 : 0
    }
    foundCount = found
  }

  /// Pads a partial block, so that a search can treat all blocks as full.
  func padBlock() { for index in documentsInBlock..<PFORBlock.capacity { unsafe ordinals[index] = .max } }

  /// The index of the first document of a padded block that is not less than `target`, but at most that of the last one.
  @inline(__always)
  func indexInBlock(of target: UInt32) -> Int {
    // Branch-free binary search: a branch would be mispredicted every other time.
    var index = unsafe ordinals[63] < target ? 64 : 0
    unsafe index &+= ordinals[index &+ 31] < target ? 32 : 0
    unsafe index &+= ordinals[index &+ 15] < target ? 16 : 0
    unsafe index &+= ordinals[index &+ 7] < target ? 8 : 0
    unsafe index &+= ordinals[index &+ 3] < target ? 4 : 0
    unsafe index &+= ordinals[index &+ 1] < target ? 2 : 0
    unsafe index &+= ordinals[index] < target ? 1 : 0
    return index
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

  /// Moves to a document that ``findDocuments(_:from:)`` found.
  ///
  /// - Returns: Index of the document in the sequence passed to that method.
  @inline(__always)
  mutating func goToFound(_ index: Int) -> Int {
    precondition(index >= 0 && index < foundCount, "there is no such document")
    currentIndex = unsafe Int(foundIndices[index])
    return unsafe Int(foundNumbers[index])
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// How often a word of a query occurs in the texts of a segment, read in windows of consecutive
/// ordinals.
///
/// A word stands for several terms with weights. For each window, an upper bound of its relative
/// frequency is known before postings are read, so a search for the best documents reads few
/// windows of a common word.
///
/// Not thread-safe.
package final class WordPostings {
  /// The weight of a term that counts fully.
  ///
  /// Weights are integers, so that sums do not depend on the order of the terms: a merge changes
  /// that order.
  package static let fullWeight: UInt32 = 64

  /// The sum of the document frequencies of the terms: the numbers of texts that contain them,
  /// without excluded ones.
  package let documentFrequency: Int

  /// For each window, an upper bound of the relative frequency of the word in its texts; 0 if none
  /// contains it.
  package private(set) var bounds: [Float]

  /// Lists with few documents, read at once. One bound of their sum is tighter than a bound for each.
  private let short: TermFrequencies
  /// For each window, the index of its first text in ``short``; and the number of texts.
  private var starts: [Int]

  @exclusivity(unchecked) private var long: UniqueArray<PostingsCursor>
  private var weights: [UInt32] = []

  /// Maximum number of documents of a list that is read at once, in a few microseconds.
  private static let maximumShort = 2048

  /// - Parameters:
  ///   - terms: Terms of ``TermSpace/text``, with the number of 64ths that an occurrence counts.
  ///   - excluded: Documents that do not count.
  package init(
    _ terms: [(postings: TermPostings, weight: UInt32)], in segment: SegmentReader, excluding excluded: OrdinalSet,
    _ normalization: LengthNormalization
  ) throws(SegmentError) {
    let lengths = try segment.textLengths
    let windowCount = (segment.documentCount + TextLengths.windowSize - 1) / TextLengths.windowSize
    var bounds = [Float](repeating: 0, count: windowCount)

    let lists = terms.flatMap { term in term.postings.lists.map { (list: $0, weight: term.weight) } }
    let few = lists.filter { $0.list.documentCount <= Self.maximumShort }
    let short = try TermFrequencies(few, in: segment, excluding: excluded)
    var starts = [Int](repeating: 0, count: windowCount + 1)
    for (index, ordinal) in short.ordinals.enumerated() {
      let window = Int(ordinal) / TextLengths.windowSize
      starts[window + 1] = index + 1
      bounds[window] = max(bounds[window], Self.frequency(short.sums[index]) / normalization.divisor(lengths.counts[Int(ordinal)]))
    }
    for window in 0..<windowCount { starts[window + 1] = max(starts[window + 1], starts[window]) }
    (self.short, self.starts) = (short, starts)

    let dictionary = try segment.textTerms
    let factor = LengthNormalization(meanLength: lengths.meanLength).maximumRatio(to: normalization)
    var long = UniqueArray<PostingsCursor>(capacity: lists.count - few.count)
    for (list, weight) in lists where list.documentCount > Self.maximumShort {
      var cursor = PostingsCursor(of: dictionary)
      try cursor.open(list)
      try cursor.addBounds(factor * (Float(weight) / Float(Self.fullWeight)), to: &bounds)
      long.append(cursor)
      weights.append(weight)
    }
    var frequency = 0
    for (postings, _) in terms { frequency += try segment.documentFrequency(of: postings, excluding: excluded) }
    documentFrequency = frequency
    unsafe self.long = long
    self.bounds = bounds
  }

  /// Computes the weighted frequencies of a window, in 64ths.
  ///
  /// - Parameter sums: Receives a number for each ordinal of the window, less than 2^31. Excluded
  ///   documents may have one.
  package func read(_ window: Int, into sums: UnsafeMutablePointer<UInt32>) throws(SegmentError) {
    unsafe sums.update(repeating: 0, count: TextLengths.windowSize)
    let first = UInt32(window * TextLengths.windowSize)
    for index in starts[window]..<starts[window + 1] {
      unsafe sums[Int(short.ordinals[index] &- first)] = short.sums[index]
    }
    for index in unsafe 0..<long.count {
      try unsafe long[index].addFrequencies(of: first, weight: weights[index], to: sums)
    }
  }

  /// The frequency that a sum of weighted frequencies stands for.
  @inline(__always)
  package static func frequency(_ sum: UInt32) -> Float { Float(sum) / Float(fullWeight) }
}

extension SegmentReader {
  /// The number of texts that contain a term, without excluded ones.
  fileprivate func documentFrequency(of term: TermPostings, excluding excluded: OrdinalSet) throws(SegmentError) -> Int {
    if excluded.isEmpty, let count = term.documentCount { return count }
    guard let count = term.documentCount, count > excluded.count else { return try texts(with: [term]).subtracting(excluded).count }
    return count - (try texts(with: [term], among: excluded).count)
  }
}

extension LengthNormalization {
  /// What a relative frequency is multiplied by at most to become one of another normalization.
  fileprivate func maximumRatio(to other: LengthNormalization) -> Float {
    other.constant == constant ? max(1, slope / other.slope) : .infinity
  }
}

extension PostingsCursor {
  /// Adds to the bound of each window the greatest relative frequency of the list in it, multiplied by
  /// a factor.
  fileprivate func addBounds(_ factor: Float, to bounds: inout [Float]) throws(SegmentError) {
    /// The greatest impact in `window`, so far.
    var (window, greatest): (Int, UInt8) = (0, 0)
    var first: UInt32 = 0
    for number in 0..<blockCount {
      let last = tableEntry(number).last
      guard first <= last, Int(last) < dictionary.universe else { throw dictionary.postings.inconsistent }
      let impact = impact(of: number)
      let windows = Int(first) / TextLengths.windowSize...Int(last) / TextLengths.windowSize
      if windows.lowerBound > window {
        bounds[window] += factor * RelativeFrequency.maximum(ofLevel: greatest)
        (window, greatest) = (windows.lowerBound, 0)
      }
      greatest = max(greatest, impact)
      while window < windows.upperBound {
        bounds[window] += factor * RelativeFrequency.maximum(ofLevel: greatest)
        (window, greatest) = (window + 1, impact)
      }
      first = last &+ 1
    }
    bounds[window] += factor * RelativeFrequency.maximum(ofLevel: greatest)
  }

  /// Adds the weighted frequencies in a window to `sums`.
  ///
  /// - Parameter first: The first ordinal of the window.
  /// - Complexity: O(log *b* + *k*), *b* = blocks, *k* = documents of the blocks that the window
  ///   overlaps. A block that was read last is not read again.
  fileprivate mutating func addFrequencies(
    of first: UInt32, weight: UInt32, to sums: UnsafeMutablePointer<UInt32>
  ) throws(SegmentError) {
    var number = isNext(first) ? blockNumber : firstBlock(reaching: first)
    while number < blockCount {
      if number != blockNumber { try readBlock(number) }
      try needFrequenciesAlone()
      let index = try indexInBlock(reaching: first)
      let end = unsafe vector_add_frequencies(
        ordinals, frequencies, CInt(truncatingIfNeeded: index), CInt(truncatingIfNeeded: documentsInBlock), first, weight, sums)
      currentIndex = Int(end)
      if currentIndex < documentsInBlock { return }
      number += 1
    }
  }

  /// Whether the current document is the first one that is not less than `first`, as it often is after the previous
  /// window.
  @inline(__always)
  private func isNext(_ first: UInt32) -> Bool {
    guard currentIndex > 0, currentIndex < documentsInBlock else { return false }
    return unsafe (ordinals[currentIndex - 1] < first && ordinals[currentIndex] >= first)
  }

  /// The index of the first document of the block that is not less than `first`, which must not be greater than all.
  @inline(__always)
  private mutating func indexInBlock(reaching first: UInt32) throws(SegmentError) -> Int {
    if unsafe ordinals[0] >= first { return 0 }
    if isNext(first) { return currentIndex }
    guard unsafe ordinals[documentsInBlock - 1] >= first else { throw dictionary.postings.inconsistent }
    padBlock()
    return indexInBlock(of: first)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Words near each other.
extension PhraseSearch {
  /// The documents in which all words are in a sequence with at most `slop` others, in any order.
  func documents(within slop: Int, among candidates: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    try filter(candidates) { documents throws(SegmentError) in try self.documents(within: slop, among: documents.span) }
  }

  private func documents(within slop: Int, among documents: Span<UInt32>) throws(SegmentError) -> [UInt32] {
    var cursor = PostingsCursor(of: dictionary)
    var spare = PhrasePositions()
    // Where each word ends.
    var ends = UniqueArray<PhrasePositions>(capacity: words.count)
    for _ in words { ends.append(PhrasePositions()) }
    var matching: [UInt32] = []
    var next = 0
    while next < documents.count {
      var last = UInt32.max
      for number in words.indices {
        ends[number].removeAll()
        try words[number].append(to: &ends[number], before: nil, in: documents.extracting(next...), upTo: &last, &cursor)
      }
      for number in words.indices { ends[number].arrange(upTo: last, with: &spare) }
      find(within: slop, in: ends, &matching)
      next = last == .max ? documents.count : documents.lowerBound(of: last + 1, from: next)
    }
    return matching
  }

  /// Appends the documents in which the words are near each other.
  private func find(within slop: Int, in ends: borrowing UniqueArray<PhrasePositions>, _ matching: inout [UInt32]) {
    var numbers = [Int](repeating: 0, count: words.count)
    var slices: [PositionSlice] = []
    for index in ends[0].documents.indices {
      let document = ends[0].documents[index]
      numbers[0] = index
      slices.removeAll(keepingCapacity: true)
      for word in words.indices {
        let number = ends[word].documents.lowerBound(of: document, from: numbers[word])
        numbers[word] = number
        guard number < ends[word].documents.count, ends[word].documents[number] == document else { break }
        slices.append(ends[word].slice(of: number))
      }
      if slices.count == words.count, isNear(slices, slop) { matching.append(document) }
    }
  }

  /// Whether the words that end at some positions have a place near each other. Moves the word that begins first until
  /// there is such a place, or no other match of that word.
  ///
  /// - Complexity: O(number of positions · number of words).
  private func isNear(_ ends: [PositionSlice], _ slop: Int) -> Bool {
    let longest = widths.reduce(slop, +)
    var indices = [Int](repeating: 0, count: ends.count)
    while true {
      var (first, beginning, end) = (0, Int.max, Int.min)
      for word in ends.indices {
        let position = Int(ends[word][indices[word]])
        if position - widths[word] < beginning { (first, beginning) = (word, position - widths[word]) }
        end = max(end, position)
      }
      if end - beginning <= longest { return true }
      indices[first] += 1
      if indices[first] == ends[first].count { return false }
    }
  }
}

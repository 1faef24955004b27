/// Folded literals with a star between each two: what a single string, or a single token, is compared with.
package struct Glob: Hashable, Sendable {
  /// The literals one behind the other: one allocation, whatever their number.
  private let bytes: [UInt8]

  /// Where each literal ends in `bytes`.
  private let ends: [Int]

  /// Whether text that is ASCII can match: folding never makes ASCII into anything else.
  let isASCII: Bool

  /// - Parameter parts: At least one; *n* parts have *n* − 1 stars between them.
  init(parts: [String], folding: Folding) {
    self.init(
      literals: parts.map { part in
        var literal: [UInt8] = []
        foldUTF8(part.utf8.span, folding, into: &literal)
        return literal
      })
  }

  /// - Parameter literals: Folded; at least one, with a star between each two.
  init(literals: [[UInt8]]) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(literals.count)
    for literal in literals {
      bytes.append(contentsOf: literal)
      ends.append(bytes.count)
    }
    self.bytes = bytes
    self.ends = ends
    self.isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// The folded literals. The first is what every match begins with, the last what it ends with.
  package var literals: [[UInt8]] {
    ends.indices.map { Array(bytes[range(of: $0)]) }
  }

  /// Without stars only one folded form matches.
  package var hasStars: Bool { ends.count > 1 }

  /// Whether all of `folded` matches, which must have been folded in the way of the pattern.
  package func matches(folded: Span<UInt8>) -> Bool {
    unsafe folded.withUnsafeBufferPointer { unsafe matches(Haystack($0, lowercases: false)) }
  }

  func matches(_ haystack: Haystack) -> Bool {
    let literals = bytes.span
    let first = literals.extracting(range(of: 0))
    guard haystack.hasLiteral(first, at: 0) else { return false }
    guard hasStars else { return first.count == haystack.count }
    var index = first.count
    for number in 1..<ends.count - 1 {
      let literal = literals.extracting(range(of: number))
      guard let found = haystack.firstIndex(of: literal, from: index) else { return false }
      index = found + literal.count
    }
    let last = literals.extracting(range(of: ends.count - 1))
    let tail = haystack.count - last.count
    return index <= tail && haystack.hasLiteral(last, at: tail)
  }

  /// Whether the glob matches a stretch of `haystack` that begins at a word boundary unless a star begins the glob, and ends at one unless
  /// a star ends it; see ``WordBoundaries`` for scripts without spaces.
  func matchesWords(of haystack: Haystack, _ boundaries: WordBoundaries) -> Bool {
    let literals = bytes.span
    let first = literals.extracting(range(of: 0))
    guard hasStars else {
      if first.isEmpty { return haystack.count == 0 }
      return haystack.firstIndex(of: first, from: 0) { boundaries.permitBeginning($0) && boundaries.permitEnd($0) } != nil
    }
    // The earliest place for each literal leaves the most room for the next.
    var index = 0
    if !first.isEmpty {
      guard let found = haystack.firstIndex(of: first, from: 0, where: boundaries.permitBeginning) else { return false }
      index = found + first.count
    }
    for number in 1..<ends.count - 1 {
      let literal = literals.extracting(range(of: number))
      guard let found = haystack.firstIndex(of: literal, from: index) else { return false }
      index = found + literal.count
    }
    let last = literals.extracting(range(of: ends.count - 1))
    return last.isEmpty || haystack.firstIndex(of: last, from: index, where: boundaries.permitEnd) != nil
  }

  /// Whether the literals occur in `folded`, in order: necessary for every kind of match.
  func occursSomewhere(in folded: Span<UInt8>) -> Bool {
    unsafe folded.withUnsafeBufferPointer { unsafe occursSomewhere(in: Haystack($0, lowercases: false)) }
  }

  func occursSomewhere(in haystack: Haystack) -> Bool {
    var index = 0
    for number in ends.indices {
      let literal = bytes.span.extracting(range(of: number))
      guard let found = haystack.firstIndex(of: literal, from: index) else { return false }
      index = found + literal.count
    }
    return true
  }

  private func range(of literal: Int) -> Range<Int> {
    (literal == 0 ? 0 : ends[literal - 1])..<ends[literal]
  }
}

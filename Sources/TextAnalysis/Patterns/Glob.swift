// SPDX-License-Identifier: Apache-2.0

/// Folded literals separated by stars: a pattern for a single string or a single token.
package struct Glob: Hashable, Sendable {
  /// The concatenated literals, in one allocation.
  private let bytes: [UInt8]

  /// The end of each literal in `bytes`.
  private let ends: [Int]

  /// Whether ASCII text can match. Folding turns ASCII only into ASCII.
  let isASCII: Bool

  /// - Parameter parts: At least one part; *n* parts are separated by *n* − 1 stars.
  init(parts: [String], folding: Folding) {
    self.init(
      literals: parts.map { part in
        var literal: [UInt8] = []
        foldUTF8(part.utf8.span, folding, into: &literal)
        return literal
      })
  }

  /// Creates a pattern for tokens.
  ///
  /// - Parameter tokens: As `parts` of ``init(parts:folding:)``.
  init(tokens: [String], folding: Folding) {
    self.init(
      literals: tokens.map { part in
        var literal: [UInt8] = []
        foldToken(part.utf8.span, folding, into: &literal)
        return literal
      })
  }

  /// Matches nothing: its only byte is in no folded text.
  static let nothing = Glob(literals: [[0xFF]])

  /// - Parameter literals: At least one folded literal; literals are separated by stars.
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

  /// The folded literals. Every match begins with the first and ends with the last one.
  package var literals: [[UInt8]] {
    ends.indices.map { Array(bytes[range(of: $0)]) }
  }

  /// Whether the pattern contains stars. Without stars, only one folded form matches.
  package var hasStars: Bool { ends.count > 1 }

  /// Whether the whole of `folded` matches. It must have been folded in the same way as the
  /// pattern.
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

  /// Whether the pattern matches a range of `haystack` that begins and ends at word boundaries,
  /// except at an end with a star. See ``WordBoundaries`` for scripts without spaces.
  func matchesWords(of haystack: Haystack, _ boundaries: WordBoundaries) -> Bool {
    let literals = bytes.span
    let first = literals.extracting(range(of: 0))
    guard hasStars else {
      if first.isEmpty { return haystack.count == 0 }
      return haystack.firstIndex(of: first, from: 0) { boundaries.permitBeginning($0) && boundaries.permitEnd($0) } != nil
    }
    // The earliest match of each literal leaves the most room for the next.
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

  /// Whether the literals occur in `folded`, in order. This is necessary for every kind of match.
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

// SPDX-License-Identifier: Apache-2.0

/// Letters of a script without spaces, in a query's value, that become a term.
struct UnspacedTerm {
  private enum Piece: Hashable {
    /// A letter with its marks.
    case letter(String)
    case star

    /// The folded letter; `nil` for a star.
    func folded(_ folding: Folding) -> [UInt8]? {
      guard case .letter(let letter) = self else { return nil }
      var bytes: [UInt8] = []
      foldUTF8(letter.utf8.span, folding, into: &bytes)
      return bytes
    }
  }

  private var pieces: [Piece] = []

  mutating func append(letter: String) {
    pieces.append(.letter(letter))
  }

  mutating func prependStar() {
    pieces.insert(.star, at: 0)
  }

  mutating func appendStar() {
    pieces.append(.star)
  }

  /// Appends a term that is separated from this one only by a star.
  mutating func append(behindStar term: UnspacedTerm) {
    pieces.append(.star)
    pieces.append(contentsOf: term.pieces)
  }

  /// Maximum number of letters in a token: each has at least three bytes.
  private static let maximumLetters = Tokenizer.maximumTokenLength / 3

  /// The term that matches these letters.
  ///
  /// - Parameters:
  ///   - isFirst: Whether no word of the value precedes it.
  ///   - isLast: Whether no word of the value follows it.
  func term(_ folding: Folding, isFirst: Bool, isLast: Bool) -> TextPattern.Term {
    var pieces = pieces
    if isLast, pieces.last != .star { pieces.append(.star) }
    // Letters are folded one by one: none of them changes with its neighbours, and each mark is
    // stored with its letter.
    let folded = pieces.map { $0.folded(folding) }
    var steps: [TextPattern.Term.Step] = []
    for start in pieces.indices where start != 1 || pieces[0] != .star {
      var literals: [[UInt8]] = [[]]
      var letterCount = 0
      for end in start + 1...pieces.count {
        if let letter = folded[end - 1] {
          letterCount += 1
          if letterCount > Self.maximumLetters { break }
          literals[literals.count - 1] += letter
        } else {
          literals.append([])
        }
        // A star alone is not a step: at the beginning no token precedes it, and at the end none
        // follows it.
        guard pieces[start..<end] != [.star], end != pieces.count - 1 || pieces[end] != .star else { continue }
        let isAlone = start == 0 && end == pieces.count && isFirst && isLast
        let beginsInside = isAlone && pieces[0] != .star
        steps.append(.init(start: start, end: end, glob: Glob(literals: beginsInside ? [[]] + literals : literals)))
      }
    }
    return TextPattern.Term(steps: steps, end: pieces.count, width: 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Matches the terms of a pattern against the tokens of a text, and keeps track of partial matches.
struct TermMatcher: Sendable {
  /// A partial match that expects, at `position`, a step from `node` of term `term`.
  private struct Partial: Equatable {
    var term = 0
    var node = 0
    let position: Int
  }

  private let terms: [TextPattern.Term]
  private let folding: Folding
  /// For words near each other.
  private var window: WordWindow?
  private var partials: [Partial] = []
  private var folded: [UInt8] = []
  private(set) var isMatched = false

  init(_ pattern: TextPattern) {
    terms = pattern.terms
    folding = pattern.folding
    window = pattern.slop.map { WordWindow(of: pattern.terms, slop: $0) }
  }

  /// Whether there is no partial match, so that tokens may be skipped.
  var isIdle: Bool { partials.isEmpty }

  /// - Parameter token: The next token, in the order of positions.
  mutating func accept(_ surface: Span<UInt8>, _ token: Token) {
    if isMatched { return }
    unsafe surface.withUnsafeBufferPointer { bytes in
      if unsafe isASCII(bytes) && (token.width == 1 || !folding.usesEquivalents || !bytes.contains(UInt8(ascii: "'"))) {
        unsafe advance(token, Haystack(bytes, lowercases: folding.contains(.case)))
      } else {
        var folded: [UInt8] = []
        swap(&folded, &self.folded)
        folded.removeAll(keepingCapacity: true)
        foldToken(surface, folding, into: &folded)
        unsafe folded.withUnsafeBufferPointer { unsafe advance(token, Haystack($0, lowercases: false)) }
        swap(&folded, &self.folded)
      }
    }
  }

  /// Ends the text.
  mutating func finish() {
    if !isMatched, window?.close(before: .max) == true { isMatched = true }
  }

  private mutating func advance(_ token: Token, _ surface: Haystack) {
    if window?.close(before: token.position) == true {
      isMatched = true
      return
    }
    if !partials.isEmpty {
      partials.removeAll { $0.position < token.position }
      // A token has a width of at least one position, so that matches added by `advance` wait for a
      // later one.
      for partial in partials where partial.position == token.position {
        advance(partial, token, surface)
      }
    }
    for term in 0..<(window == nil ? 1 : terms.count) { advance(Partial(term: term, position: token.position), token, surface) }
  }

  private mutating func advance(_ partial: Partial, _ token: Token, _ surface: Haystack) {
    let term = terms[partial.term]
    let next = token.position + token.width
    for index in term.steps(from: partial.node) where term.steps[index].glob.matches(surface) {
      let node = term.steps[index].end
      if node < term.end {
        wait(Partial(term: partial.term, node: node, position: next))
      } else if window != nil {
        window?.add(partial.term, endingAt: next)
      } else if partial.term + 1 == terms.count {
        isMatched = true
      } else {
        wait(Partial(term: partial.term + 1, position: next))
      }
    }
  }

  private mutating func wait(_ partial: Partial) {
    if !partials.contains(partial) { partials.append(partial) }
  }
}

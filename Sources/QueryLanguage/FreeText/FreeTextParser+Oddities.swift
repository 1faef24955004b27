// SPDX-License-Identifier: Apache-2.0

/// Hints about parentheses and operators that lack their other half, and words that look like operators.
extension FreeTextParser {
  mutating func noteIncompleteParts() {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .open: open.append(offsets[index])
      case .close:
        if open.popLast() == nil { note(.other("This parenthesis closes none, so it has no effect."), at: offsets[index]) }
      case .and, .or: noteMissingSide(of: index, isOneEnough: false)
      case .not: noteMissingSide(of: index, isOneEnough: true)
      case .near: note(.other("NEAR stands between two words or phrases, so it is looked for as a word."), at: offsets[index])
      case .word, .phrase, .nearby, .keyword, .minus: break
      }
    }
    for offset in open { note(.other("This parenthesis is not closed; it ends at the end of the query."), at: offset) }
  }

  /// Notes a word between others that is an operator except for its case. The hint is dropped if a
  /// document matches.
  ///
  /// - Parameter predicate: The predicate of the whole text.
  mutating func noteWordsLikeOperators(in predicate: Predicate) {
    for (token, offset) in zip(tokens, offsets).dropFirst().dropLast() {
      guard case .word(let word, _) = token, let advice = Self.advice(onWord: word) else { continue }
      return note(.other("“\(word)” is a word to search for. \(advice)", unless: predicate), at: offset)
    }
    noteSecondBounds(in: predicate)
    noteDistances(in: predicate)
  }

  /// Notes a word that begins with a single quote, if that is closed there or later.
  mutating func noteSingleQuote(_ word: String, in predicate: Predicate, at offset: Int) {
    guard word.count > 1, word.first == "'" else { return }
    let following = zip(tokens, offsets).filter { $0.1 >= offset }.map(\.0)
    let isClosed = following.contains { token in
      switch token {
      case .word(let word, _): word.last == "'"
      case .keyword(let term): term.value.last == "'"
      default: false
      }
    }
    guard isClosed else { return }
    note(.other("A single quote is a part of the word. A phrase stands in double quotes.", unless: predicate), at: offset)
  }

  /// Notes a word that is a second comparison with a keyword: `created:>2025-01-01 <2025-02-01`.
  private mutating func noteSecondBounds(in predicate: Predicate) {
    for index in tokens.indices.dropFirst() {
      guard case .keyword(let term) = tokens[index - 1], case .word(let word, _) = tokens[index], let sign = word.first,
        "<>".contains(sign),
        word.dropFirst().first(where: { $0 != "=" })?.isNumber == true
      else { continue }
      let keyword = term.spelling.prefix { $0 != ":" }
      note(.other("“\(word)” is a word to search for. Write \(keyword):\(word).", unless: predicate), at: offsets[index])
    }
  }

  /// Notes a distance that is not directly behind a phrase: `"annual report" ~10`.
  private mutating func noteDistances(in predicate: Predicate) {
    for index in tokens.indices.dropFirst() {
      guard case .phrase = tokens[index - 1], case .word(let word, _) = tokens[index], word.first == "~", word.count > 1,
        word.dropFirst().allSatisfy(\.isNumber)
      else { continue }
      let message = "“\(word)” is a word to search for. A distance stands right behind the quote: \"annual report\"\(word)."
      note(.other(message, unless: predicate), at: offsets[index])
    }
  }

  private static func advice(onWord word: String) -> String? {
    switch word.lowercased() {
    case "or": "The operator is OR, in upper case."
    case "and": "Leave it out, because all terms must match anyway."
    case "not": "The operator is NOT, in upper case."
    case "near": "The operator is NEAR, in upper case."
    case _ where word.hasPrefix("NEAR/"): "A number of words stands behind the slash: NEAR/10."
    default: nil
    }
  }

  /// - Parameter isOneEnough: Whether the operator needs a term only after it.
  private mutating func noteMissingSide(of index: Int, isOneEnough: Bool) {
    guard tokens.count > 1 else {
      let message = "Nothing is around this operator, so it is looked for as a word; to avoid this message, put it in quotes."
      return note(.other(message), at: offsets[index])
    }
    let endsThere = index + 1 == tokens.count || tokens[index + 1] == .close
    let beginsThere = index == 0 || tokens[index - 1] == .open
    guard endsThere || beginsThere && !isOneEnough else { return }
    let side = endsThere ? "after" : "before"
    note(.other("Nothing is \(side) this operator, so it has no effect; to search for it as a word, put it in quotes."), at: offsets[index])
  }
}

/// Hints about parentheses and operators that lack their other half.
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
      case .word, .phrase, .keyword, .minus: break
      }
    }
    for offset in open { note(.other("This parenthesis is not closed; it ends at the end of the query."), at: offset) }
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

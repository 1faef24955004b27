// SPDX-License-Identifier: Apache-2.0

/// Parses a predicate in one pass over its bytes.
///
/// Nesting is stored in an array instead of on the stack, and is limited, so that later passes over
/// the tree can recurse.
struct PredicateParser {
  /// Maximum nesting of `(` and `!`.
  static let nestingLimit = 500

  let bytes: [UInt8]
  var position = 0
  /// Number of bytes read, including lookahead. Tests use it to check that parsing takes linear
  /// time.
  private(set) var steps = 0
  /// In the order of the text; at most ``QueryHint/maximumCount``.
  private(set) var oddities: [(subject: QueryHint.Subject, offset: Int)] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  /// An open parenthesis, or the whole query.
  private struct Group {
    var start: Int
    var negations: Int
    var alternatives: [Predicate] = []
    var conjunction: [Predicate] = []

    mutating func startAlternative() {
      alternatives.append(.all(conjunction))
      conjunction = []
    }

    consuming func closed() -> Predicate {
      startAlternative()
      return Predicate.any(alternatives).negated(times: negations)
    }
  }

  mutating func predicate() throws(SyntaxFault) -> Predicate {
    skipSpace()
    guard !isAtEnd else { throw SyntaxFault(message: "The query is empty.", offset: 0, expected: Expectation.operand) }
    var groups = [Group(start: 0, negations: 0)]
    var depth = 0
    while true {
      var negations = 0
      skipSpace()
      while peek() == UInt8(ascii: "!"), peek(1) != UInt8(ascii: "=") {
        negations += 1
        try checkNesting(depth + negations)
        advance()
        skipSpace()
      }
      if peek() == UInt8(ascii: "(") {
        depth += negations + 1
        // One level more than for “!”, because canonical text puts a parenthesis after the last
        // “!”.
        try checkNesting(depth - 1)
        groups.append(Group(start: position, negations: negations))
        advance()
        continue
      }
      let operand = try operand().negated(times: negations)
      groups[groups.count - 1].conjunction.append(operand)
      if let whole = try finishOperand(&groups, depth: &depth) { return whole }
    }
  }

  /// Parses what follows an operand: closing parentheses, then an operator or the end.
  ///
  /// - Returns: The whole predicate at the end of the query; `nil` if another operand must follow.
  private mutating func finishOperand(_ groups: inout [Group], depth: inout Int) throws(SyntaxFault) -> Predicate? {
    while true {
      skipSpace()
      if isAtEnd {
        guard groups.count == 1 else {
          throw SyntaxFault(
            message: "This parenthesis is not closed.", offset: groups[groups.count - 1].start, expected: "a “)” at the end",
            repair: .insert(")", at: bytes.count))
        }
        return groups.removeLast().closed()
      }
      if take("&&") { return try expectOperand(after: "&&", of: &groups) }
      if take("||") {
        groups[groups.count - 1].startAlternative()
        return try expectOperand(after: "||", of: &groups)
      }
      guard peek() == UInt8(ascii: ")") else { throw unexpectedAfterOperand() }
      guard groups.count > 1 else {
        throw SyntaxFault(
          message: "There is no open parenthesis to close here.", offset: position, expected: Expectation.operatorOrEnd,
          repair: .delete(position..<position + 1))
      }
      advance()
      let group = groups.removeLast()
      depth -= group.negations + 1
      groups[groups.count - 1].conjunction.append(group.closed())
    }
  }

  private mutating func expectOperand(after operator: String, of groups: inout [Group]) throws(SyntaxFault) -> Predicate? {
    let end = position
    skipSpace()
    guard isAtEnd || peek() == UInt8(ascii: ")") else { return nil }
    throw SyntaxFault(
      message: "A comparison is missing after “\(`operator`)”.", offset: position, expected: Expectation.operand,
      repair: .delete(end - 2..<end))
  }

  private func checkNesting(_ depth: Int) throws(SyntaxFault) {
    guard depth > Self.nestingLimit else { return }
    throw SyntaxFault(
      message: "Parentheses and “!” are nested more than \(Self.nestingLimit) deep.", offset: position,
      expected: "a flatter query: “a && b && c” needs no parentheses")
  }

  /// Records a problem, which becomes a hint.
  mutating func note(_ subject: QueryHint.Subject, at offset: Int) {
    if oddities.count < QueryHint.maximumCount { oddities.append((subject, offset)) }
  }

  // MARK: Bytes

  var isAtEnd: Bool { position >= bytes.count }

  func peek(_ ahead: Int = 0) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  mutating func advance(_ count: Int = 1) {
    position += count
    steps += count
  }

  /// The end of the bytes from `start` that satisfy `condition`, without consuming them.
  mutating func endOfRun(from start: Int, _ condition: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, condition(bytes[end]) { end += 1 }
    steps += end - start
    return end
  }

  mutating func skipSpace() {
    while let byte = peek(), byte.isSpace { advance() }
  }

  /// Consumes `token` if it is next.
  mutating func take(_ token: StaticString) -> Bool {
    guard isNext(token) else { return false }
    advance(token.utf8CodeUnitCount)
    return true
  }

  /// Skips a quoted text. Does nothing and returns `false` if the quote is not closed.
  mutating func skipQuoted(_ quote: UInt8) -> Bool {
    var end = position + 1
    while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    guard end < bytes.count else { return false }
    advance(end + 1 - position)
    return true
  }

  func isNext(_ token: StaticString) -> Bool {
    token.withUTF8Buffer { token in
      guard bytes.count - position >= token.count else { return false }
      return token.indices.allSatisfy { bytes[position + $0] == token[$0] }
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension Predicate {
  fileprivate func negated(times: Int) -> Predicate {
    var result = self
    for _ in 0..<times { result = .not(result) }
    return result
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The right-hand side of a comparison.
extension PredicateParser {
  /// - Parameter operatorEnd: The end of the comparison operator before the value; `nil` inside
  ///   `InRange`.
  mutating func value(after operatorEnd: Int?) throws(SyntaxFault) -> Value {
    guard let first = peek() else { throw missingValue(after: operatorEnd) }
    if first.isQuote { return Self.value(try quoted()) }
    if isNext("$time"), peek(5)?.continuesName != true || peek(5) == UInt8(ascii: ".") { return .time(try time()) }
    if let mistake = curlyQuotes() { throw mistake }
    guard first.continuesBareWord else { throw missingValue(after: operatorEnd) }
    return try bareWord()
  }

  private static func value(_ string: WildcardString) -> Value {
    string.matchesEverything ? .presence : .string(string)
  }

  /// Parses text in quotes of either kind. A backslash removes the special meaning of the next
  /// character.
  private mutating func quoted() throws(SyntaxFault) -> WildcardString {
    let start = position
    let quote = bytes[start]
    advance()
    var parts = PartsBuilder()
    while let byte = peek(), byte != quote {
      if byte == UInt8(ascii: "\\") { advance() }
      guard let next = peek() else { break }
      parts.append(next, isWildcard: byte == UInt8(ascii: "*"))
      advance()
    }
    guard !isAtEnd else { throw unclosedQuote(from: start) }
    advance()
    return parts.string
  }

  private mutating func bareWord() throws(SyntaxFault) -> Value {
    let start = position
    var parts = PartsBuilder()
    while let byte = peek(), byte.continuesBareWord {
      if byte == UInt8(ascii: "\\") {
        advance()
        guard let escaped = peek(), !escaped.isSpace else {
          throw SyntaxFault(
            message: "An unquoted value ends with a backslash.", offset: position - 1,
            expected: "a character after it, or quotes around a value with spaces")
        }
        parts.append(escaped, isWildcard: false)
      } else {
        parts.append(byte, isWildcard: byte == UInt8(ascii: "*"))
      }
      advance()
    }
    let spelling = text(start..<position)
    if spelling == "NULL" { return .null }
    if let number = NumberLiteral(spelling) { return .number(number) }
    return Self.value(parts.string)
  }
}

/// Collects the parts of a string between stars.
private struct PartsBuilder {
  private var finished: [String] = []
  private var current: [UInt8] = []

  mutating func append(_ byte: UInt8, isWildcard: Bool) {
    if isWildcard {
      // Adjacent stars count as one. A star at the beginning produces an empty first part.
      if !current.isEmpty || finished.isEmpty { finished.append(String(decoding: current, as: UTF8.self)) }
      current = []
    } else {
      current.append(byte)
    }
  }

  var string: WildcardString {
    WildcardString(parts: finished + [String(decoding: current, as: UTF8.self)])
  }
}
